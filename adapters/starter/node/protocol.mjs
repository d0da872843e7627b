// What both transports share: the hello, one case to its ending, and JSON that keeps long integers.

import { merge } from './client.mjs';

export const hello = {
  type: 'hello',
  protocol: 1,
  implementation: { name: 'my-client', version: '1.0', language: 'javascript' },
  supports: [{ dialect: 'content-blocks', role: 'consumer' }],
};

export function answer({ id, input }) {
  try {
    return { type: 'done', id, state: { blocks: merge(input.events, input.history === true) } };
  } catch (error) {
    return { type: 'rejected', id, reason: String(error) }; // a clear refusal is no crash
  }
}

// A double holds integers up to 2^53: longer ones are read as BigInt, and written as they were.
const MARK = '\uE000';
const TOKEN = /"(?:[^"\\]+|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export function parse(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replace(TOKEN, (token) => (/^-?\d{16,}$/.test(token) ? `"${MARK}${token}"` : token));
  return JSON.parse(marked, (key, value) =>
    typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(1)) : value,
  );
}

export function stringify(message) {
  const text = JSON.stringify(message, (key, value) => (typeof value === 'bigint' ? MARK + value : value));
  return text.replace(/"\uE000(-?\d+)"/g, '$1');
}
