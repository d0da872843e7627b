// Bytes to lines. Lines are cut before they are decoded: no byte of a multi-byte sequence looks like a
// line ending, so a read may end anywhere, and what comes out doesn't depend on where it did.

const LF = 10;
const CR = 13;
const LONE_CR = Buffer.from('\r');

export class LineSplitter {
  #loneCr; // whether a CR without LF ends a line
  #parts = []; // the line that isn't ended yet
  #afterCr = false; // the last byte was a CR, and what it means depends on the next one

  constructor({ loneCr }) {
    this.#loneCr = loneCr;
  }

  /** The lines that these bytes complete, each `{text, ending}`. */
  push(bytes) {
    const lines = [];
    let from = 0;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (this.#afterCr) {
        this.#afterCr = false;
        if (byte === LF) {
          lines.push(this.#take('\r\n'));
          from = i + 1;
          continue;
        }
        from = i;
        if (this.#loneCr) lines.push(this.#take('\r'));
        else this.#parts.push(LONE_CR);
      }
      if (byte === LF || byte === CR) {
        this.#parts.push(bytes.subarray(from, i));
        from = i + 1;
        if (byte === LF) lines.push(this.#take('\n'));
        else this.#afterCr = true;
      }
    }
    if (from < bytes.length) this.#parts.push(bytes.subarray(from));
    return lines;
  }

  /** What is left at the end of input: a line, or nothing. */
  end() {
    if (this.#afterCr && this.#loneCr) return [this.#take('\r')];
    if (this.#afterCr) this.#parts.push(LONE_CR);
    const last = this.#take('');
    return last.text === '' ? [] : [last];
  }

  #take(ending) {
    const bytes = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    const text = bytes.toString('utf8');
    this.#parts = [];
    return { text, ending };
  }
}

export const BYTE_ORDER_MARK = '\uFEFF';

export function withoutByteOrderMark(text) {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
