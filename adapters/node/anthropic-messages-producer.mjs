// anthropic-messages, producer: a server that tells a turn as events, and the bytes of its stream.

import { isObject, tryParse, write } from './json.mjs';
import { Rejection } from './rejection.mjs';

const REASONS = { length: 'max_tokens', content_filter: 'refusal' };

/** The events of a turn, and their bytes. */
export function produceAnthropicMessages({ transcript }, choices) {
  if (!isObject(transcript) || !Array.isArray(transcript.items)) throw new Rejection('the transcript has no items');
  const style = choices.messagesProducer;
  const server = new Server(transcript.items.filter(isObject), style);
  server.play(typeof transcript.messageId === 'string' ? transcript.messageId : 'msg_node');
  return { events: server.events.map((event) => ({ event })), state: { sse: bytes(server.events, style) } };
}

class Server {
  events = [];
  #style;
  #items;
  #stop;
  #texts = new Map(); // the argument text of each call
  #last = new Map(); // the last item that adds to a call
  #open = new Map(); // call id to index
  #next = 0;
  #textIndex = null;
  #called = false;

  constructor(items, style) {
    this.#style = style;
    this.#stop = items.find(({ type }) => type === 'stop') ?? { reason: 'completed' };
    this.#items = items.filter(({ type }) => type !== 'stop');
    for (const item of this.#items) {
      if (item.type === 'call') this.#texts.set(item.id, typeof item.arguments === 'string' ? item.arguments : item.input === undefined ? '' : write(item.input));
      if (item.type === 'input-delta') this.#texts.set(item.callId, `${this.#texts.get(item.callId)}${item.delta}`);
      if (item.type === 'call' || item.type === 'input-delta') this.#last.set(item.id ?? item.callId, item);
    }
  }

  play(id) {
    if (this.#stop.reason === 'error' && this.#items.length === 0 && this.#style.bareError) {
      this.#fail();
      return;
    }
    const usage = { input_tokens: 3, output_tokens: 1 };
    const message = { id, type: 'message', role: 'assistant', content: [], model: 'node', stop_reason: null, stop_sequence: null, usage };
    this.#send('message_start', { message });
    if (this.#style.pings) this.#send('ping', {});
    for (const item of this.#items) this.#say(item);
    this.#end();
  }

  #send(type, members) {
    this.events.push({ type, ...members, ...(this.#style.moreMembers && type !== 'ping' ? { trace: 'x-1' } : {}) });
  }

  #say(item) {
    if (item.type === 'text' && item.text !== '') this.#text(item.text);
    if (item.type === 'call') this.#call(item);
    if (item.type === 'input-delta' && this.#open.has(item.callId)) this.#fragment(item.callId, item.delta);
    const id = item.type === 'call' ? item.id : item.callId;
    if (this.#style.calls === 'overlapping' && this.#last.get(id) === item && !this.#cut(id)) this.#close(id);
  }

  #text(text) {
    if (this.#textIndex === null || this.#style.textBlocks === 'each') {
      this.#endText();
      this.#textIndex = this.#next++;
      this.#send('content_block_start', { index: this.#textIndex, content_block: { type: 'text', text: '' } });
    }
    const pieces = this.#style.pieces === 'characters' ? [...text] : [text];
    for (const piece of pieces) this.#send('content_block_delta', { index: this.#textIndex, delta: { type: 'text_delta', text: piece } });
  }

  #endText() {
    if (this.#textIndex !== null) this.#send('content_block_stop', { index: this.#textIndex });
    this.#textIndex = null;
  }

  #call({ id, name }) {
    if (this.#cut(id) && this.#style.cutCall === 'left out') return;
    this.#endText();
    this.#called = true;
    const index = this.#next++;
    this.#send('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } });
    this.#open.set(id, index);
    const deltas = this.#items.filter((item) => item.type === 'input-delta' && item.callId === id);
    if (this.#style.firstDelta === 'empty') this.#fragment(id, '');
    if (deltas.length === 0) this.#fragments(id, [this.#texts.get(id)]);
    if (this.#style.calls === 'overlapping') return;
    this.#fragments(id, deltas.map(({ delta }) => delta));
    if (!this.#cut(id) || this.#style.cutCall === 'stopped') this.#close(id);
    else this.#open.delete(id);
  }

  // What has no text is told as nothing, as an empty fragment, or as an empty object.
  #fragments(id, texts) {
    if (texts.length === 0) return;
    const text = texts.join('');
    if (text === '') {
      if (this.#style.noArguments !== 'nothing' && !this.#cut(id)) this.#fragment(id, this.#style.noArguments);
      return;
    }
    const pieces = this.#style.pieces === 'characters' ? [...text] : texts;
    for (const piece of pieces) this.#fragment(id, piece);
  }

  #fragment(id, text) {
    this.#send('content_block_delta', { index: this.#open.get(id), delta: { type: 'input_json_delta', partial_json: text } });
  }

  #close(id) {
    if (!this.#open.has(id)) return;
    this.#send('content_block_stop', { index: this.#open.get(id) });
    this.#open.delete(id);
  }

  // The stop came before the arguments were whole.
  #cut(id) {
    const streamed = this.#items.some((item) => item.type === 'input-delta' && item.callId === id);
    return streamed && this.#stop.reason !== 'completed' && tryParse(this.#texts.get(id)) === undefined;
  }

  #end() {
    const { reason } = this.#stop;
    if (reason === 'error') {
      if (this.#style.blocksOfFailure === 'stopped') this.#closeAll();
      this.#fail();
    } else if (reason === 'user_stopped') {
      this.#silence();
    } else {
      this.#turn(REASONS[reason] ?? (this.#called ? 'tool_use' : this.#stop.finish === 'stop_sequence' ? 'stop_sequence' : 'end_turn'));
    }
  }

  #closeAll() {
    this.#endText();
    for (const id of [...this.#open.keys()]) this.#close(id);
  }

  #turn(reason) {
    this.#closeAll();
    const times = this.#style.turns;
    for (let n = 1; n <= times; n++) {
      this.#send('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 4 * n } });
    }
    this.#send('message_stop', {});
  }

  #fail() {
    const message = typeof this.#stop.message === 'string' && this.#stop.message !== '' ? this.#stop.message : 'The model failed.';
    this.#send('error', { error: { type: this.#stop.reason === 'error' ? 'api_error' : 'overloaded_error', message } });
  }

  // The turn was cut without a word.
  #silence() {
    if (this.#style.userStop === 'error') this.#fail();
    if (this.#style.userStop === 'limit') this.#turn('max_tokens');
  }
}

function bytes(events, { lineEnding, comments, space }) {
  const opening = comments ? `: conform${lineEnding}${lineEnding}` : '';
  const frames = events.map((event) => `event:${space}${event.type}${lineEnding}data:${space}${write(event)}${lineEnding}${lineEnding}`);
  return opening + frames.join('');
}
