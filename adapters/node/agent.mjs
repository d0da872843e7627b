#!/usr/bin/env node
// An agent of openai-chat with nothing but fetch, and the adapter before it: an example of the role, written
// from the requirements LOOP-01 to LOOP-15 alone.
//
//     conform run --role agent -- node adapters/node/agent.mjs

import { createInterface } from 'node:readline';

import { isObject, parse, tryParse, write } from './json.mjs';

// --- the adapter: the base URL, the tools and the prompt go in, what only the agent can see comes out ---

const send = (message) => process.stdout.write(`${write(message)}\n`);

createInterface({ input: process.stdin, crlfDelay: Infinity }).on('line', async (line) => {
  const message = parse(line);
  if (message.type === 'hello') {
    send({
      type: 'hello',
      protocol: 1,
      implementation: { name: 'conform-node-agent', version: '1.0.0', language: 'javascript' },
      supports: [{ dialect: 'openai-chat', role: 'agent' }],
      concurrency: 16,
    });
  } else if (message.type === 'case') {
    const { id, input } = message;
    const runs = [];
    const tools = input.tools.map((tool) => ({ ...tool, run: (given) => (runs.push({ name: tool.name, arguments: given }), does(tool.does, given)) }));
    try {
      send({ type: 'done', id, state: { text: await agent({ ...input, tools }), error: null, runs } });
    } catch (error) {
      send({ type: 'done', id, state: { text: '', error: { message: error.message }, runs } });
    }
  }
});

function does(what, given) {
  if (what === 'echo') return given;
  if ('throw' in what) throw new Error(what.throw);
  return what.return;
}

// --- the agent ---

async function agent({ baseUrl, apiKey, model, prompt, tools, maxTurns }) {
  const messages = [{ role: 'user', content: prompt }];
  const offered = tools.map(({ name, description, schema }) => ({ type: 'function', function: { name, description, parameters: schema } }));
  for (let turn = 0; turn < Number(maxTurns.literal ?? maxTurns); turn++) {
    const { text, calls } = await ask(`${baseUrl}/chat/completions`, apiKey, { model, stream: true, messages, tools: offered });
    if (calls.length === 0) return text;
    const tool_calls = calls.map((call) => ({ id: call.id, type: 'function', function: { name: call.name, arguments: call.text } }));
    messages.push({ role: 'assistant', content: text === '' ? null : text, tool_calls });
    messages.push(...calls.map((call) => ({ role: 'tool', tool_call_id: call.id, content: result(call, tools) })));
  }
  throw new Error(`no answer within ${write(maxTurns)} turns`);
}

// What a call comes to: the value as text, or an error that says what went wrong.
function result({ name, text }, tools) {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) return `Error: there is no tool named ${name}`;
  const given = text.trim() === '' ? {} : tryParse(text);
  if (!isObject(given)) return 'Error: the arguments are not a JSON object';
  try {
    const value = tool.run(given);
    return typeof value === 'string' ? value : write(value);
  } catch (error) {
    return `Error: ${error.message}`;
  }
}

// One turn of the model. What is not told to its end is an error, and nothing is made of it.
async function ask(url, apiKey, body) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
  const response = await fetch(url, { method: 'POST', headers, body: write(body) });
  if (!response.ok) throw new Error(`the server answers with status ${response.status}`);
  const calls = new Map();
  let [text, reason] = ['', null];
  for await (const data of frames(response.body)) {
    if (data === '[DONE]') break;
    const chunk = parse(data);
    if (chunk.error) throw new Error(`the server says: ${chunk.error.message}`);
    const choice = chunk.choices?.[0];
    text += choice?.delta?.content ?? '';
    for (const piece of choice?.delta?.tool_calls ?? []) {
      const key = write(piece.index);
      if (!calls.has(key)) calls.set(key, { id: '', name: '', text: '' });
      const call = calls.get(key);
      call.id ||= piece.id ?? '';
      call.name ||= piece.function?.name ?? '';
      call.text += piece.function?.arguments ?? '';
    }
    reason ??= choice?.finish_reason ?? null;
  }
  if (reason === null) throw new Error('the stream broke off');
  if (calls.size > 0 && reason !== 'tool_calls' && reason !== 'stop') throw new Error(`the model was stopped inside a call: ${reason}`);
  return { text, calls: [...calls.values()] };
}

// The data of each event of a stream.
async function* frames(body) {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const events = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n\r?\n/);
    rest = events.pop();
    for (const event of events) {
      const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart());
      if (data.length > 0) yield data.join('\n');
    }
  }
}
