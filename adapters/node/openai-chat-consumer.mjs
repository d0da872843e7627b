// openai-chat, consumer: a client that reads the chunks of a chat completion. It holds calls by their index, refuses
// what it cannot place, and throws nothing away without saying so.

import { isObject, JsonNumber, tryParse } from './json.mjs';
import { readChunks } from './input.mjs';
import { SseFrames } from './named-sse.mjs';

const REASONS = ['stop', 'length', 'tool_calls', 'content_filter'];

/** The state of a client that has read the stream to its end, its error or its abort. */
export function consumeOpenAIChat(input, choices) {
  const client = new Client(choices.chat);
  try {
    read(input, client);
  } catch (error) {
    if (!(error instanceof StreamError)) throw error;
    client.error = { message: error.message };
  }
  return { state: client.state() };
}

class StreamError extends Error {}

function read(input, client) {
  if (Array.isArray(input.events)) {
    const after = integer(input.abortAfter);
    const aborted = after !== null;
    for (const event of aborted ? input.events.slice(0, after) : input.events) client.take(event, '');
    client.end({ marked: !aborted && input.cut !== true, aborted });
    return;
  }
  const frames = new SseFrames();
  const marked = readChunks(input).some((bytes) => takeFrames(frames.push(bytes), client)) || takeFrames(frames.end(), client)
    || (client.style.unterminatedFrame === 'take' && takeTail(frames.tail(), client));
  client.end({ marked, aborted: false });
}

// True once the stream said that it is over.
function takeFrames(frames, client) {
  for (const { data, event } of frames) {
    if (data === '[DONE]') return true;
    const value = tryParse(data);
    if (value === undefined && client.style.malformedFrame === 'told') throw new StreamError('a frame is not JSON');
    if (value !== undefined) client.take(value, event);
  }
  return false;
}

// What the end of input cut off is no malformed frame, only an unfinished one.
function takeTail(frames, client) {
  return takeFrames(frames.filter(({ data }) => data === '[DONE]' || tryParse(data) !== undefined), client);
}

class Client {
  error = null;
  #usage = null;
  #choices = new Map();
  #whole = false;
  #id = null;

  constructor(style) {
    this.style = style;
  }

  take(chunk, event) {
    if (!isObject(chunk)) return;
    const { error, choices, usage, id } = chunk;
    if (isObject(usage)) this.#usage = usage;
    if (error !== undefined && error !== null) throw new StreamError(wordsOf(error));
    if (!Array.isArray(choices)) {
      if (event === 'error') throw new StreamError(wordsOf(chunk));
      if (this.style.vendorEvent === 'told') throw new StreamError('an event is no chunk');
      return;
    }
    if (this.#id !== null && this.#id !== id && this.style.changedId === 'told') throw new StreamError('the id of the chunks changed');
    this.#id ??= id;
    for (const choice of choices) if (isObject(choice)) this.#choice(choice.index).take(choice);
  }

  #choice(index) {
    const key = String(integer(index) ?? 0);
    if (!this.#choices.has(key)) this.#choices.set(key, new Choice(this.style));
    return this.#choices.get(key);
  }

  end({ marked, aborted }) {
    this.#whole = marked && !aborted;
    const own = this.#choice(0);
    if (aborted && this.style.abort === 'told') throw new StreamError('the stream was aborted');
    if (aborted) return;
    if (own.reason === null && this.style.noReason === 'told') throw new StreamError('the stream ended without a finish_reason');
    if (!marked && this.style.noDone === 'told') throw new StreamError('the stream ended without [DONE]');
    if (this.style.otherReason === 'told' && own.reason !== null && !REASONS.includes(own.reason)) throw new StreamError('the reason is none that is known');
  }

  state() {
    const own = this.#choice(0);
    const failed = this.error !== null;
    return {
      content: this.style.refusals === 'content' ? own.content + own.refusal : own.content,
      refusal: own.refusal === '' || this.style.refusals === 'content' ? null : own.refusal,
      toolCalls: failed && this.style.failedCalls === 'none' ? [] : own.calls({ whole: this.#whole && !failed }),
      finishReason: own.shownReason(),
      error: this.error,
      usage: this.#usage,
      finishedCalls: failed ? [] : own.finished(),
      otherChoices: [...this.#choices].filter(([index]) => index !== '0').map(([index, choice]) => ({
        index: Number(index),
        content: choice.content,
        toolCalls: choice.calls({ whole: !failed }),
        finishReason: choice.shownReason(),
      })),
    };
  }
}

function wordsOf(error) {
  if (typeof error === 'string') return error;
  if (isObject(error) && typeof error.message === 'string' && error.message !== '') return error.message;
  return 'the server sent an error';
}

class Choice {
  content = '';
  refusal = '';
  reason = null;
  #calls = []; // in the order of arrival
  #style;

  constructor(style) {
    this.#style = style;
  }

  take({ delta, finish_reason: reason }) {
    const over = this.reason !== null && this.reason !== '';
    const late = over && isObject(delta) && ((typeof delta.content === 'string' && delta.content !== '') || Array.isArray(delta.tool_calls));
    if (late && this.#style.behindReason === 'told') throw new StreamError('something came behind the finish_reason');
    if (isObject(delta) && (!over || this.#style.behindReason === 'applied')) {
      if (typeof delta.content === 'string') this.content += delta.content;
      if (typeof delta.refusal === 'string') this.refusal += delta.refusal;
      if (Array.isArray(delta.tool_calls)) delta.tool_calls.filter(isObject).forEach((fragment) => this.#fragment(fragment));
    }
    if (typeof reason === 'string' && (!over || this.#style.twoReasons === 'last') && (reason !== '' || this.reason === null)) this.reason = reason;
  }

  #fragment(fragment) {
    const call = this.#callOf(fragment);
    const { name, arguments: text } = isObject(fragment.function) ? fragment.function : {};
    if (filled(fragment.id) && call.id === '') call.id = fragment.id;
    if (filled(name) && call.text === '') this.#name(call, name);
    if (typeof text === 'string') call.text += text;
  }

  // A name may come in pieces.
  #name(call, name) {
    const { namePieces } = this.#style;
    if (call.name === '' || namePieces === 'last') call.name = name;
    else if (call.name !== name && namePieces === 'told') throw new StreamError('a call has two names');
    else if (call.name !== name && namePieces === 'joined') call.name += name;
  }

  #callOf(fragment) {
    const { id } = fragment;
    const index = integer(fragment.index);
    const named = isObject(fragment.function) && filled(fragment.function.name);
    if (index === null || index < 0) {
      if (this.#style.indexless === 'told') throw new StreamError('a fragment of a tool call has no index');
      return this.#indexless(id, named);
    }
    const same = this.#calls.filter((call) => call.index === index);
    if (same.length === 0) return this.#open(index);
    const known = filled(id) ? same.find((call) => call.id === id) : undefined;
    if (known !== undefined) return known;
    const last = same[same.length - 1];
    return filled(id) && last.id !== '' && named ? this.#open(index) : last;
  }

  #indexless(id, named) {
    const known = filled(id) ? this.#calls.filter((call) => call.id === id) : [];
    if (known.length === 1) return known[0];
    if (filled(id) && named) return this.#open(null);
    if (this.#calls.length === 1 && !filled(id)) return this.#calls[0];
    throw new StreamError('a fragment of a tool call has no index, and no call is known for it');
  }

  #open(index) {
    if (this.#style.gap === 'told' && index !== null && !this.#calls.some((call) => call.index === index) && index !== this.#calls.length) {
      throw new StreamError(`the index ${index} is out of turn`);
    }
    const call = { index, id: '', name: '', text: '' };
    this.#calls.push(call);
    return call;
  }

  // Under these two reasons the model has said all its calls.
  get #said() {
    return this.reason === 'tool_calls' || this.reason === 'stop';
  }

  calls({ whole }) {
    const shown = this.#calls.map((call, at) => this.#show(call, at, whole)).filter((call) => call !== null);
    return this.#style.order === 'index' ? shown.sort((a, b) => a.at - b.at).map(without) : shown.map(without);
  }

  #show(call, at, whole) {
    const style = this.#style;
    const parsed = tryParse(call.text);
    const object = call.text === '' || isObject(parsed);
    const said = this.#said || (style.cutReasons === 'ready' && this.reason !== null && call.text !== '');
    const ready = whole && said && call.name !== '' && (object || (style.nonObject === 'ready' && parsed !== undefined));
    if (!ready && call.name === '' && style.nameless === 'left out') return null;
    if (!ready && parsed === undefined && !(whole && this.#said) && style.cutCalls === 'left out') return null;
    const shownText = ready && call.text === '' ? style.noArguments : call.text;
    return {
      id: call.id === '' ? this.#madeUp(at) : call.id,
      name: call.name,
      arguments: style.arguments === 'parsed' && ready && isObject(parsed) ? parsed : shownText,
      state: ready ? 'ready' : 'open',
      at: call.index ?? at,
    };
  }

  #madeUp(at) {
    return this.#style.missingId === 'made up' ? `made-up-${at}` : '';
  }

  finished() {
    if (!this.#said) return [];
    const text = ({ text: raw }) => (this.#style.arguments === 'parsed' && isObject(tryParse(raw)) ? tryParse(raw) : raw);
    return this.#calls.filter((call) => tryParse(call.text) !== undefined).map((call) => ({ name: call.name, arguments: text(call) }));
  }

  shownReason() {
    if (this.reason === null || REASONS.includes(this.reason)) return this.reason;
    return { other: 'other', itself: this.reason }[this.#style.otherReason] ?? null;
  }
}

function without({ at, ...call }) {
  return call;
}

function filled(value) {
  return typeof value === 'string' && value !== '';
}

// The whole number that a value is, else null. Numbers come in a class of their own.
function integer(value) {
  const number = value instanceof JsonNumber ? Number(value.literal) : NaN;
  return Number.isInteger(number) ? number : null;
}
