// What an unfinished JSON object says so far: the same text, with what was begun brought to an end.

import { isObject, tryParse } from './json.mjs';

const WORDS = ['true', 'false', 'null'];

/** The object that the text began, or undefined where it began none, or is no beginning of JSON at all. */
export function repaired(text) {
  const whole = tryParse(text);
  if (whole !== undefined) return isObject(whole) ? whole : undefined;
  const { closers, inString, lastSafe } = scan(text);
  const candidates = inString
    ? [closeString(text) + closers, lastSafe]
    : [text + closers, finishWord(text) + closers, cutNumber(text) + closers, lastSafe];
  for (const candidate of candidates) {
    const value = tryParse(candidate);
    if (isObject(value)) return value;
  }
  return undefined;
}

// Which brackets are open, whether a string is, and the text up to the last place where only brackets are missing.
function scan(text) {
  const open = [];
  let inString = false;
  let safe = '';
  let safeClosers = '';
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (inString) {
      if (c === '\\') i++;
      else if (c === '"') inString = false;
      continue;
    }
    if (c === '"') inString = true;
    else if (c === '{') open.push('}');
    else if (c === '[') open.push(']');
    else if (c === '}' || c === ']') open.pop();
    else if (c !== ',') continue;
    if (c === ',') safe = text.slice(0, i);
    else if (c !== '"') safe = text.slice(0, i + 1);
    if (c !== '"') safeClosers = [...open].reverse().join('');
  }
  return { closers: open.reverse().join(''), inString, lastSafe: safe + safeClosers };
}

// An escape that was only begun is left away.
function closeString(text) {
  const begun = /(?:\\u[0-9a-fA-F]{0,3}|\\)$/.exec(text);
  const escaped = begun !== null && /(?:^|[^\\])(?:\\\\)*$/.test(text.slice(0, begun.index));
  return `${escaped ? text.slice(0, begun.index) : text}"`;
}

function finishWord(text) {
  const begun = /[a-z]+$/.exec(text)?.[0];
  const word = begun === undefined ? undefined : WORDS.find((candidate) => candidate.startsWith(begun));
  return word === undefined ? text : text.slice(0, text.length - begun.length) + word;
}

function cutNumber(text) {
  return text.replace(/(?:\.|[eE][+-]?|\.[0-9]+[eE][+-]?)$/, '');
}
