// The transcript that a producer starts from, checked: a producer can't make a right stream of a wrong turn.

import { has, isObject, tryParse, write } from './json.mjs';
import { Rejection } from './rejection.mjs';

const STATUSES = ['success', 'error', 'cancelled'];
const REASONS = ['completed', 'user_stopped', 'error'];

/**
 * `{messageId, items, calls, reason}`. `items` are those of a known type, where each item of a call has that call as
 * `call`. A call is `{id, name, input, label, arguments, deltas, result}`, `calls` are in order.
 */
export function readTranscript(input) {
  const transcript = input.transcript;
  if (!isObject(transcript) || !Array.isArray(transcript.items)) refuse('the transcript has no items');

  const calls = new Map();
  const items = [];
  let reason = null;
  for (const item of transcript.items) {
    if (!isObject(item)) refuse('an item is no object');
    if (reason !== null) refuse('an item stands behind the stop');
    const read = READERS[item.type];
    if (read === undefined) continue;
    if (item.type === 'stop') reason = read(item);
    else items.push(read(item, calls));
  }

  reason ??= 'completed';
  const all = [...calls.values()];
  if (reason === 'completed' && all.some((call) => call.result === null)) {
    refuse('the turn is completed, but a call has no result');
  }
  const messageId = typeof transcript.messageId === 'string' ? transcript.messageId : undefined;
  return { messageId, items, calls: all, reason };
}

const READERS = Object.assign(Object.create(null), {
  text(item) {
    if (typeof item.text !== 'string') refuse('a text item has no text');
    return { type: 'text', text: item.text };
  },

  call(item, calls) {
    const { id, name, input } = item;
    if (typeof id !== 'string' || typeof name !== 'string') refuse('a call has no id or no name');
    if (calls.has(id)) refuse(`two calls have the id ${id}`);
    if (input !== undefined && !isObject(input)) refuse('the input of a call is no object');
    const call = {
      id,
      name,
      input,
      label: typeof item.label === 'string' ? item.label : undefined,
      arguments: typeof item.arguments === 'string' ? item.arguments : undefined,
      deltas: [],
      reportsProgress: false,
      result: null,
    };
    calls.set(id, call);
    return { type: 'call', call };
  },

  'input-delta'(item, calls) {
    const call = openCall(item, calls);
    if (typeof item.delta !== 'string') refuse('an input delta has no text');
    if (call.reportsProgress) refuse('an input delta stands behind the progress of its call');
    call.deltas.push(item.delta);
    return { type: 'input-delta', call, delta: item.delta };
  },

  progress(item, calls) {
    const call = openCall(item, calls);
    call.reportsProgress = true;
    return { type: 'progress', call, text: typeof item.text === 'string' ? item.text : '' };
  },

  result(item, calls) {
    const call = openCall(item, calls);
    if (!STATUSES.includes(item.status)) refuse('a result has an unknown status');
    call.result = {
      status: item.status,
      content: has(item, 'content') ? item.content : null,
      artifact: item.artifact ?? null,
    };
    return { type: 'result', call };
  },

  stop(item) {
    if (!REASONS.includes(item.reason)) refuse('the turn stopped for an unknown reason');
    return item.reason;
  },
});

function openCall(item, calls) {
  const call = calls.get(item.callId);
  if (call === undefined) refuse('an item names a call that was not made before it');
  if (call.result !== null) refuse('an item stands behind the result of its call');
  return call;
}

function refuse(why) {
  throw new Rejection(why);
}

/** The input of a call, as an object. */
export function inputOf(call) {
  if (call.input !== undefined) return call.input;
  const parsed = tryParse(argumentText(call));
  return isObject(parsed) ? parsed : {};
}

/** What the model wrote as arguments, as far as it is told. */
export function argumentText(call) {
  if (call.arguments !== undefined) return call.arguments;
  if (call.deltas.length > 0) return call.deltas.join('');
  return call.input === undefined ? '' : write(call.input);
}
