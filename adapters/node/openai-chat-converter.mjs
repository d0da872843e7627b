// openai-chat, converter: a history as the messages of a request. Open calls are answered with a sentence, so that the
// request can be sent; what answers no call is left out.

import { isObject, write } from './json.mjs';
import { Rejection } from './rejection.mjs';

const UNKNOWN = 'There is no result: the call was interrupted before it was answered.';

/** The messages of the request. */
export function convertOpenAIChat({ history }) {
  if (!Array.isArray(history) || !history.every(isObject)) throw new Rejection('the case has no history');
  const results = firstResults(history);
  const messages = [];
  const sent = new Set();
  for (const entry of history) {
    if (entry.role === 'user' && entry.text !== '') messages.push({ role: 'user', content: entry.text });
    if (entry.role === 'assistant') messages.push(...step(entry.parts, results, sent));
  }
  return { state: { messages } };
}

// Of two results for a call the first counts.
function firstResults(history) {
  const results = new Map();
  for (const entry of history) if (entry.role === 'tool' && !results.has(entry.callId)) results.set(entry.callId, entry);
  return results;
}

function step(parts, results, sent) {
  const text = parts.filter((part) => part.type === 'text').map((part) => part.text).join('');
  const calls = parts.filter((part) => part.type === 'call' && !sent.has(part.callId));
  if (text === '' && calls.length === 0) return [];
  const message = { role: 'assistant', content: text === '' ? null : text };
  if (calls.length === 0) return [message];
  message.tool_calls = calls.map((call) => ({ id: call.callId, type: 'function', function: { name: call.name, arguments: call.arguments === '' ? '{}' : call.arguments } }));
  calls.forEach((call) => sent.add(call.callId));
  return [message, ...calls.map((call) => ({ role: 'tool', tool_call_id: call.callId, content: contentOf(results.get(call.callId)) }))];
}

function contentOf(result) {
  if (result === undefined) return UNKNOWN;
  const text = typeof result.output === 'string' ? result.output : write(result.output ?? null);
  if (result.status === 'success') return text;
  return text === '' ? `The tool ended in ${result.status}.` : `Error: ${text}`;
}
