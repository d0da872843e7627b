#!/usr/bin/env node
// conform adapter for the reader of AG-UI streams in released versions of @tanstack/ai: node ag-ui.mjs VERSION
import './lib/environment.mjs';
import { Refusal, Skip, serve } from '../shared/serve.mjs';
import { chosen, expectVersion } from '../shared/versions.mjs';

const version = chosen(['0.9.2', '0.14.0', '0.58.0']);
expectVersion(import.meta.url, `ai-${version}`, version);
const { StreamProcessor, convertMessagesToModelMessages } = await import(`ai-${version}`);

async function consume(input) {
  if (input.messages) throw new Skip('a processor begins with UI messages, not with stored ones');
  let failure = null;
  const processor = new StreamProcessor({ events: { onError: (error) => { failure = `${error?.message ?? error}`; } } });
  try {
    await processor.process(oneByOne(input.events));
    const held = processor.getMessages();
    const open = new Set(held.flatMap(({ parts }) => parts).filter(isOpen).map(({ id }) => id));
    const messages = convertMessagesToModelMessages(held).map((message) => shown(message, open));
    return { messages, run: { status: failure === null ? 'open' : 'failed', error: failure } };
  } catch (error) {
    throw new Refusal(`${error?.name}: ${error?.message}`);
  }
}

async function* oneByOne(events) {
  yield* events;
}

const isOpen = ({ type, state }) => type === 'tool-call' && (state === 'awaiting-input' || state === 'input-streaming');

// What would be sent to the model; the wrapper around a call's name and arguments is taken off.
function shown({ role, content, toolCalls, toolCallId, error }, open) {
  const flat = ({ id, function: { name, arguments: text } }) => ({ id, name, arguments: text, complete: !open.has(id) });
  return { role, content, toolCalls: toolCalls?.map(flat), toolCallId, error };
}

await serve({ name: '@tanstack/ai', version, url: `https://www.npmjs.com/package/@tanstack/ai/v/${version}` }, [
  { dialect: 'ag-ui', role: 'consumer', encodings: ['events'], omits: ['id', 'outcome', 'code', 'pending', 'interrupts', 'metadata', 'abort'], run: consume },
]);
