// anthropic-messages: what a case brings for a consumer, as events. On the wire an event has a name, which its JSON
// repeats as its type.

import { isObject, JsonNumber, tryParse } from './json.mjs';
import { readChunks } from './input.mjs';
import { SseFrames } from './sse.mjs';
import { NdjsonReader } from './ndjson.mjs';
import { Rejection } from './rejection.mjs';

/** The stream failed, or is none. `told` is what the caller gets. */
export class StreamError extends Error {
  constructor(message, type = 'stream_error') {
    super(message);
    this.told = { type, message };
  }
}

const KNOWN = new Set(['message_start', 'content_block_start', 'content_block_delta', 'content_block_stop', 'message_delta', 'message_stop', 'ping', 'error']);

/** Feeds every event to `take`. True where the caller aborted. */
export function feed(input, style, take, isOver) {
  if (Array.isArray(input.events)) return feedDecoded(input, style, take);
  const frames = framesOf(input, style);
  for (const frame of frames) {
    if (frame.data.trim() === '[DONE]') {
      if (style.done === 'ends' && !isOver()) break;
      continue;
    }
    const event = decode(frame, style);
    if (event !== undefined) take(event);
  }
  return false;
}

function feedDecoded({ events, abortAfter }, style, take) {
  const after = integer(abortAfter);
  for (const event of after === null ? events : events.slice(0, after)) {
    if (isObject(event)) take(event);
    else if (style.malformedFrame === 'told') throw new StreamError('an event is no object');
  }
  return after !== null;
}

function* framesOf(input, style) {
  if (input.encoding === 'sse') yield* sseFrames(readChunks(input), style);
  else if (input.encoding === 'ndjson') yield* ndjsonFrames(readChunks(input), style);
  else throw new Rejection('the input has neither events nor a known encoding');
}

function* sseFrames(chunks, style) {
  const frames = new SseFrames();
  for (const bytes of chunks) yield* frames.push(bytes);
  yield* frames.end();
  if (style.unterminatedFrame === 'take') for (const frame of frames.tail()) yield { ...frame, tail: true };
}

function* ndjsonFrames(chunks, style) {
  const lines = new NdjsonReader();
  for (const bytes of chunks) for (const data of lines.push(bytes)) yield { data, event: null };
  if (style.unterminatedFrame === 'take') for (const data of lines.end().unterminated) yield { data, event: null, tail: true };
}

// The event of a frame, or undefined where it is none. The name of a line of ndjson is null.
function decode({ data, event: name, tail }, style) {
  const known = name === null || KNOWN.has(name);
  if (name === '' && style.unnamed === 'ignored') return undefined;
  if (!known && name !== '' && style.unknownName === 'ignored') return undefined;
  const value = tryParse(data);
  if (!isObject(value)) {
    if (tail || !known || style.malformedFrame === 'skip') return undefined;
    throw new StreamError('the data of an event is no JSON object');
  }
  if (name === '' && typeof value.type === 'string' && style.unnamed === 'told') throw new StreamError('an event has no name');
  if (known && name !== null && value.type !== name && style.wrongName === 'told') throw new StreamError(`an event is called ${name}, and says something else`);
  return value;
}

/** The whole number that a value is, else null. Numbers come in a class of their own. */
export function integer(value) {
  const number = value instanceof JsonNumber ? Number(value.literal) : NaN;
  return Number.isSafeInteger(number) ? number : null;
}
