// Server-sent events whose names count: the data of each event, and its event field.

import { LineSplitter, withoutByteOrderMark } from './lines.mjs';

export class SseFrames {
  #lines = new LineSplitter({ loneCr: true });
  #first = true;
  #data = [];
  #event = '';

  /** The events that these bytes complete. */
  push(bytes) {
    return this.#read(this.#lines.push(bytes));
  }

  /** The events that the end of input completes: a last line end may be half of one. What it cuts off is dropped. */
  end() {
    return this.#read(this.#lines.end());
  }

  #read(lines) {
    const complete = [];
    for (const line of lines) {
      const text = this.#first ? withoutByteOrderMark(line.text) : line.text;
      this.#first = false;
      if (text !== '') this.#field(text);
      else complete.push(...this.#take());
    }
    return complete;
  }

  #field(line) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const rest = colon < 0 ? '' : line.slice(colon + 1);
    const value = rest.startsWith(' ') ? rest.slice(1) : rest;
    if (name === 'data') this.#data.push(value);
    if (name === 'event') this.#event = value;
  }

  #take() {
    const data = this.#data.join('\n');
    const event = this.#event;
    this.#data = [];
    this.#event = '';
    return data.trim() === '' ? [] : [{ data, event }];
  }
}
