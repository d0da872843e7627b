#!/usr/bin/env node
// conform adapter for the mock server of @copilotkit/aimock, a producer of three wires: node adapter.mjs
import { LLMock } from '@copilotkit/aimock';
import { serve, Skip } from '../shared/serve.mjs';
import { expectVersion } from '../shared/versions.mjs';

const version = '1.43.0';
expectVersion(import.meta.url, '@copilotkit/aimock', version);

// One fixture answers everything: with the turn whose number the user says.
const turns = new Map();
const mock = new LLMock({ port: 0, logLevel: 'silent' });
mock.addFixture({ match: { predicate: () => true }, response: ({ messages }) => turns.get(messages.at(-1).content) });
await mock.start();

const stops = { completed: undefined, length: 'length', content_filter: 'content_filter' };

// A number that was rounded when the case was read is not the package's failure.
function text(value) {
  return JSON.stringify(value, (_, inner) => {
    if (typeof inner === 'number' && Math.abs(inner) > Number.MAX_SAFE_INTEGER) throw new Skip('the adapter reads no number beyond 2^53');
    return inner;
  });
}

/** A transcript as the blocks of a fixture, in the order in which they are begun. */
function turn({ messageId, items }) {
  const blocks = [];
  const calls = new Map();
  let finishReason;
  for (const item of items) {
    if (item.type === 'text') {
      if (blocks.at(-1)?.type === 'text') blocks.at(-1).text += item.text;
      else blocks.push({ type: 'text', text: item.text });
    } else if (item.type === 'call') {
      const call = { type: 'toolCall', id: item.id, name: item.name, arguments: item.arguments ?? (item.input === undefined ? '' : text(item.input)) };
      blocks.push(call);
      calls.set(item.id, { call, told: false });
    } else if (item.type === 'input-delta') {
      const open = calls.get(item.callId);
      if (blocks.at(-1) !== open?.call) throw new Skip('a fixture tells one call after the other');
      open.call.arguments = (open.told ? open.call.arguments : '') + item.delta;
      open.told = true;
    } else if (item.type === 'stop') {
      if (!(item.reason in stops) || item.finish !== undefined) throw new Skip(`a fixture cannot tell the stop ${item.finish ?? item.reason}`);
      finishReason = stops[item.reason];
    } else throw new Skip(`a fixture has no ${item.type}`);
  }
  if (blocks.length === 0) blocks.push({ type: 'text', text: '' });
  return { blocks, id: messageId, finishReason };
}

let asked = 0;

/** What the server sends for a transcript. */
async function sent(path, request, transcript) {
  const name = `turn ${(asked += 1)}`;
  turns.set(name, turn(transcript));
  const response = await fetch(`${mock.url}${path}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ model: 'conform', stream: true, ...request(name) }),
  });
  const sse = await response.text();
  turns.delete(name);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${sse}`);
  return sse;
}

const messages = (content) => ({ max_tokens: 1024, messages: [{ role: 'user', content }] });
const wires = {
  'openai-chat': ['/v1/chat/completions', (name) => ({ ...messages(name), stream_options: { include_usage: true } })],
  'anthropic-messages': ['/v1/messages', messages],
  'openai-responses': ['/v1/responses', (name) => ({ input: [{ role: 'user', content: name }] })],
};

const data = (sse) => sse.split('\n').filter((line) => line.startsWith('data: ') && line !== 'data: [DONE]').map((line) => JSON.parse(line.slice('data: '.length)));

await serve({ name: '@copilotkit/aimock', version, url: `https://www.npmjs.com/package/@copilotkit/aimock/v/${version}` },
  Object.entries(wires).map(([dialect, [path, request]]) => ({
    dialect, role: 'producer', async run({ transcript }, tell) {
      const sse = await sent(path, request, transcript);
      data(sse).forEach(tell);
      return { sse };
    },
  })));
