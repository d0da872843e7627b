// A turn as the producers of released interfaces get it: calls may stay unanswered, and a stop may cut one.

import { has, isObject, tryParse, write } from './json.mjs';
import { Rejection } from './rejection.mjs';

const STATUSES = ['success', 'error', 'cancelled'];
const REASONS = ['completed', 'user_stopped', 'error', 'length', 'content_filter'];

/**
 * `{messageId, items, calls, stop}`. `items` are `{type: 'text', text}` and `{type: 'call', 'delta', 'progress' or 'result',
 * call}`; a call is `{id, name, label, execution, input, text, pieces, cut, result}`, where `text` is its argument text, as
 * far as it came. `stop` is `{reason, message}`.
 */
export function readTurn({ transcript }) {
  if (!isObject(transcript) || !Array.isArray(transcript.items)) refuse('the transcript has no items');
  const calls = new Map();
  const items = [];
  let stop = null;
  for (const item of transcript.items) {
    if (!isObject(item)) refuse('an item is no object');
    if (stop !== null) refuse('an item stands behind the stop');
    if (item.type === 'stop') stop = readStop(item);
    else if (READERS[item.type] !== undefined) items.push(READERS[item.type](item, calls));
  }
  stop ??= { reason: 'completed', message: null };
  for (const call of calls.values()) finish(call, stop);
  const messageId = typeof transcript.messageId === 'string' ? transcript.messageId : null;
  return { messageId, items, calls: [...calls.values()], stop };
}

const READERS = {
  text({ text }) {
    if (typeof text !== 'string') refuse('a text item has no text');
    return { type: 'text', text };
  },

  call(item, calls) {
    const { id, name } = item;
    if (typeof id !== 'string' || typeof name !== 'string') refuse('a call has no id or no name');
    if (calls.has(id)) refuse(`two calls have the id ${id}`);
    const call = { id, name, label: text(item.label), execution: item.execution ?? 'server', input: item.input, raw: text(item.arguments), pieces: [], result: null };
    calls.set(id, call);
    return { type: 'call', call };
  },

  'input-delta'(item, calls) {
    const call = openCall(item, calls);
    if (typeof item.delta !== 'string') refuse('an input delta has no text');
    call.pieces.push(item.delta);
    return { type: 'delta', call, delta: item.delta };
  },

  progress(item, calls) {
    return { type: 'progress', call: openCall(item, calls), text: text(item.text) ?? '' };
  },

  result(item, calls) {
    const call = openCall(item, calls);
    if (!STATUSES.includes(item.status)) refuse('a result has an unknown status');
    call.result = { status: item.status, content: has(item, 'content') ? item.content : null, artifact: item.artifact };
    return { type: 'result', call };
  },
};

function readStop({ reason, message }) {
  if (!REASONS.includes(reason)) refuse('the turn stopped for an unknown reason');
  return { reason, message: text(message) };
}

function openCall({ callId }, calls) {
  const call = calls.get(callId);
  if (call === undefined) refuse('an item names a call that was not made before it');
  if (call.result !== null) refuse('an item stands behind the result of its call');
  return call;
}

// Deltas alone tell the arguments of a call that has them.
function finish(call, { reason }) {
  const { pieces, raw, input } = call;
  call.streamed = pieces.length > 0;
  call.text = call.streamed ? pieces.join('') : raw ?? (input === undefined ? '' : write(input));
  call.cut = call.streamed && reason !== 'completed' && tryParse(call.text) === undefined;
}

function text(value) {
  return typeof value === 'string' ? value : null;
}

function refuse(why) {
  throw new Rejection(why);
}

/** A string as it is, anything else as its JSON. */
export function wordsOf(value) {
  return typeof value === 'string' ? value : write(value ?? null);
}

/** The text cut anew, a few characters a piece; never within one. */
export function recut(whole, size) {
  const characters = [...whole];
  const pieces = [];
  for (let at = 0; at < characters.length; at += size) pieces.push(characters.slice(at, at + size).join(''));
  return pieces;
}
