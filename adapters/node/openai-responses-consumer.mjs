// openai-responses, consumer: a client that follows the events of a response, and holds its items.

import { feed, integer, StreamError, text } from './feed.mjs';
import { isObject } from './json.mjs';
import { Items } from './openai-responses-items.mjs';
import { isWhole, viewOf } from './openai-responses-view.mjs';

/** The response as a client holds it at the end of the stream, at its error, or at its abort. */
export function consumeOpenAIResponses(input, choices) {
  const client = new Client(choices.responses);
  try {
    const { aborted } = feed(input, client.style, (event) => client.take(event));
    client.end(aborted);
  } catch (error) {
    if (!(error instanceof StreamError)) throw error;
    client.loud = error.told;
  }
  return { state: viewOf(client) };
}

// Events that tell of nothing that a client of text and calls holds.
const DOCUMENTED = new RegExp('^response\\.(reasoning|web_search_call|file_search_call|code_interpreter_call|image_generation_call|'
  + 'mcp_|custom_tool_call|audio|output_text\\.annotation|queued|in_progress|created)');

class Client {
  style;
  loud = null; // what stopped the reading
  failure = null; // what the stream told of its failure
  responseId = null;
  ending = null; // 'completed', 'incomplete', 'failed'; null without a terminal
  reason = null;
  ordered = false; // the terminal told the order
  aborted = false;
  #seen = new Set(); // deltas that can be told from replays

  constructor(style) {
    this.style = style;
    this.items = new Items(style);
  }

  take(event) {
    const { type } = event;
    if (typeof type !== 'string' || type.includes(':')) return;
    if (this.failure !== null && this.ending === null && this.style.afterError === 'stops') return;
    if (this.ending !== null && this.style.afterTerminal !== 'applied') {
      if (this.style.afterTerminal === 'told') throw new StreamError(`${type} after the end of the response`);
      return;
    }
    const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
    if (read !== undefined) read.call(this, event);
    else if (this.style.unknownEvent === 'told' && type !== 'keepalive' && !DOCUMENTED.test(type)) throw new StreamError(`unknown event ${type}`);
  }

  begin({ response }) {
    if (isObject(response)) this.responseId ??= text(response.id);
  }

  add({ output_index: given, item: shape }) {
    if (!isObject(shape)) return;
    const index = integer(given);
    if (this.items.told(shape, index, false) !== undefined) return;
    this.#mind(shape, index);
    if (this.#swallowed(shape)) return;
    this.items.add(shape, index);
  }

  #mind(shape, index) {
    if (this.style.gaps === 'told' && index !== null && index > this.items.list.length) throw new StreamError(`the index ${index} is out of turn`);
  }

  #swallowed({ type, call_id: callId }) {
    if (type !== 'function_call' || this.style.sameCallId === 'both') return false;
    return this.items.list.some((item) => item.isCall && item.callId === callId && callId !== undefined);
  }

  close({ output_index: given, item: shape }) {
    if (!isObject(shape)) return;
    const index = integer(given);
    let item = this.items.told(shape, index, true);
    if (item === undefined) {
      if (this.style.unadded === 'told') throw new StreamError('an item ended that never began');
      if (this.#swallowed(shape)) return;
      item = this.items.add(shape, index);
    } else if (item.closed) {
      return; // said before: what is final stays
    } else if (this.style.itemDone === 'replaces' || !item.isCall || !item.final) {
      item.replace(shape);
    } else {
      item.status = text(shape.status);
    }
    item.closed = true;
    this.#judge(item);
  }

  // Arguments that nobody can run are told at once, where they are.
  #judge(item) {
    if (!item.isCall || this.style.malformed !== 'told' || item.status === 'incomplete' || isWhole(item.text)) return;
    throw new StreamError(`the arguments of ${item.name} are no JSON object`);
  }

  tellPart({ content_index: index, part, ...where }) {
    const item = this.items.of(where);
    if (item === undefined || item.closed || !isObject(part)) return;
    if (where.type === 'response.content_part.done') item.tellPart(integer(index), part);
    else if (part.type === 'output_text' || part.type === 'refusal') item.part(integer(index), part.type === 'refusal' ? 'refusal' : 'text');
  }

  say(kind, event) {
    const item = this.#open(event, 'message');
    if (item !== undefined && !this.#replayed(event)) item.part(integer(event.content_index), kind).pieces += text(event.delta) ?? '';
  }

  said(kind, event, whole) {
    const item = this.#open(event, 'message');
    if (item !== undefined && typeof whole === 'string') item.part(integer(event.content_index), kind).done = whole;
  }

  argue(event) {
    const item = this.#open(event, 'function_call');
    if (item !== undefined && !item.final && !this.#replayed(event)) item.text += text(event.delta) ?? '';
  }

  argued(event) {
    const item = this.#open(event, 'function_call');
    if (item === undefined || typeof event.arguments !== 'string') return;
    item.text = event.arguments;
    item.final = true;
  }

  #open(event, type) {
    const item = this.items.of(event);
    if (item === undefined || item.type !== type) {
      if (this.style.stray === 'told') throw new StreamError(`${event.type} for no item`);
      return undefined;
    }
    return item.closed ? undefined : item;
  }

  #replayed({ type, sequence_number: number, item_id: id, delta }) {
    const sequence = integer(number);
    if (sequence === null || this.style.replays === 'applied') return false;
    const key = `${sequence} ${type} ${id} ${delta}`;
    if (this.#seen.has(key)) {
      if (this.style.replays === 'told') throw new StreamError(`the event ${sequence} came again`);
      return true;
    }
    this.#seen.add(key);
    return false;
  }

  fail(event) {
    const { code, message } = isObject(event.error) ? event.error : event;
    const failure = { code: text(code), message: text(message) ?? 'the server sent an error' };
    if (this.style.failures === 'told') throw new StreamError(failure.message, failure);
    this.failure ??= failure;
  }

  terminate({ type, response: given }) {
    const response = isObject(given) ? given : {};
    const word = type.slice('response.'.length);
    const status = text(response.status);
    this.responseId ??= text(response.id);
    this.ending = this.style.statusFrom === 'response' && status !== null ? status : word;
    if (isObject(response.incomplete_details)) this.reason = text(response.incomplete_details.reason);
    if (Array.isArray(response.output)) this.#list(response.output.filter(isObject));
    if (word === 'failed') this.#failed(response.error);
    else if (word === 'incomplete' && this.style.incomplete === 'told') throw new StreamError(`the response is incomplete: ${this.reason}`);
  }

  #failed(error) {
    const { code, message } = isObject(error) ? error : {};
    this.ending = 'failed';
    const failure = { code: text(code), message: text(message) ?? 'the response failed' };
    if (this.style.failures === 'told') throw new StreamError(failure.message, failure);
    // One without words takes none away.
    if (this.style.twoFailures === 'last' && text(message) !== null) this.failure = failure;
    else this.failure ??= failure;
  }

  // What the finished response lists: the truth, or only what was missed.
  #list(entries) {
    // Of a call that only arguments.done has told final, an empty list says nothing.
    const wipes = this.style.emptyTerminal === 'wipes' && this.items.list.every((item) => item.closed || !item.final);
    const replaces = this.style.terminal === 'replaces' && (entries.length > 0 || wipes);
    const taken = new Set();
    const order = [];
    for (const entry of entries) {
      let item = this.items.listed(entry, taken);
      if (item === undefined) {
        if (!replaces && this.style.unlisted !== 'added') continue;
        item = this.items.add(entry, null);
      } else if (replaces || (item.isCall && !item.closed)) {
        item.replace(entry);
      }
      item.listed = true;
      if (replaces && entry.status !== 'in_progress') item.closed = true;
      taken.add(item);
      order.push(item);
    }
    if (!replaces) return;
    this.items.list = order;
    this.ordered = true;
  }

  end(aborted) {
    this.aborted = aborted && this.ending === null;
    if (this.ending !== null || this.failure !== null) return;
    if (aborted && this.style.abort === 'told') throw new StreamError('the request was aborted');
    if (!aborted && this.style.cut === 'told') throw new StreamError('the stream ended before the response did');
  }
}

const READERS = {
  'response.created': Client.prototype.begin,
  'response.queued': Client.prototype.begin,
  'response.in_progress': Client.prototype.begin,
  'response.completed': Client.prototype.terminate,
  'response.incomplete': Client.prototype.terminate,
  'response.failed': Client.prototype.terminate,
  'response.output_item.added': Client.prototype.add,
  'response.output_item.done': Client.prototype.close,
  'response.content_part.added': Client.prototype.tellPart,
  'response.content_part.done': Client.prototype.tellPart,
  'response.output_text.delta'(event) { this.say('text', event); },
  'response.output_text.done'(event) { this.said('text', event, event.text); },
  'response.refusal.delta'(event) { this.say('refusal', event); },
  'response.refusal.done'(event) { this.said('refusal', event, event.refusal); },
  'response.function_call_arguments.delta': Client.prototype.argue,
  'response.function_call_arguments.done': Client.prototype.argued,
  error: Client.prototype.fail,
};
