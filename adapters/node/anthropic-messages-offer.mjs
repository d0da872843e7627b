// anthropic-messages: what a client shows of a message that it gathered, and which calls it runs.

import { isObject, JsonNumber, tryParse, write } from './json.mjs';
import { repaired } from './partial-json.mjs';

const CLASSES = {
  tool_use: 'tool_use', end_turn: 'end_turn', stop_sequence: 'end_turn', pause_turn: 'end_turn', max_tokens: 'max_tokens',
  model_context_window_exceeded: 'max_tokens', refusal: 'refusal',
};
const REGULAR = ['tool_use', 'end_turn'];
const LEFT_OUT = Symbol('left out');

export class Offer {
  #client;
  #style;
  #tools;
  #class;
  #values = new Map(); // block to the value that is offered

  constructor(client, tools) {
    this.#client = client;
    this.#style = client.style;
    this.#tools = Array.isArray(tools) ? tools : [];
    this.#class = client.told === null ? null : (Object.hasOwn(CLASSES, client.told) ? CLASSES[client.told] : 'other');
    for (const call of this.#calls()) this.#values.set(call, this.#value(call));
  }

  #calls() {
    return this.#client.blocks.filter((block) => block.type === 'tool_use');
  }

  get #failed() {
    return this.#client.error !== null;
  }

  // The message came to its end.
  get #whole() {
    return !this.#failed && !this.#client.aborted && (this.#client.stopped || this.#client.reason !== null);
  }

  state() {
    const content = this.#content();
    const reported = this.#reported();
    const executed = this.#executed();
    return {
      id: this.#client.id,
      stopReason: this.#stopReason(),
      content,
      error: this.#client.error,
      reported,
      executed,
    };
  }

  #stopReason() {
    const { reason } = this.#client;
    if (reason === null || (this.#failed && this.#style.reasonOfFailure === 'null')) return null;
    if (this.#class === 'other') return this.#style.otherReason === 'null' ? null : this.#style.otherReason ?? reason;
    return this.#style.words === 'classes' ? this.#class : reason;
  }

  // The JSON value that is offered, null, text, or LEFT_OUT.
  #value(call) {
    const text = call.fragments.join('');
    if (this.#failed && (!call.closed || this.#style.afterFailure === 'null')) return null;
    if (call.spoiled) return null;
    if (text === '') return this.#empty(call);
    if (text.trim() === '') return this.#mayFail(this.#style.blanks, text);
    if (isObject(call.input) && Object.keys(call.input).length > 0 && this.#style.startAndDeltas !== 'deltas') {
      return this.#mayFail(this.#style.startAndDeltas, text);
    }
    const value = tryParse(text);
    if (isObject(value)) return call.closed || this.#whole || this.#style.openWhole === 'offered' ? value : null;
    if (!this.#whole && !call.closed) return this.#broken(this.#style.cutCall, text);
    if (value !== undefined && this.#style.nonObject === 'as it is') return value;
    return this.#broken(REGULAR.includes(this.#class) ? this.#style.malformed : this.#style.limitCall, text);
  }

  #empty({ input, closed }) {
    if (this.#client.strayed) return null;
    if (!closed && !this.#whole) return null;
    if (input === undefined) return this.#mayFail(this.#style.absentInput, '');
    return isObject(input) ? input : null;
  }

  #broken(way, text) {
    if (this.#failed) return null;
    if (way === 'repaired') return repaired(text) ?? null;
    return this.#mayFail(way, text);
  }

  #mayFail(way, text) {
    switch (way) {
      case 'empty': return {};
      case 'text': return text;
      case 'left out': return LEFT_OUT;
      case 'told':
        this.#client.error ??= { type: 'invalid_arguments', message: 'the arguments of a call cannot be taken' };
        return null;
      default: return null;
    }
  }

  // Of several calls with one id only some may be shown.
  #shown(block) {
    if (block.type !== 'tool_use') return true;
    if (this.#values.get(block) === LEFT_OUT) return false;
    if (this.#style.sameId === 'both') return true;
    const same = this.#calls().filter(({ id }) => id === block.id);
    return block === (this.#style.sameId === 'last' ? same[same.length - 1] : same[0]);
  }

  #content() {
    const blocks = this.#client.blocks.filter((block) => this.#shown(block));
    if (this.#style.order === 'index') blocks.sort((a, b) => a.index - b.index);
    const content = blocks.flatMap((block) => this.#block(block));
    if (this.#style.order !== 'text first') return content;
    const text = content.filter(({ type }) => type === 'text').map((block) => block.text).join('');
    return [{ type: 'text', text }, ...content.filter(({ type }) => type === 'tool_use')];
  }

  #block(block) {
    if (block.type === 'tool_use') return [{ type: 'tool_use', id: block.id, name: block.name, input: this.#values.get(block) }];
    if (block.type === 'text') return block.text === '' && this.#style.emptyText === 'left out' ? [] : [{ type: 'text', text: block.text }];
    return this.#style.foreignBlocks === 'shown' && typeof block.type === 'string' ? [{ type: block.type }] : [];
  }

  #reported() {
    const ended = this.#style.reportOrder === 'starts' ? this.#calls().filter(({ closed }) => closed) : this.#client.reported;
    return ended.filter((call) => this.#shown(call) && this.#reports(call)).map(({ id }) => id);
  }

  #reports(call) {
    const text = call.fragments.join('');
    return this.#style.reportsBroken || text === '' || isObject(tryParse(text));
  }

  // Once the turn is over, and only where it asks for it.
  #executed() {
    if (!this.#whole || !this.#style.runsUnder.includes(this.#class)) return [];
    const ran = new Set();
    const calls = this.#style.runOrder === 'stops' ? this.#client.reported : this.#calls();
    return calls.filter((call) => this.#runs(call, ran)).map((call) => ({ id: call.id, input: this.#values.get(call) }));
  }

  #runs(call, ran) {
    const value = this.#values.get(call);
    if (!this.#shown(call) || !isObject(value) || !this.#tools.includes(call.name) || !call.closed) return false;
    if (value instanceof JsonNumber || this.#broke(call)) return false;
    const key = `${call.id}\n${write(value)}`;
    if (ran.has(key)) return false;
    ran.add(key);
    return true;
  }

  // A value that was put in place of arguments that are none.
  #broke(call) {
    const text = call.fragments.join('');
    return text.trim() !== '' && tryParse(text) === undefined;
  }
}
