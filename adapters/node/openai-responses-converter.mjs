// openai-responses, converter: a history as the `input` of the next request.

import { isObject, tryParse } from './json.mjs';
import { Rejection } from './rejection.mjs';
import { wordsOf } from './turn.mjs';

const NO_RESULT = 'No result: the call was interrupted before it was answered.';

/** The input of the request. */
export function convertOpenAIResponses({ history }, choices) {
  if (!Array.isArray(history) || !history.every(isObject)) throw new Rejection('the case has no history');
  const request = new Request(history, choices.responsesConverter);
  for (const entry of history) request.take(entry);
  request.end();
  return { state: { input: request.items } };
}

class Request {
  items = [];
  #style;
  #answers = new Map(); // by call id: the result that counts
  #called = new Set();
  #waiting = []; // calls whose outputs come next

  constructor(history, style) {
    this.#style = style;
    const calls = new Set();
    for (const { role, callId, parts } of history) {
      if (role === 'assistant') for (const part of parts) if (part.type === 'call') this.#known(part, calls);
      if (role !== 'tool') continue;
      if (!calls.has(callId) && style.orphan === 'refused') throw new Rejection(`a result for no call: ${callId}`);
    }
    for (const entry of history) if (entry.role === 'tool') this.#answer(entry);
  }

  #known({ callId }, calls) {
    if (calls.has(callId) && this.#style.sameId === 'refused') throw new Rejection(`two calls with the id ${callId}`);
    calls.add(callId);
  }

  #answer(entry) {
    const { callId } = entry;
    if (!this.#answers.has(callId)) this.#answers.set(callId, entry);
    else if (this.#style.secondResult === 'refused') throw new Rejection(`two results for ${callId}`);
    else if (this.#style.secondResult === 'last') this.#answers.set(callId, entry);
  }

  take(entry) {
    if (entry.role === 'tool') {
      if (!this.#called.has(entry.callId) && this.#style.orphan === 'sent') this.items.push(this.#output(entry));
      return;
    }
    this.#flush();
    if (entry.role === 'user') this.#say('user', 'input_text', entry.text);
    if (entry.role === 'assistant') this.#step(entry.parts);
  }

  #say(role, type, text) {
    if (text === '' && !this.#style.emptyTexts) return;
    if (this.#style.texts === 'short') this.items.push({ role, content: text });
    else this.items.push({ type: 'message', role, content: [{ type, text, ...(type === 'output_text' ? { annotations: [] } : {}) }] });
  }

  #step(parts) {
    for (const part of parts) {
      if (part.type === 'text') this.#say('assistant', 'output_text', part.text);
      if (part.type === 'call') this.#call(part);
    }
  }

  #call(part) {
    const { callId, name, itemId, status } = part;
    if (this.#called.has(callId)) return;
    const answered = this.#answers.has(callId);
    if (status === 'incomplete' && this.#style.incomplete === 'left out') return;
    if (!answered && status !== 'incomplete' && this.#style.openCall === 'left out') return;
    if (!answered && this.#style.openCall === 'refused') throw new Rejection(`no result for ${callId}`);
    const text = this.#arguments(part);
    if (text === null) {
      this.#called.add(callId);
      this.#answers.delete(callId);
      return;
    }
    const item = { type: 'function_call', call_id: this.#id(callId), name, arguments: text };
    if (typeof itemId === 'string' && this.#style.itemIds === 'sent') item.id = itemId;
    if (status === 'incomplete') item.status = 'incomplete';
    else if (this.#style.statuses) item.status = 'completed';
    this.items.push(item);
    this.#called.add(callId);
    this.#waiting.push(part);
  }

  #arguments({ arguments: text, status }) {
    if (text === '') return this.#style.noArguments;
    if (status === 'incomplete' || tryParse(text) !== undefined) return text;
    if (this.#style.malformed === 'refused') throw new Rejection('the arguments of a call are no JSON');
    return this.#style.malformed === 'left out' ? null : text;
  }

  #flush() {
    for (const { callId, status } of this.#style.outputs === 'reversed' ? this.#waiting.reverse() : this.#waiting) {
      const answer = this.#answers.get(callId);
      if (answer !== undefined) this.items.push(this.#output(answer));
      else if (this.#style.openCall === 'answered' && status !== 'incomplete') this.items.push({ type: 'function_call_output', call_id: this.#id(callId), output: NO_RESULT });
    }
    this.#waiting = [];
  }

  #output({ callId, output, status }) {
    const words = wordsOf(output);
    const text = status === 'success' ? words : this.#failure(status, words);
    const told = this.#style.outputForm === 'parts' ? [{ type: 'input_text', text }] : text;
    return { type: 'function_call_output', call_id: this.#id(callId), output: told };
  }

  #failure(status, words) {
    if (words === '') return status === 'cancelled' ? 'The call was cancelled.' : 'The call failed.';
    return this.#style.errorText === 'as it is' ? words : `The tool ended in ${status}: ${words}`;
  }

  #id(callId) {
    return this.#style.ids === 'verbatim' ? callId : `call_${Buffer.from(callId, 'utf8').toString('hex')}`;
  }

  end() {
    if (this.#style.lastCalls === 'open') this.#waiting = this.#waiting.filter(({ callId }) => this.#answers.has(callId));
    this.#flush();
  }
}
