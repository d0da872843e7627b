// The block structure of CommonMark, line by line, as far as it decides where fenced code blocks begin and
// end: block quotes, list items, paragraphs with their lazy continuation lines, headings, thematic breaks.
// HTML blocks are left out.

// Deeper containers are paragraph text: a line of a million `>` must not cost a million objects.
const MAX_CONTAINERS = 100;

export class MarkdownBlocks {
  #containers = []; // {quote: true} or {indent, empty}, the outermost first
  #leaf = 'none'; // 'none', 'paragraph', or the open fence {char, length, indent}

  /**
   * Takes the next line, without its ending. What comes back:
   *   kind: 'open'  a fence opens: `info`, `depth` (how many containers it stands in), `prefix` (what stands
   *                 before it on the line)
   *   kind: 'body'  a line of the open fence: `content`, without container markers and the fence's indentation
   *   kind: 'close' the closing line of the open fence: `trailing`, the blanks behind it
   *   kind: 'other' anything else
   * `cutOff` is true where the line ended the containers of an open fence, and with them the fence.
   */
  next(line) {
    const cursor = new Cursor(line);
    const matched = this.#match(cursor);
    const allMatched = matched === this.#containers.length;
    let cutOff = false;

    if (typeof this.#leaf === 'object') {
      if (allMatched) return this.#insideFence(cursor);
      cutOff = true;
      this.#leaf = 'none';
    }
    return { ...this.#startBlocks(cursor, matched, allMatched), cutOff };
  }

  // How many of the open containers the line goes on in.
  #match(cursor) {
    let matched = 0;
    for (const container of this.#containers) {
      const { indent, blank, char } = cursor.look();
      if (container.quote) {
        if (indent > 3 || char !== '>') break;
        cursor.pass(1);
        cursor.skipColumns(1);
      } else if (blank) {
        if (container.empty) break; // an item may begin with one blank line, not with two
      } else if (indent >= container.indent) {
        cursor.skipColumns(container.indent);
      } else {
        break;
      }
      matched++;
    }
    return matched;
  }

  #insideFence(cursor) {
    const fence = this.#leaf;
    const { indent } = cursor.look();
    if (indent <= 3) {
      const rest = cursor.rest();
      const length = runLength(rest, fence.char);
      if (length >= fence.length && isBlank(rest.slice(length))) {
        this.#leaf = 'none';
        return { kind: 'close', trailing: rest.slice(length), cutOff: false };
      }
    }
    cursor.skipColumns(fence.indent);
    return { kind: 'body', content: cursor.line.slice(cursor.offset), cutOff: false };
  }

  #startBlocks(cursor, matched, allMatched) {
    let inParagraph = allMatched && this.#leaf === 'paragraph';
    let started = false; // a block began on this line, so nothing is a lazy continuation any more

    const closeUnmatched = () => {
      if (started) return;
      this.#containers.length = matched;
      this.#leaf = 'none';
      inParagraph = false;
      started = true;
    };
    const push = (container) => {
      closeUnmatched();
      this.#notEmpty();
      this.#containers.push(container);
    };

    for (;;) {
      const { indent, blank, char } = cursor.look();
      if (blank) {
        closeUnmatched();
        return { kind: 'other' };
      }
      // Four columns are indented code, or one more line of a paragraph; no block starts there.
      if (indent >= 4) {
        if (this.#leaf === 'paragraph') return { kind: 'other' };
        closeUnmatched();
        this.#notEmpty();
        return { kind: 'other' };
      }

      const rest = cursor.rest();
      const roomLeft = (started ? this.#containers.length : matched) < MAX_CONTAINERS;
      if (char === '>' && roomLeft) {
        push({ quote: true });
        cursor.pass(1);
        cursor.skipColumns(1);
        continue;
      }

      const fence = readFence(rest);
      if (fence !== null) {
        closeUnmatched();
        this.#notEmpty();
        this.#leaf = { char, length: fence.length, indent };
        const prefix = cursor.line.slice(0, cursor.line.length - rest.length);
        return { kind: 'open', info: fence.info, depth: this.#containers.length, prefix };
      }

      const underline = inParagraph && isSetextUnderline(rest);
      if (underline || isThematicBreak(rest) || /^#{1,6}(?:[ \t]|$)/.test(rest)) {
        closeUnmatched();
        this.#notEmpty();
        return { kind: 'other' };
      }

      const marker = roomLeft ? readListMarker(rest, inParagraph) : null;
      if (marker !== null) {
        cursor.pass(marker.length);
        const gap = cursor.look();
        // Five columns and more are one column and indented code.
        const skipped = gap.blank || gap.indent >= 5 ? 1 : gap.indent;
        push({ quote: false, indent: indent + marker.length + skipped, empty: gap.blank });
        cursor.skipColumns(skipped);
        continue;
      }

      // Paragraph text. Where containers were left, it goes on with the paragraph in them, if there is one.
      const lazy = !started && this.#leaf === 'paragraph';
      if (!lazy) {
        closeUnmatched();
        this.#notEmpty();
        this.#leaf = 'paragraph';
      }
      return { kind: 'other' };
    }
  }

  #notEmpty() {
    const innermost = this.#containers[this.#containers.length - 1];
    if (innermost !== undefined) innermost.empty = false;
  }
}

// A place in a line, in characters and in columns: a tab reaches to the next multiple of four, and may be
// used up in parts.
class Cursor {
  offset = 0;
  #column = 0;
  #next = -1; // the first character behind the blanks at `offset`, and its column
  #nextColumn = 0;

  constructor(line) {
    this.line = line;
  }

  /** What comes next: the columns of blanks, and the character behind them. */
  look() {
    if (this.#next < this.offset) {
      let column = this.#column;
      let at = this.offset;
      for (; ; at++) {
        const c = this.line[at];
        if (c === ' ') column++;
        else if (c === '\t') column += 4 - (column % 4);
        else break;
      }
      this.#next = at;
      this.#nextColumn = column;
    }
    const char = this.line[this.#next];
    return { indent: this.#nextColumn - this.#column, blank: char === undefined, char };
  }

  /** The line from its next character that is no blank. */
  rest() {
    this.look();
    return this.line.slice(this.#next);
  }

  /** Goes behind the blanks and `count` characters more. */
  pass(count) {
    this.look();
    this.offset = this.#next + count;
    this.#column = this.#nextColumn + count;
    this.#next = -1;
  }

  /** Goes behind up to `count` columns of blanks. */
  skipColumns(count) {
    let left = count;
    while (left > 0) {
      const c = this.line[this.offset];
      if (c !== ' ' && c !== '\t') return;
      const width = c === ' ' ? 1 : 4 - (this.#column % 4);
      const used = Math.min(width, left);
      this.#column += used;
      left -= used;
      if (used === width) this.offset++;
    }
  }
}

export function isBlank(text) {
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== ' ' && text[i] !== '\t') return false;
  }
  return true;
}

function runLength(text, char) {
  let length = 0;
  while (text[length] === char) length++;
  return length;
}

function readFence(rest) {
  const char = rest[0];
  if (char !== '`' && char !== '~') return null;
  const length = runLength(rest, char);
  if (length < 3) return null;
  const info = rest.slice(length);
  // A line of backticks with more of them behind is inline code.
  if (char === '`' && info.includes('`')) return null;
  return { length, info };
}

function isSetextUnderline(rest) {
  const char = rest[0];
  return (char === '=' || char === '-') && isBlank(rest.slice(runLength(rest, char)));
}

function isThematicBreak(rest) {
  const char = rest[0];
  if (char !== '*' && char !== '_' && char !== '-') return false;
  let count = 0;
  for (let i = 0; i < rest.length; i++) {
    if (rest[i] === char) count++;
    else if (rest[i] !== ' ' && rest[i] !== '\t') return false;
  }
  return count >= 3;
}

// A list may interrupt a paragraph only with an item that isn't blank, and an ordered one only from 1.
function readListMarker(rest, inParagraph) {
  const match = /^(?:[-+*]|([0-9]{1,9})[.)])(?=[ \t]|$)/.exec(rest);
  if (match === null) return null;
  const marker = match[0];
  if (inParagraph) {
    if (match[1] !== undefined && Number(match[1]) !== 1) return null;
    if (isBlank(rest.slice(marker.length))) return null;
  }
  return marker;
}
