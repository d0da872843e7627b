// What a case brings for a consumer: network reads, or events already decoded.

import { isObject, tryParse } from './json.mjs';
import { NdjsonReader } from './ndjson.mjs';
import { Rejection } from './rejection.mjs';
import { SseReader } from './sse.mjs';

/** The network reads, as bytes. */
export function readChunks(input) {
  const plain = input.chunks;
  const encoded = input.chunks_base64;
  const chunks = Array.isArray(plain) ? plain : encoded;
  if (!Array.isArray(chunks) || !chunks.every((chunk) => typeof chunk === 'string')) {
    throw new Rejection('the input has no chunks');
  }
  return chunks.map((chunk) => Buffer.from(chunk, chunks === plain ? 'utf8' : 'base64'));
}

/** The events of the stream, all of them objects. */
export function readEvents(input, choices) {
  if (Array.isArray(input.events)) return onlyObjects(input.events, choices);
  if (input.encoding === 'sse') return decode(new SseReader(), readChunks(input), choices, '[DONE]');
  if (input.encoding === 'ndjson') return decode(new NdjsonReader(), readChunks(input), choices, null);
  throw new Rejection('the input has neither events nor a known encoding');
}

function onlyObjects(values, choices) {
  return values.filter((value) => {
    if (isObject(value)) return true;
    if (choices.malformedFrame === 'reject') throw new Rejection('an event is no JSON object');
    return false;
  });
}

function decode(reader, chunks, choices, endMarker) {
  const events = [];

  // False once the stream said that it is over.
  const take = (frame, { complete }) => {
    if (frame === endMarker) return false;
    const event = tryParse(frame);
    if (isObject(event)) {
      events.push(event);
    } else if (complete && choices.malformedFrame === 'reject') {
      // What the end of input cut off is no malformed frame, only an unfinished one.
      throw new Rejection('a frame holds no JSON object');
    }
    return true;
  };

  for (const chunk of chunks) {
    for (const frame of reader.push(chunk)) {
      if (!take(frame, { complete: true })) return events;
    }
  }
  const { complete, unterminated } = reader.end();
  for (const frame of complete) {
    if (!take(frame, { complete: true })) return events;
  }
  if (choices.unterminatedFrame === 'take') {
    for (const frame of unterminated) take(frame, { complete: false });
  }
  return events;
}
