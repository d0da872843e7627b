// What a reader of a stream is given, one event after the other: decoded events, or what stands in server-sent ones.

import { isObject, JsonNumber, tryParse } from './json.mjs';
import { readChunks } from './input.mjs';
import { Rejection } from './rejection.mjs';
import { SseReader } from './sse.mjs';

/** What ended the reading. `told` is what a caller is told of it. */
export class StreamError extends Error {
  constructor(message, told = {}) {
    super(message);
    this.told = { message, ...told };
  }
}

/**
 * Hands every event of the input to `take`. `{aborted, marked}`: whether the reader was made to stop, and whether a
 * `[DONE]` was read. `style` is `{malformedFrame: 'skip' or 'told', unterminatedFrame: 'take' or 'drop', done: 'ends' or
 * 'ignored'}`.
 */
export function feed(input, style, take) {
  if (Array.isArray(input.events)) return feedEvents(input, style, take);
  if (input.encoding !== 'sse') throw new Rejection('the input has neither events nor a known encoding');
  return feedFrames(readChunks(input), style, take);
}

function feedEvents({ events, abortAfter }, style, take) {
  const limit = integer(abortAfter);
  for (const event of limit === null ? events : events.slice(0, limit)) {
    if (isObject(event)) take(event);
    else if (style.malformedFrame === 'told') throw new StreamError('an event is no object');
  }
  return { aborted: limit !== null, marked: false };
}

function feedFrames(chunks, style, take) {
  const reader = new SseReader();
  let marked = false;
  const takeFrames = (frames, whole) => {
    for (const frame of frames) {
      if (marked && style.done === 'ends') return;
      if (frame === '[DONE]') marked = true;
      else takeFrame(frame, whole, style, take);
    }
  };
  for (const chunk of chunks) takeFrames(reader.push(chunk), true);
  const { complete, unterminated } = reader.end();
  takeFrames(complete, true);
  if (style.unterminatedFrame === 'take') takeFrames(unterminated, false);
  return { aborted: false, marked };
}

function takeFrame(frame, whole, style, take) {
  const event = tryParse(frame);
  if (isObject(event)) take(event);
  else if (whole && style.malformedFrame === 'told') throw new StreamError('a frame holds no JSON object');
}

/** The whole number that a value is, else null. Numbers come in a class of their own. */
export function integer(value) {
  const number = value instanceof JsonNumber ? Number(value.literal) : NaN;
  return Number.isInteger(number) ? number : null;
}

/** The text that a value is, else null. */
export function text(value) {
  return typeof value === 'string' ? value : null;
}
