#!/usr/bin/env node
// conform adapter for the Responses API of the npm package ai, through @ai-sdk/openai: node responses.mjs VERSION
import { Refusal, serve } from '../shared/serve.mjs';
import { chosen, expectVersion } from '../shared/versions.mjs';
import { playing, responsesFrame, textOf } from '../shared/wire.mjs';
import { message as sent } from './history.mjs';
import { callsIn, partsOf, textOfDelta } from './stream.mjs';

const providers = { '5.0.60': '2.0.42', '7.0.173': '4.0.118' };
const version = chosen(Object.keys(providers));
expectVersion(import.meta.url, `ai-${version}`, version);
expectVersion(import.meta.url, `openai-${providers[version]}`, providers[version]);

globalThis.AI_SDK_LOG_WARNINGS = false;
const ai = await import(`ai-${version}`);
const { createOpenAI } = await import(`openai-${providers[version]}`);
const model = (fetch) => createOpenAI({ apiKey: 'x', fetch }).responses('gpt-4.1');

const statuses = { stop: 'completed', 'tool-calls': 'completed', length: 'incomplete', 'content-filter': 'incomplete', error: 'failed' };

async function consume(input) {
  const runs = [];
  const run = (value, { toolCallId }) => {
    runs.push(toolCallId);
    return 'ok';
  };
  const tools = Object.fromEntries(namesIn(input).map((name) => [name, ai.tool({ inputSchema: ai.jsonSchema({ type: 'object' }), execute: run })]));
  const parts = await partsOf(ai, model, tools, (abort) => playing(input, { frames: responsesFrame, abort }));
  const failure = parts.find(({ type }) => type === 'error');
  const finish = parts.find(({ type }) => type === 'finish');
  const calls = callsIn(parts);
  const texts = new Map();
  return {
    status: failure ? 'failed' : (statuses[finish?.finishReason] ?? 'unfinished'),
    error: failure ? { code: null, message: words(failure.error) } : null,
    output: parts.flatMap((part) => entry(part, { calls, runs, texts })),
  };
}

// Every tool name that the items hold has a tool, as an application would.
const namesIn = (input) => [...new Set([...textOf(input).matchAll(/"name":\s*("(?:[^"\\]|\\.)*")/g)].map(([, name]) => JSON.parse(name)))];

const words = (error) => (typeof error === 'string' ? error : (error?.message ?? JSON.stringify(error)));

// Texts stand where they begin. A call is ready once for each run of its tool, else open.
function entry(part, { calls, runs, texts }) {
  if (part.type === 'text-delta') {
    const text = texts.get(part.id);
    if (text !== undefined) {
      text.text += textOfDelta(part);
      return [];
    }
    texts.set(part.id, { type: 'text', text: textOfDelta(part) });
    return [texts.get(part.id)];
  }
  if (!calls.includes(part)) return [];
  const at = runs.indexOf(part.toolCallId);
  if (at >= 0) runs.splice(at, 1);
  return [{ type: 'call', callId: part.toolCallId, name: part.toolName, arguments: argumentsOf(part), state: at >= 0 ? 'ready' : 'open' }];
}

// A text as arguments is taken as it is: a value that is one goes back into JSON. What could not be parsed is the text.
const argumentsOf = ({ input: value = null, invalid }) => (typeof value === 'string' && !invalid ? JSON.stringify(value) : value);

const answer = {
  id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'm', error: null, incomplete_details: null,
  output: [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'ok', annotations: [] }] }],
  usage: { input_tokens: 1, output_tokens: 1 },
};

async function convert({ history }) {
  let body;
  let refusal;
  const fetch = async (_url, init) => {
    body = JSON.parse(init.body);
    return Response.json(answer);
  };
  try {
    await ai.generateText({ model: model(fetch), messages: history.map(message), maxRetries: 0, providerOptions: { openai: { store: false } } });
  } catch (error) {
    refusal = error;
  }
  if (body === undefined) throw new Refusal(`${refusal?.name}: ${refusal?.message}`);
  return { input: body.input };
}

// The id of an item is the provider's metadata of a call.
function message(told) {
  const made = sent(told);
  told.parts?.forEach(({ itemId }, at) => {
    if (itemId) made.content[at].providerOptions = { openai: { itemId } };
  });
  return made;
}

await serve({ name: 'ai', version, url: `https://www.npmjs.com/package/ai/v/${version}`, providers: `@ai-sdk/openai ${providers[version]}` }, [
  { dialect: 'openai-responses', role: 'consumer', encodings: ['events', 'sse'], omits: ['responseId', 'itemId', 'errorCode', 'incompleteReason', 'results', 'refusal'], run: consume },
  { dialect: 'openai-responses', role: 'converter', run: convert },
]);
