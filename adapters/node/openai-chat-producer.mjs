// openai-chat, producer: a server that tells a completion as chunks, and the bytes of its stream.

import { isObject, write } from './json.mjs';
import { Rejection } from './rejection.mjs';

/** The chunks of a turn, and their bytes. */
export function produceOpenAIChat(input) {
  const items = readItems(input.transcript);
  const stop = items.find((item) => item.type === 'stop') ?? { reason: 'completed' };
  const server = new Server(items.filter((item) => item.type === 'call'));
  for (const item of items) server.say(item);
  server.stop(stop);
  return { events: server.frames.map((event) => ({ event })), state: { sse: server.bytes() } };
}

function readItems(transcript) {
  if (!isObject(transcript) || !Array.isArray(transcript.items)) throw new Rejection('the transcript has no items');
  return transcript.items.filter(isObject);
}

class Server {
  frames = [];
  #calls;
  #marked = false;
  #role = { role: 'assistant' };

  constructor(calls) {
    this.#calls = calls;
  }

  say(item) {
    if (item.type === 'text' && item.text !== '') this.#delta({ content: item.text });
    if (item.type === 'call') this.#open(item);
    if (item.type === 'input-delta' && item.delta !== '') this.#fragment(item.callId, { arguments: item.delta });
  }

  // A call whose arguments are at hand comes whole in its opener.
  #open({ id, name, input, arguments: raw }) {
    const text = typeof raw === 'string' ? raw : input === undefined ? '' : write(input);
    this.#delta({ tool_calls: [{ index: this.#index(id), id, type: 'function', function: { name, arguments: text } }] });
  }

  #fragment(id, members) {
    this.#delta({ tool_calls: [{ index: this.#index(id), function: members }] });
  }

  #index(id) {
    return this.#calls.findIndex((call) => call.id === id);
  }

  // The role stands beside whatever is said first.
  #delta(delta, reason = null) {
    this.#chunk([{ index: 0, delta: { ...this.#role, ...delta }, finish_reason: reason }]);
    this.#role = {};
  }

  #chunk(choices, more = {}) {
    this.frames.push({ id: 'chatcmpl-node', object: 'chat.completion.chunk', created: 1754000000, model: 'node', choices, ...more });
  }

  stop({ reason }) {
    if (reason === 'error') return; // the stream just ends
    if (reason === 'user_stopped') return;
    const told = reason === 'completed' ? (this.#calls.length > 0 ? 'tool_calls' : 'stop') : reason;
    this.#delta({}, told);
    this.#chunk([], { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } });
    this.#marked = true;
  }

  bytes() {
    const frames = this.frames.map((frame) => `data: ${write(frame)}\n\n`).join('');
    return this.#marked ? `: end\n\n${frames}data: [DONE]\n\n` : frames;
  }
}

