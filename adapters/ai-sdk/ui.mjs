#!/usr/bin/env node
// conform adapter for the UI messages of the npm package ai: node ui.mjs VERSION
import { Refusal, Skip, serve } from '../shared/serve.mjs';
import { chosen, expectVersion } from '../shared/versions.mjs';
import { playing } from '../shared/wire.mjs';
import { held, stored } from './ui-parts.mjs';

// The client passes over the event abort; what else a line lacks words for stands behind it.
const omitted = {
  '5.0.0': ['aborted', 'approval', 'inputText', 'finishReason'],
  '5.0.277': ['aborted', 'approval'],
  '6.0.326': ['aborted'],
  '7.0.173': ['aborted'],
};
const version = chosen(Object.keys(omitted));
expectVersion(import.meta.url, `ai-${version}`, version);
globalThis.AI_SDK_LOG_WARNINGS = false;
const { AbstractChat, DefaultChatTransport, convertToModelMessages } = await import(`ai-${version}`);

// The 5.x line has neither approvals nor denial.
const unheard = new Set(version.startsWith('5.') ? ['approval-requested', 'approval-responded', 'output-denied'] : []);

class State {
  messages = [];
  status = 'ready';
  pushMessage = (message) => { this.messages = [...this.messages, message]; };
  popMessage = () => { this.messages = this.messages.slice(0, -1); };
  replaceMessage = (index, message) => { this.messages = this.messages.with(index, message); };
  snapshot = structuredClone;
}

class Chat extends AbstractChat {
  constructor(options) {
    super({ ...options, state: new State() });
  }
}

async function consume(input) {
  let error = null;
  let end = {};
  const chat = new Chat({
    transport: transport(input),
    onError: (told) => { error ??= told.message; },
    onFinish: (told) => { end = told; },
  });
  const before = input.message ? [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'go' }] }, whole(input.message)] : [];
  chat.messages = before;
  await chat.sendMessage(input.message ? undefined : { text: 'go' });
  const message = chat.messages.findLast(({ role }) => role === 'assistant');
  return {
    message: message === undefined ? null : { id: message.id, parts: message.parts.map(held) },
    finishReason: end.finishReason ?? null,
    error,
  };
}

const whole = ({ id, role = 'assistant', parts }) => ({ id, role, parts: parts.map(stored) });

// Bytes go through the package's own transport, decoded events come as such.
function transport(input) {
  if (!Array.isArray(input.events)) return new DefaultChatTransport({ fetch: playing(input, {}) });
  const events = () => new ReadableStream({
    start(controller) {
      for (const event of input.events) controller.enqueue(event);
      controller.close();
    },
  });
  return { sendMessages: async () => events(), reconnectToStream: async () => null };
}

async function convert({ messages, incomplete }) {
  if (incomplete === 'drop' && version === '5.0.0') throw new Skip('this version cannot leave out calls without an outcome');
  const odd = messages.flatMap(({ parts }) => parts).find(({ state }) => unheard.has(state));
  if (odd !== undefined) throw new Skip(`this version has no state ${odd.state}`);
  let sent;
  try {
    sent = await convertToModelMessages(messages.map(whole), { ignoreIncompleteToolCalls: incomplete === 'drop' });
  } catch (error) {
    throw new Refusal(`${error?.name}: ${error?.message}`);
  }
  return { modelMessages: sent.map(({ role, content }) => ({ role, content: Array.isArray(content) ? content.map(item) : content })) };
}

const kinds = { 'error-text': 'error', 'error-json': 'error', 'execution-denied': 'denied' };

function item(part) {
  if (part.type !== 'tool-result') return part;
  const { output, ...rest } = part;
  return { ...rest, kind: kinds[output.type] ?? 'value', value: output.value ?? null };
}

await serve({ name: 'ai', version, url: `https://www.npmjs.com/package/ai/v/${version}` }, [
  { dialect: 'ui-messages', role: 'consumer', encodings: ['events', 'sse'], omits: omitted[version], run: consume },
  { dialect: 'ui-messages', role: 'converter', run: convert },
]);
