// openai-responses, producer: a server that tells a response as events, and the bytes of its stream.

import { write } from './json.mjs';
import { number, responseOf } from './openai-responses-object.mjs';
import { readTurn, recut, wordsOf } from './turn.mjs';

/** The events of a turn, and their bytes. */
export function produceOpenAIResponses(input, choices) {
  const turn = readTurn(input);
  const server = new Server(turn, choices.responsesProducer);
  server.begin();
  for (const item of turn.items) server.say(item);
  server.stop(turn.stop);
  return { events: server.events.map((event) => ({ event })), state: { sse: server.bytes() } };
}

class Server {
  events = [];
  #turn;
  #style;
  #sequence = 0;
  #items = []; // all that were added
  #calls = new Map(); // by call: its item
  #text = null; // the message that is open

  constructor(turn, style) {
    this.#turn = turn;
    this.#style = style;
  }

  #send(type, members) {
    this.events.push({ type, sequence_number: number(this.#sequence), ...members });
    this.#sequence += this.#style.sequenceStep;
  }

  #response(type, status, more = {}) {
    const done = this.#items.filter(({ done: is }) => is).map(({ shape }) => shape);
    this.#send(`response.${type}`, { response: responseOf(this.#style.responseId, status, status === 'in_progress' || status === 'queued' ? [] : done, more) });
  }

  begin() {
    this.#response('created', this.#style.queued ? 'queued' : 'in_progress');
    if (this.#style.queued) this.#response('queued', 'queued');
    if (this.#style.inProgress) this.#response('in_progress', 'in_progress');
    if (this.#style.reasoning) this.#close(this.#add('reasoning', { summary: [] }, {}), {});
    if (this.#style.keepalive) this.#send('keepalive', {});
  }

  say(item) {
    SAYERS[item.type].call(this, item);
  }

  text({ text }) {
    if (text === '' && !this.#style.emptyText) return;
    if (this.#text === null) this.#openText();
    for (const piece of this.#pieces([text])) {
      this.#text.said += piece;
      this.#send('response.output_text.delta', { ...this.#at(this.#text), content_index: number(0), delta: piece, logprobs: [], ...this.#noise() });
    }
    if (this.#style.texts === 'apart') this.#closeText();
  }

  #openText() {
    this.#text = this.#add('message', { role: 'assistant', content: [] }, { status: 'in_progress' });
    this.#text.said = '';
    this.#send('response.content_part.added', { ...this.#at(this.#text), content_index: number(0), part: part('') });
  }

  #closeText() {
    if (this.#text === null) return;
    const item = this.#text;
    this.#text = null;
    const where = { ...this.#at(item), content_index: number(0) };
    this.#send('response.output_text.done', { ...where, text: item.said, logprobs: [] });
    this.#send('response.content_part.done', { ...where, part: part(item.said) });
    this.#close(item, { content: [part(item.said)], status: 'completed' });
  }

  call({ call }) {
    this.#closeText();
    if (call.cut && this.#style.cutCall === 'left out') return;
    const item = this.#add('function_call', { call_id: call.id, name: call.name, arguments: '' }, { status: 'in_progress' });
    item.call = call;
    item.said = '';
    this.#calls.set(call, item);
    if (this.#style.calls === 'overlapping' && call.streamed) return;
    this.#argue(item, call.streamed ? call.pieces : [call.text]);
    if (!call.cut) this.#closeCall(item, 'completed');
  }

  delta({ call, delta }) {
    const item = this.#calls.get(call);
    if (item === undefined || this.#style.calls !== 'overlapping') return;
    this.#argue(item, [delta]);
  }

  // A producer of whole calls says the arguments once they are all there.
  #argue(item, pieces) {
    const said = this.#style.arguments === 'whole' ? [] : this.#pieces(pieces);
    for (const delta of said) this.#send('response.function_call_arguments.delta', { ...this.#at(item), delta, ...this.#noise() });
    item.said += pieces.join('');
  }

  #pieces(pieces) {
    if (this.#style.pieces === 'as they came') return pieces;
    const small = pieces.flatMap((piece) => recut(piece, 3));
    return small.length === 0 ? [''] : small;
  }

  #noise() {
    return this.#style.obfuscation ? { obfuscation: 'aX3' } : {};
  }

  #closeCall(item, status) {
    if (item.done || item.call === undefined) return;
    const whole = status === 'completed';
    if (whole || this.#style.cutCall === 'told') {
      this.#send('response.function_call_arguments.done', { ...this.#at(item), name: item.call.name, arguments: item.said });
    }
    this.#close(item, { arguments: item.said, status });
  }

  progress() {}

  result({ call }) {
    const item = this.#calls.get(call);
    if (item !== undefined) this.#closeCall(item, 'completed');
    if (this.#style.results === 'none') return;
    this.#closeText();
    const told = this.#add('function_call_output', { call_id: call.id, output: this.#outputOf(call.result) }, { status: 'completed' });
    this.#close(told, {});
  }

  #outputOf({ status, content }) {
    const words = wordsOf(content);
    const text = status === 'success' ? words : status === 'error' ? `Error: ${words}` : words === '' ? 'The call was cancelled.' : words;
    return this.#style.results === 'parts' ? [{ type: 'input_text', text }] : text;
  }

  stop({ reason, message }) {
    const cut = [...this.#calls.values()].filter(({ call }) => call.cut);
    const whole = [...this.#calls.values()].filter(({ call }) => !call.cut);
    if (reason === 'completed' || this.#style.textAtStop === 'done') this.#closeText();
    for (const item of this.#style.closing === 'backwards' ? whole.reverse() : whole) this.#closeCall(item, 'completed');
    // No item should follow one that is incomplete, so of several cut calls only the last is closed.
    if (this.#style.cutCall !== 'open' && cut.length > 0) this.#closeCall(cut.at(-1), 'incomplete');
    TERMINALS[reason].call(this, message);
  }

  complete() { this.#response('completed', 'completed', { completed_at: number(1754000009) }); }
  limit() { this.#response('incomplete', 'incomplete', { incomplete_details: { reason: 'max_output_tokens' } }); }
  filter() { this.#response('incomplete', 'incomplete', { incomplete_details: { reason: 'content_filter' } }); }

  fail(message) {
    const told = message || 'Something went wrong.';
    if (this.#style.errorEvent === 'flat') this.#send('error', { code: null, message: told, param: null });
    if (this.#style.errorEvent === 'nested') this.#send('error', { error: { type: 'server_error', code: null, message: told, param: null } });
    this.#response('failed', 'failed', { error: { code: 'server_error', message: told } });
  }

  leave() {
    if (this.#style.userStop === 'incomplete') this.#response('incomplete', 'incomplete', { incomplete_details: null });
    if (this.#style.userStop === 'failed') this.#response('failed', 'failed', { error: { code: 'cancelled', message: 'The user stopped.' } });
  }

  #add(type, shape, { status }) {
    const index = this.#items.length;
    const item = { index, shape: { type, id: `${type.slice(0, 2)}_${index}_${this.#style.responseId}`, ...shape, status }, done: false };
    this.#items.push(item);
    this.#send('response.output_item.added', { output_index: number(index), item: item.shape });
    return item;
  }

  #close(item, members) {
    item.shape = { ...item.shape, ...members };
    item.done = true;
    this.#send('response.output_item.done', { output_index: number(item.index), item: item.shape });
  }

  #at({ index, shape }) {
    return { item_id: shape.id, output_index: number(index) };
  }

  bytes() {
    const { lineEnding: end, marker, comments } = this.#style;
    const frames = this.events.map((event) => `event: ${event.type}${end}data: ${write(event)}${end}${end}`);
    return (comments ? `: open${end}${end}` : '') + frames.join('') + (marker ? `data: [DONE]${end}${end}` : '');
  }
}

const SAYERS = Server.prototype;

const TERMINALS = {
  completed: Server.prototype.complete,
  length: Server.prototype.limit,
  content_filter: Server.prototype.filter,
  error: Server.prototype.fail,
  user_stopped: Server.prototype.leave,
};

function part(text) {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}
