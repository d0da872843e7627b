// openai-chat, consumer: a client that reads the chunks of a chat completion. It holds calls by their index, refuses
// what it cannot place, and throws nothing away without saying so.

import { isObject, JsonNumber, tryParse } from './json.mjs';
import { readChunks } from './input.mjs';
import { SseFrames } from './sse.mjs';

const REASONS = ['stop', 'length', 'tool_calls', 'content_filter'];

/** The state of a client that has read the stream to its end, its error or its abort. */
export function consumeOpenAIChat(input) {
  const client = new Client();
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
  const marked = readChunks(input).some((bytes) => takeFrames(frames.push(bytes), client)) || takeFrames(frames.end(), client);
  client.end({ marked, aborted: false });
}

// True once the stream said that it is over.
function takeFrames(frames, client) {
  for (const { data, event } of frames) {
    if (data === '[DONE]') return true;
    const value = tryParse(data);
    if (value === undefined) throw new StreamError('a frame is not JSON');
    client.take(value, event);
  }
  return false;
}

class Client {
  error = null;
  #usage = null;
  #choices = new Map();
  #whole = false;

  take(chunk, event) {
    if (!isObject(chunk)) return;
    const { error, choices, usage } = chunk;
    if (isObject(usage)) this.#usage = usage;
    if (error !== undefined && error !== null) throw new StreamError(wordsOf(error));
    if (!Array.isArray(choices)) {
      if (event === 'error') throw new StreamError(wordsOf(chunk));
      return; // a vendor's own event
    }
    for (const choice of choices) if (isObject(choice)) this.#choice(choice.index).take(choice);
  }

  #choice(index) {
    const key = String(integer(index) ?? 0);
    if (!this.#choices.has(key)) this.#choices.set(key, new Choice());
    return this.#choices.get(key);
  }

  end({ marked, aborted }) {
    this.#whole = marked && !aborted;
    if (aborted) throw new StreamError('the stream was aborted');
    if (this.#choice(0).reason === null) throw new StreamError('the stream ended without a finish_reason');
    if (!marked) throw new StreamError('the stream ended without [DONE]');
  }

  state() {
    const own = this.#choice(0);
    const failed = this.error !== null;
    return {
      content: own.content,
      refusal: own.refusal === '' ? null : own.refusal,
      toolCalls: own.calls({ whole: this.#whole && !failed }),
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

  take({ delta, finish_reason: reason }) {
    const over = this.reason !== null && this.reason !== '';
    if (isObject(delta) && !over) {
      if (typeof delta.content === 'string') this.content += delta.content;
      if (typeof delta.refusal === 'string') this.refusal += delta.refusal;
      if (Array.isArray(delta.tool_calls)) delta.tool_calls.filter(isObject).forEach((fragment) => this.#fragment(fragment));
    }
    if (typeof reason === 'string' && !over && (reason !== '' || this.reason === null)) this.reason = reason;
  }

  #fragment(fragment) {
    const call = this.#callOf(fragment);
    const { name, arguments: text } = isObject(fragment.function) ? fragment.function : {};
    if (filled(fragment.id) && call.id === '') call.id = fragment.id;
    if (filled(name) && call.text === '') call.name = name; // the last piece, where it comes in pieces
    if (typeof text === 'string') call.text += text;
  }

  #callOf(fragment) {
    const { id } = fragment;
    const index = integer(fragment.index);
    const named = isObject(fragment.function) && filled(fragment.function.name);
    if (index === null || index < 0) return this.#indexless(id, named);
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
    const call = { index, id: '', name: '', text: '' };
    this.#calls.push(call);
    return call;
  }

  // Under these two reasons the model has said all its calls.
  get #said() {
    return this.reason === 'tool_calls' || this.reason === 'stop';
  }

  calls({ whole }) {
    return this.#calls.map((call, at) => {
      const parsed = tryParse(call.text);
      const ready = whole && this.#said && call.name !== '' && (call.text === '' || isObject(parsed));
      return { id: call.id === '' ? `made-up-${at}` : call.id, name: call.name, arguments: ready && call.text === '' ? '{}' : call.text,
        state: ready ? 'ready' : 'open' };
    });
  }

  finished() {
    if (!this.#said) return [];
    return this.#calls.filter((call) => tryParse(call.text) !== undefined).map(({ name, text }) => ({ name, arguments: text }));
  }

  shownReason() {
    return this.reason === null || REASONS.includes(this.reason) ? this.reason : 'other';
  }
}

function filled(value) {
  return typeof value === 'string' && value !== '';
}

// The whole number that a value is, else null. Numbers come in a class of their own.
function integer(value) {
  const number = value instanceof JsonNumber ? Number(value.literal) : NaN;
  return Number.isInteger(number) ? number : null;
}
