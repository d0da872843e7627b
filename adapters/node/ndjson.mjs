// Newline-delimited JSON: bytes to the text of each line that isn't empty.

import { LineSplitter, withoutByteOrderMark } from './lines.mjs';

export class NdjsonReader {
  #lines = new LineSplitter({ loneCr: false });
  #first = true;

  push(bytes) {
    return this.#read(this.#lines.push(bytes));
  }

  /** `unterminated`: a last line without its line ending. */
  end() {
    return { complete: [], unterminated: this.#read(this.#lines.end()) };
  }

  #read(lines) {
    const complete = [];
    for (const line of lines) {
      const text = this.#first ? withoutByteOrderMark(line.text) : line.text;
      this.#first = false;
      if (text.trim() !== '') complete.push(text);
    }
    return complete;
  }
}
