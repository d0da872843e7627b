// Server-sent events: bytes to events. `id:`, `retry:` and comments are read over.

import { LineSplitter, withoutByteOrderMark } from './lines.mjs';

/** The data of each event, and its event field: for wires on which names count. */
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

  /** What stood behind the last blank line, after `end`: the event that the end of input cut off. */
  tail() {
    return this.#take();
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

  // An event without data, or with nothing but empty data, is a heartbeat.
  #take() {
    const data = this.#data.join('\n');
    const event = this.#event;
    this.#data = [];
    this.#event = '';
    return data.trim() === '' ? [] : [{ data, event }];
  }
}

/** The data alone: for wires on which what an event is stands in its JSON. */
export class SseReader {
  #frames = new SseFrames();

  /** The data of the events that these bytes complete. */
  push(bytes) {
    return dataOf(this.#frames.push(bytes));
  }

  /** `complete`: events ended by the end of input's own line; `unterminated`: data without its blank line. */
  end() {
    const complete = dataOf(this.#frames.end());
    return { complete, unterminated: dataOf(this.#frames.tail()) };
  }
}

const dataOf = (frames) => frames.map(({ data }) => data);
