// openai-chat, converter: a history as the messages of a request. Open calls are answered with a sentence, so that the
// request can be sent; what answers no call is left out.

import { isObject, write } from './json.mjs';
import { Rejection } from './rejection.mjs';

const UNKNOWN = 'There is no result: the call was interrupted before it was answered.';

/** The messages of the request. */
export function convertOpenAIChat({ history }) {
  if (!Array.isArray(history) || !history.every(isObject)) throw new Rejection('the case has no history');
  const results = resultsOfCalls(history);
  const messages = [];
  for (const entry of history) {
    if (entry.role === 'user' && entry.text !== '') messages.push({ role: 'user', content: entry.text });
    if (entry.role === 'assistant') messages.push(...step(entry.parts, results));
  }
  return { state: { messages } };
}

// The result of each call, by its part. Where calls share an id, a result is that of the first of the latest step that waits
// for one; of two results for a call the first counts, and one that came before every call is the first call's.
function resultsOfCalls(history) {
  const results = new Map();
  const early = new Map();
  const latest = new Map();
  for (const entry of history) {
    if (entry.role === 'assistant') {
      const calls = callsOf(entry.parts);
      calls.forEach((call) => latest.set(call.callId, []));
      calls.forEach((call) => {
        latest.get(call.callId).push(call);
        if (early.has(call.callId)) results.set(call, early.get(call.callId));
        early.delete(call.callId);
      });
    }
    if (entry.role !== 'tool') continue;
    const waiting = latest.get(entry.callId)?.find((call) => !results.has(call));
    if (waiting !== undefined) results.set(waiting, entry);
    else if (!latest.has(entry.callId) && !early.has(entry.callId)) early.set(entry.callId, entry);
  }
  return results;
}

const callsOf = (parts) => parts.filter((part) => part.type === 'call');

function step(parts, results) {
  const text = parts.filter((part) => part.type === 'text').map((part) => part.text).join('');
  const [calls = [], ...more] = apart(callsOf(parts));
  if (text === '' && calls.length === 0) return [];
  return [...message(text, calls, results), ...more.flatMap((round) => message('', round, results))];
}

// In a message an id is one call's, so that calls that share it are told in several.
function apart(calls) {
  const rounds = [];
  for (const call of calls) {
    const round = rounds.find((list) => list.every((other) => other.callId !== call.callId));
    if (round === undefined) rounds.push([call]);
    else round.push(call);
  }
  return rounds;
}

function message(text, calls, results) {
  const told = { role: 'assistant', content: text === '' ? null : text };
  if (calls.length === 0) return [told];
  told.tool_calls = calls.map((call) => ({ id: call.callId, type: 'function', function: { name: call.name, arguments: call.arguments === '' ? '{}' : call.arguments } }));
  return [told, ...calls.map((call) => ({ role: 'tool', tool_call_id: call.callId, content: contentOf(results.get(call)) }))];
}

function contentOf(result) {
  if (result === undefined) return UNKNOWN;
  const text = typeof result.output === 'string' ? result.output : write(result.output ?? null);
  if (result.status === 'success') return text;
  return text === '' ? `The tool ended in ${result.status}.` : `Error: ${text}`;
}
