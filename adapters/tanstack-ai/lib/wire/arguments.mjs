import { Untellable } from '../errors.mjs';

// Both vocabularies only ever append to a call's arguments. A step with the whole text is told by sending
// what the deltas before it left out. A call that was already complete is told again in full: that is what
// a stream does which replays its events.
export function missingArguments(call, { id, arguments: whole }) {
  const sent = call && !call.ended ? call.sent : '';
  if (!whole.startsWith(sent)) {
    throw new Untellable(`the stream cannot replace the arguments already sent for call ${id}`);
  }
  return whole.slice(sent.length);
}
