#!/usr/bin/env node
// conform adapter for released versions of the npm package @anthropic-ai/sdk: node adapter.mjs VERSION
import { offered, serve, told } from '../shared/serve.mjs';
import { chosen, expectVersion } from '../shared/versions.mjs';
import { messagesFrame, playing } from '../shared/wire.mjs';

const version = chosen(['0.98.0', '1.8.0', '1.12.0']);
expectVersion(import.meta.url, `anthropic-${version}`, version);
const { default: Anthropic } = await import(`anthropic-${version}`);

async function consume(input) {
  let stream;
  const fetch = playing(input, { frames: messagesFrame, abort: () => stream.abort() });
  const client = new Anthropic({ apiKey: 'x', maxRetries: 0, fetch });
  stream = client.messages.stream({ model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'x' }] });
  const reported = [];
  stream.on('contentBlock', (block) => block.type === 'tool_use' && reported.push(block.id));
  stream.on('error', () => {});
  stream.on('abort', () => {});
  let error = null;
  let message;
  try {
    message = await stream.finalMessage();
  } catch (reason) {
    error = told(reason);
    message = stream.currentMessage;
  }
  // A snapshot of an unfinished message offers nothing for a call that wasn't told as finished.
  const inputOf = (block) => (error !== null && !reported.includes(block.id) ? null : offered(() => block.input));
  const content = (message?.content ?? []).filter(Boolean).map((block) => {
    if (block.type === 'tool_use') return { type: 'tool_use', id: block.id, name: block.name, input: inputOf(block) };
    return block.type === 'text' ? { type: 'text', text: block.text } : { type: block.type };
  });
  return { id: message?.id ?? null, stopReason: message?.stop_reason ?? null, content, error, reported };
}

await serve({ name: '@anthropic-ai/sdk', version, url: `https://www.npmjs.com/package/@anthropic-ai/sdk/v/${version}` }, [
  { dialect: 'anthropic-messages', role: 'consumer', encodings: ['events', 'sse'], omits: ['executed'], run: consume },
]);
