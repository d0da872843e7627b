// JSON without loss: numbers keep the spelling they came with, so that integers beyond 2^53 arrive as
// they were sent. Objects have no prototype, so that `__proto__` is a key like any other. Neither reader
// nor writer recurses: depth is bounded by memory, not by the stack.

export class JsonNumber {
  constructor(literal) {
    this.literal = literal;
  }
}

export class JsonError extends Error {}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORDS = [['true', true], ['false', false], ['null', null]];

export function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof JsonNumber);
}

export function has(object, key) {
  return Object.prototype.hasOwnProperty.call(object, key);
}

export function parse(text) {
  let at = 0;
  const open = []; // containers not closed yet, the innermost last
  const keys = []; // the key that each of them waits to fill

  const fail = () => {
    throw new JsonError(`not JSON at character ${at}`);
  };

  const skipBlanks = () => {
    for (;;) {
      const c = text.charCodeAt(at);
      if (c !== 32 && c !== 10 && c !== 13 && c !== 9) return c;
      at++;
    }
  };

  const readString = () => {
    const start = at++;
    let escaped = false;
    for (;;) {
      const c = text.charCodeAt(at);
      if (c === 34) break;
      if (!(c >= 32)) fail(); // control characters, and NaN at the end of the text
      if (c === 92) {
        escaped = true;
        at++;
      }
      at++;
    }
    at++;
    if (!escaped) return text.slice(start + 1, at - 1);
    try {
      return JSON.parse(text.slice(start, at));
    } catch {
      return fail();
    }
  };

  const readKey = () => {
    if (skipBlanks() !== 34) fail();
    keys[keys.length - 1] = readString();
    if (skipBlanks() !== 58) fail();
    at++;
  };

  const readScalar = (c) => {
    if (c === 34) return readString();
    for (const [word, value] of WORDS) {
      if (text.startsWith(word, at)) {
        at += word.length;
        return value;
      }
    }
    NUMBER.lastIndex = at;
    const match = NUMBER.exec(text);
    if (match === null) fail();
    at += match[0].length;
    return new JsonNumber(match[0]);
  };

  for (;;) {
    let value;
    const c = skipBlanks();
    if (c === 123 || c === 91) {
      at++;
      value = c === 91 ? [] : Object.create(null);
      if (skipBlanks() !== c + 2) { // the closing bracket stands two behind the opening one
        open.push(value);
        keys.push(null);
        if (c === 123) readKey();
        continue;
      }
      at++;
    } else {
      value = readScalar(c);
    }

    // The value is complete: hand it to its container, and close what ends with it.
    for (;;) {
      if (open.length === 0) {
        skipBlanks();
        if (at < text.length) fail();
        return value;
      }
      const container = open[open.length - 1];
      const inArray = Array.isArray(container);
      if (inArray) container.push(value);
      else container[keys[keys.length - 1]] = value;

      const next = skipBlanks();
      if (next === 44) {
        at++;
        if (!inArray) readKey();
        break;
      }
      if (next !== (inArray ? 93 : 125)) fail();
      at++;
      value = open.pop();
      keys.pop();
    }
  }
}

/** The parsed value, or undefined where the text is no JSON. */
export function tryParse(text) {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

const asIs = { reverseKeys: false, number: (literal) => literal };

/** Compact JSON. `spelling` may reverse the keys and respell the numbers that were read. */
export function write(value, spelling = asIs) {
  const pieces = [];
  const frames = [];

  const begin = (item) => {
    if (item instanceof JsonNumber) {
      pieces.push(spelling.number(item.literal));
    } else if (item === undefined) {
      pieces.push('null');
    } else if (item === null || typeof item !== 'object') {
      pieces.push(JSON.stringify(item)); // escapes lone surrogates, so that the answer stays UTF-8
    } else if (Array.isArray(item)) {
      pieces.push('[');
      frames.push({ item, keys: null, length: item.length, next: 0 });
    } else {
      const keys = Object.keys(item).filter((key) => item[key] !== undefined);
      if (spelling.reverseKeys) keys.reverse();
      pieces.push('{');
      frames.push({ item, keys, length: keys.length, next: 0 });
    }
  };

  begin(value);
  while (frames.length > 0) {
    const frame = frames[frames.length - 1];
    const { item, keys, length } = frame;
    if (frame.next === length) {
      pieces.push(keys === null ? ']' : '}');
      frames.pop();
      continue;
    }
    if (frame.next > 0) pieces.push(',');
    const key = keys === null ? frame.next : keys[frame.next];
    if (keys !== null) pieces.push(JSON.stringify(key), ':');
    frame.next++;
    begin(item[key]);
  }
  return pieces.join('');
}

/** A string as it is, anything else as its JSON. */
export function asText(value) {
  return typeof value === 'string' ? value : write(value);
}
