// Server-sent events: bytes to the data of each event. `event:`, `id:`, `retry:` and comments are read over;
// what an event is stands in its JSON.

import { LineSplitter, withoutByteOrderMark } from './lines.mjs';

export class SseReader {
  #lines = new LineSplitter({ loneCr: true });
  #first = true;
  #data = [];

  /** The data of the events that these bytes complete. */
  push(bytes) {
    return this.#read(this.#lines.push(bytes));
  }

  /** `complete`: events ended by the end of input's own line; `unterminated`: data without its blank line. */
  end() {
    const complete = this.#read(this.#lines.end());
    return { complete, unterminated: this.#take() };
  }

  #read(lines) {
    const complete = [];
    for (const line of lines) {
      const text = this.#first ? withoutByteOrderMark(line.text) : line.text;
      this.#first = false;
      if (text === '') complete.push(...this.#take());
      else this.#field(text);
    }
    return complete;
  }

  #field(line) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    if (name !== 'data') return;
    const value = colon < 0 ? '' : line.slice(colon + 1);
    this.#data.push(value.startsWith(' ') ? value.slice(1) : value);
  }

  // An event without data, or with nothing but empty data, is a heartbeat.
  #take() {
    const data = this.#data.join('\n');
    this.#data = [];
    return data.trim() === '' ? [] : [data];
  }
}
