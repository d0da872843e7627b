// openai-chat, producer: a server that tells a completion as chunks, and the bytes of its stream.

import { isObject, tryParse, write } from './json.mjs';
import { Rejection } from './rejection.mjs';

/** The chunks of a turn, and their bytes. */
export function produceOpenAIChat(input, choices) {
  const style = choices.chatProducer;
  const stop = readItems(input.transcript).find((item) => item.type === 'stop') ?? { reason: 'completed' };
  const items = style.cutCalls === 'left out' ? withoutCut(readItems(input.transcript), stop) : readItems(input.transcript);
  const server = new Server(items.filter((item) => item.type === 'call'), style);
  if (style.roleAlone) server.begin();
  for (const item of items) server.say(item);
  server.stop(stop);
  return { events: server.frames.map((event) => ({ event })), state: { sse: server.bytes() } };
}

function readItems(transcript) {
  if (!isObject(transcript) || !Array.isArray(transcript.items)) throw new Rejection('the transcript has no items');
  return transcript.items.filter(isObject);
}

// A server that sends whole calls only.
function withoutCut(items, { reason }) {
  const texts = new Map();
  for (const item of items) if (item.type === 'input-delta') texts.set(item.callId, (texts.get(item.callId) ?? '') + item.delta);
  const cut = (id) => reason !== 'completed' && texts.has(id) && tryParse(texts.get(id)) === undefined;
  return items.filter((item) => !cut(item.type === 'call' ? item.id : item.callId));
}

class Server {
  frames = [];
  failure = null;
  #calls;
  #style;
  #marked = false;
  #role = { role: 'assistant' };

  constructor(calls, style) {
    this.#calls = calls;
    this.#style = style;
  }

  begin() {
    this.#delta({ content: '' });
  }

  say(item) {
    if (item.type === 'text' && item.text !== '') for (const piece of this.#pieces(item.text)) this.#delta({ content: piece });
    if (item.type === 'call') this.#open(item);
    if (item.type === 'input-delta' && (item.delta !== '' || this.#style.emptyPieces)) this.#fragment(item.callId, { arguments: item.delta });
  }

  #pieces(text) {
    return this.#style.pieces === 'characters' ? [...text] : [text];
  }

  // A call whose arguments are at hand comes whole in its opener, or piece by piece behind it.
  #open({ id, name, input, arguments: raw }) {
    const text = typeof raw === 'string' ? raw : input === undefined ? '' : this.#inputText(input);
    const inOpener = this.#style.opener === 'with arguments';
    this.#delta({ tool_calls: [{ index: this.#index(id), id, type: 'function', function: { name, arguments: inOpener ? text : '' } }] });
    if (!inOpener) for (const piece of this.#pieces(text)) if (piece !== '') this.#fragment(id, { arguments: piece });
  }

  #inputText(input) {
    return this.#style.noArguments === '' && Object.keys(input).length === 0 ? '' : write(input);
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
    const usage = this.#style.usage === 'null besides' ? { usage: null } : {};
    const vendor = this.#style.moreMembers ? { system_fingerprint: 'fp', provider: 'node' } : {};
    this.frames.push({ id: 'chatcmpl-node', object: 'chat.completion.chunk', created: 1754000000, model: 'node', choices, ...usage, ...vendor, ...more });
  }

  stop({ reason, message }) {
    if (reason === 'error') this.#fail(message);
    if (reason === 'user_stopped' && this.#style.userStop === 'length') this.#delta({}, 'length');
    if (reason === 'error' || reason === 'user_stopped') return;
    const told = reason === 'completed' ? (this.#calls.length > 0 ? 'tool_calls' : 'stop') : reason;
    const last = this.frames[this.frames.length - 1];
    if (this.#style.reason === 'on the last chunk' && last !== undefined) last.choices[0].finish_reason = told;
    else this.#delta({}, told);
    if (this.#style.usage !== 'none') this.#chunk([], { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } });
    this.#marked = true;
  }

  // The stream just ends, or a frame tells why.
  #fail(message) {
    if (this.#style.failure === 'just ends') return;
    this.failure = { error: { message: typeof message === 'string' && message !== '' ? message : 'The model failed.', code: 502 } };
    if (this.#style.failure === 'an event') this.frames.push(this.failure);
  }

  bytes() {
    const { lineEnding: end, space, comments } = this.#style;
    const told = this.#style.failure === 'in the bytes' && this.failure !== null ? [...this.frames, this.failure] : this.frames;
    const frames = told.map((frame) => `data:${space}${write(frame)}${end}${end}`);
    return (comments ? `: end${end}${end}` : '') + frames.join('') + (this.#marked ? `data:${space}[DONE]${end}${end}` : '');
  }
}
