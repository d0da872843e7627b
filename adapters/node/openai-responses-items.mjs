// openai-responses: the items of a response, as a client gathers them. An item is told by its id, by its index and, a
// call, by its call id; where these disagree, the majority counts.

import { integer, StreamError, text } from './feed.mjs';
import { isObject } from './json.mjs';

/** One item: `{type, index, id, callId, name, text, parts, output, status, by}`. */
export class Item {
  parts = new Map(); // by content index: {kind, pieces, done}
  text = ''; // the arguments, as far as they are told
  final = false; // arguments.done came
  closed = false; // item.done came
  listed = false; // the terminal told of it
  status = null; // of the source that was believed last

  constructor(shape, index) {
    this.index = index;
    this.type = shape.type;
    this.id = text(shape.id);
    this.callId = text(shape.call_id);
    this.name = text(shape.name);
    this.text = text(shape.arguments) ?? '';
    this.status = text(shape.status);
    this.#takeContent(shape);
  }

  /** What another telling of the item says, instead of what was said before. */
  replace(shape) {
    this.callId = text(shape.call_id) ?? this.callId;
    this.id = text(shape.id) ?? this.id;
    this.name = text(shape.name) ?? this.name;
    this.text = text(shape.arguments) ?? this.text;
    this.status = text(shape.status);
    this.#takeContent(shape);
  }

  #takeContent({ content, output }) {
    if (output !== undefined) this.output = output;
    if (!Array.isArray(content)) return;
    this.parts.clear();
    content.filter(isObject).forEach((part, index) => this.tellPart(index, part));
  }

  part(index, kind) {
    const key = index ?? 0;
    if (!this.parts.has(key)) this.parts.set(key, { kind, pieces: '', done: null });
    return this.parts.get(key);
  }

  tellPart(index, part) {
    if (part.type === 'output_text') this.part(index, 'text').done = text(part.text);
    if (part.type === 'refusal') this.part(index, 'refusal').done = text(part.refusal);
  }

  get isCall() {
    return this.type === 'function_call';
  }

  likeness(shape, index) {
    const pairs = [[this.id, text(shape.id)], [this.index, index]];
    if (this.isCall && shape.type === this.type) pairs.push([this.callId, text(shape.call_id)]);
    const known = pairs.filter(([mine, other]) => mine !== null && other !== null && other !== undefined);
    const same = known.filter(([mine, other]) => mine === other).length;
    return { same, different: known.length - same };
  }
}

/** The items of a response, in the order of their coming. */
export class Items {
  list = [];
  #style;

  constructor(style) {
    this.#style = style;
  }

  /** The item that another telling tells of; where a message's id and index disagree, `lenient` takes it for the same. */
  told(shape, index, lenient) {
    const { item, same, different } = this.#nearest(shape, index);
    if (item !== undefined && item.type === shape.type) {
      if (same > different) return item;
      if (lenient && same === different && !item.isCall && !item.closed) return item;
    }
    if (same > 0 && item.type === shape.type && this.#style.twins === 'told') throw new StreamError('two items share their identity');
    return undefined;
  }

  #nearest(shape, index) {
    let best = { same: 0, different: 0 };
    for (const item of this.list) {
      const { same, different } = item.likeness(shape, index);
      if (same > best.same || (same === best.same && same > 0 && different < best.different)) best = { item, same, different };
    }
    return best;
  }

  add(shape, index) {
    const item = new Item(shape, index);
    this.list.push(item);
    return item;
  }

  /** The item that an event of a piece belongs to, or undefined. */
  of({ item_id: id, output_index: given }) {
    const index = integer(given);
    const byBoth = this.list.filter((item) => item.id === id && item.index === index);
    if (byBoth.length > 0) return byBoth[byBoth.length - 1];
    const byId = this.list.find((item) => item.id !== null && item.id === id);
    const byIndex = index === null ? undefined : this.list.find((item) => item.index === index);
    if (byId !== undefined && (byIndex === undefined && index === null)) return byId;
    if (byIndex !== undefined && (byIndex.id === null || text(id) === null)) return byIndex;
    return this.#disputed(byId, byIndex);
  }

  #disputed(byId, byIndex) {
    if (byId === undefined && byIndex === undefined) return undefined;
    switch (this.#style.disputed) {
      case 'id': return byId;
      case 'index': return byIndex;
      case 'told': throw new StreamError('the id and the index of an event name two items');
      default: return undefined;
    }
  }

  /** The item that an entry of a finished response tells of; one entry for each. */
  listed(entry, taken) {
    const free = this.list.filter((item) => !taken.has(item) && item.type === entry.type);
    const id = text(entry.id);
    const callId = text(entry.call_id);
    const sameId = (item) => id !== null && item.id === id;
    const sameCall = (item) => callId !== null && item.callId === callId;
    return free.find((item) => sameId(item) && (callId === null || sameCall(item))) ?? free.find(sameCall) ?? free.find(sameId);
  }
}
