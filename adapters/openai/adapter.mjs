#!/usr/bin/env node
// conform adapter for released versions of the npm package openai: node adapter.mjs VERSION
import { serve, told } from '../shared/serve.mjs';
import { chosen, expectVersion } from '../shared/versions.mjs';
import { chatFrame, chatTail, playing } from '../shared/wire.mjs';

const version = chosen(['6.49.0', '7.57.0']);
expectVersion(import.meta.url, `openai-${version}`, version);
const { default: OpenAI } = await import(`openai-${version}`);

async function consume(input) {
  let stream;
  const fetch = playing(input, { frames: chatFrame, tail: chatTail, abort: () => stream.abort() });
  const client = new OpenAI({ apiKey: 'x', maxRetries: 0, fetch });
  stream = client.chat.completions.stream({ model: 'm', messages: [{ role: 'user', content: 'x' }] });
  const finishedCalls = [];
  stream.on('tool_calls.function.arguments.done', ({ name, arguments: text }) => finishedCalls.push({ name, arguments: text }));
  stream.on('error', () => {});
  stream.on('abort', () => {});
  let error = null;
  let completion;
  try {
    completion = await stream.finalChatCompletion();
  } catch (reason) {
    error = told(reason);
    completion = stream.currentChatCompletionSnapshot;
  }
  const choices = (completion?.choices ?? []).filter(Boolean).map(choice);
  const own = choices.find(({ index }) => index === 0);
  return {
    content: own?.content ?? null,
    refusal: own?.refusal ?? null,
    toolCalls: own?.toolCalls ?? [],
    finishReason: own?.finishReason ?? null,
    error,
    usage: completion?.usage ?? null,
    finishedCalls,
    otherChoices: choices.filter(({ index }) => index !== 0),
  };
}

// The list of calls may have holes.
function choice({ index, message, finish_reason: finishReason }) {
  const toolCalls = (message?.tool_calls ?? []).filter(Boolean).map((call) => ({ id: call.id, name: call.function?.name, arguments: call.function?.arguments }));
  return { index, content: message?.content ?? null, refusal: message?.refusal ?? null, toolCalls, finishReason: finishReason ?? null };
}

await serve({ name: 'openai', version, url: `https://www.npmjs.com/package/openai/v/${version}` }, [
  { dialect: 'openai-chat', role: 'consumer', encodings: ['events', 'sse'], omits: ['callState'], run: consume },
]);
