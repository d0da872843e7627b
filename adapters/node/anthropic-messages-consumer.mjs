// anthropic-messages, consumer: a client that gathers a message from its events. Blocks are known by their index, calls
// are offered only where nothing about them is in doubt.

import { feed, integer, StreamError } from './anthropic-messages-events.mjs';
import { Offer } from './anthropic-messages-offer.mjs';
import { isObject } from './json.mjs';

/** The message as a client holds it at the end of the stream, at its error, or at its abort. */
export function consumeAnthropicMessages(input, choices) {
  const client = new Client(choices.messages);
  try {
    const aborted = feed(input, client.style, (event) => client.take(event), () => client.stopped);
    client.end(aborted);
  } catch (error) {
    if (!(error instanceof StreamError)) throw error;
    client.error = error.told;
  }
  return { state: new Offer(client, input.tools).state() };
}

/** A block: `{index, type, id, name, input, text, fragments, closed, spoiled}`. */
class Client {
  style;
  error = null;
  id = null;
  reason = null; // as it is shown
  told = null; // as it came
  blocks = []; // in the order of their starts
  reported = []; // blocks, in the order of their ends
  stopped = false; // the message_stop came
  aborted = false;
  strayed = false; // a fragment came that belongs nowhere
  #byIndex = new Map();
  #started = false;
  #deaf = false; // only the first message counts
  #highest = -1;

  constructor(style) {
    this.style = style;
  }

  take(event) {
    const read = typeof event.type === 'string' && Object.hasOwn(READERS, event.type) ? READERS[event.type] : undefined;
    if (read === undefined || (this.#deaf && event.type !== 'error')) return;
    if (this.stopped && event.type !== 'message_start') {
      if (this.style.afterStop === 'told') throw new StreamError(`${event.type} behind the end of the message`);
      return;
    }
    if (!this.#started && event.type !== 'message_start' && event.type !== 'error') {
      if (this.style.beforeStart === 'told') throw new StreamError(`${event.type} before the message began`);
    }
    read.call(this, event);
  }

  begin({ message }) {
    if (this.#started) this.#beginAgain();
    if (this.#deaf) return;
    this.#started = true;
    if (!isObject(message)) throw new StreamError('a message_start without a message');
    if (this.style.missingUsage === 'told' && !completeUsage(message.usage)) throw new StreamError('a message without usage');
    if (typeof message.id === 'string') this.id ??= message.id;
  }

  #beginAgain() {
    switch (this.style.secondStart) {
      case 'told': throw new StreamError('a second message began');
      case 'ignored':
        this.#deaf = true;
        break;
      case 'both':
        this.#byIndex.clear();
        this.stopped = false;
        break;
      default: // a new message instead
        Object.assign(this, { id: null, reason: null, told: null, blocks: [], stopped: false, strayed: false });
        this.#byIndex.clear();
        this.#highest = -1;
    }
  }

  open({ index: given, content_block: shape }) {
    const index = integer(given);
    if (index === null || index < 0) throw new StreamError('a block has no index');
    if (!isObject(shape)) throw new StreamError('a block without its content');
    this.#mind(index);
    const block = { index, type: shape.type, text: '', fragments: [], closed: false, spoiled: false };
    if (shape.type === 'text') block.text = typeof shape.text === 'string' ? shape.text : '';
    if (shape.type === 'tool_use') this.#openCall(block, shape);
    this.blocks.push(block);
    this.#byIndex.set(index, block);
    this.#highest = Math.max(this.#highest, index);
  }

  // What is odd about where a block begins.
  #mind(index) {
    const before = this.#byIndex.get(index);
    if (before !== undefined && !before.closed && this.style.openAgain === 'told') throw new StreamError('a block began anew');
    if (before !== undefined && this.style.indexAgain === 'told') throw new StreamError(`the index ${index} came again`);
    if (before === undefined && this.style.gap === 'told' && index !== this.#highest + 1) throw new StreamError(`the index ${index} is out of turn`);
    if (this.reason !== null && this.style.lateBlock === 'told') throw new StreamError('a block behind the end of the turn');
  }

  #openCall(block, { id, name, input }) {
    if (typeof id !== 'string' || id === '' || typeof name !== 'string' || name === '') throw new StreamError('a call has no id or no name');
    Object.assign(block, { id, name, input });
    if (this.style.sameId === 'told' && this.blocks.some((other) => other.type === 'tool_use' && other.id === id)) {
      throw new StreamError('two calls have the same id');
    }
  }

  change({ index, delta }) {
    if (!isObject(delta)) throw new StreamError('a delta without its content');
    const block = this.#byIndex.get(integer(index));
    if (block === undefined) this.#stray('a delta', delta.type === 'input_json_delta');
    else if (block.type === 'tool_use') this.#changeCall(block, delta);
    else if (block.type === 'text') this.#changeText(block, delta);
  }

  #stray(what, fragment) {
    if (this.style.stray === 'told') throw new StreamError(`${what} for no block`);
    this.strayed ||= fragment;
  }

  #changeCall(block, { type, partial_json: fragment }) {
    if (type === 'text_delta') this.#wrongType();
    if (type !== 'input_json_delta') return;
    if (typeof fragment !== 'string') throw new StreamError('a fragment is no text');
    if (!block.closed) block.fragments.push(fragment);
    else this.#late(block);
  }

  #changeText(block, { type, text }) {
    if (type === 'input_json_delta') this.#wrongType();
    if (type !== 'text_delta') return;
    if (typeof text !== 'string') throw new StreamError('a piece of text is no text');
    if (block.closed && this.style.late === 'told') throw new StreamError('text behind the end of its block');
    block.text += text;
  }

  #wrongType() {
    if (this.style.wrongDelta === 'told') throw new StreamError('a delta does not fit its block');
  }

  #late(block) {
    if (this.style.late === 'told') throw new StreamError('something came behind the end of its block');
    if (this.style.late === 'null') block.spoiled = true;
  }

  close({ index }) {
    const block = this.#byIndex.get(integer(index));
    if (block === undefined) {
      this.#stray('a stop', false);
      return;
    }
    if (block.closed) {
      this.#late(block);
      return;
    }
    block.closed = true;
    if (block.type === 'tool_use') this.reported.push(block);
  }

  turn({ delta, usage }) {
    if (this.style.missingUsage === 'told' && !isObject(usage)) throw new StreamError('a message_delta without usage');
    if (!isObject(delta)) return;
    if (typeof delta.stop_reason === 'string') this.reason = this.told = delta.stop_reason;
    else if (this.style.nullReason === 'erases') this.reason = null;
  }

  finish() {
    this.stopped = true;
    if (this.style.openBlock === 'told' && this.blocks.some((block) => !block.closed)) throw new StreamError('the message ended inside a block');
  }

  fail({ error }) {
    const { type, message } = isObject(error) ? error : {};
    throw new StreamError(typeof message === 'string' ? message : 'the server sent an error', typeof type === 'string' ? type : undefined);
  }

  end(aborted) {
    this.aborted = aborted;
    if (aborted) {
      if (this.style.abort === 'told') throw new StreamError('the stream was aborted', 'aborted');
      return;
    }
    if (this.reason === null && this.style.noReason === 'told') throw new StreamError('the stream ended before the turn did');
    if (this.stopped || this.reason === null) return;
    if (this.style.noStop === 'told') throw new StreamError('the stream ended without message_stop');
    if (this.style.noStop === 'null') this.reason = null;
  }
}

const READERS = {
  message_start: Client.prototype.begin,
  content_block_start: Client.prototype.open,
  content_block_delta: Client.prototype.change,
  content_block_stop: Client.prototype.close,
  message_delta: Client.prototype.turn,
  message_stop: Client.prototype.finish,
  error: Client.prototype.fail,
};

function completeUsage(usage) {
  return isObject(usage) && integer(usage.input_tokens) !== null && integer(usage.output_tokens) !== null;
}
