// openai-chat, converter: a history as the messages of a request. Results stand right behind the message of their calls;
// what answers no call is left out.

import { readHistory } from './history.mjs';
import { tryParse, write } from './json.mjs';
import { Rejection } from './rejection.mjs';

const UNKNOWN = 'There is no result: the call was interrupted before it was answered.';

/** The messages of the request. */
export function convertOpenAIChat(input, choices) {
  const history = readHistory(input);
  const conversion = new Conversion(choices.chatConverter);
  conversion.read(history);
  return { state: { messages: conversion.messages(history) } };
}

class Conversion {
  #style;
  #results = new Map();
  #sent = new Set();

  constructor(style) {
    this.#style = style;
  }

  // Of two results for a call one counts.
  read(history) {
    const calls = new Set();
    let asked = false;
    for (const entry of history) {
      if (entry.role === 'assistant') entry.parts.filter(({ type }) => type === 'call').forEach(({ callId }) => calls.add(callId));
      if (entry.role !== 'tool') asked = entry.role === 'user';
      if (entry.role !== 'tool') continue;
      const again = this.#results.has(entry.callId);
      if (this.#style.invalid === 'refused' && (again || asked || !calls.has(entry.callId))) throw new Rejection(`the result of ${entry.callId} answers no call`);
      if (!again || this.#style.secondResult === 'last') this.#results.set(entry.callId, entry);
    }
  }

  messages(history) {
    const messages = [];
    for (const entry of history) {
      if (entry.role === 'user' && entry.text !== '') messages.push({ role: 'user', content: this.#content(entry.text) });
      if (entry.role === 'assistant') messages.push(...this.#step(entry.parts));
    }
    return messages;
  }

  #content(text) {
    return this.#style.texts === 'parts' ? [{ type: 'text', text }] : text;
  }

  #step(parts) {
    const text = parts.filter((part) => part.type === 'text').map((part) => part.text).join('');
    const calls = parts.filter((part) => part.type === 'call' && this.#sends(part));
    if (text === '' && calls.length === 0) return [];
    const content = text === '' ? this.#style.noText : this.#content(text);
    if (calls.length === 0) return [{ role: 'assistant', content }];
    calls.forEach((call) => this.#sent.add(call.callId));
    if (this.#style.parallel === 'one by one') return calls.flatMap((call, at) => this.#answered([call], at === 0 ? content : this.#style.noText));
    return this.#answered(calls, content);
  }

  #sends(part) {
    if (this.#sent.has(part.callId)) return false;
    if (!this.#results.has(part.callId)) {
      if (this.#style.openCall === 'refused') throw new Rejection(`the call ${part.callId} has no result`);
      if (this.#style.openCall === 'left out') return false;
    }
    if (part.arguments === '' || tryParse(part.arguments) !== undefined) return true;
    if (this.#style.malformed === 'refused') throw new Rejection(`the arguments of ${part.callId} are no JSON`);
    return this.#style.malformed === 'as they are';
  }

  #answered(calls, content) {
    const message = { role: 'assistant', content, tool_calls: calls.map((call) => this.#call(call)) };
    const results = calls.map(({ callId }) => ({ role: 'tool', tool_call_id: this.#idOf(callId), content: this.#content(this.#textOf(this.#results.get(callId))) }));
    return [message, ...(this.#style.resultOrder === 'reversed' ? results.reverse() : results)];
  }

  #call({ callId, name, arguments: text }) {
    const value = tryParse(text);
    const compact = this.#style.arguments === 'compact' && value !== undefined ? write(value) : text;
    return { id: this.#idOf(callId), type: 'function', function: { name, arguments: text === '' ? this.#style.noArguments : compact } };
  }

  #idOf(id) {
    return this.#style.ids === 'own' ? `call_${Buffer.from(id).toString('hex')}` : id;
  }

  #textOf(result) {
    if (result === undefined) return UNKNOWN;
    const text = typeof result.output === 'string' ? result.output : write(result.output ?? null);
    if (result.status === 'success') return text;
    if (text === '') return `The tool ended in ${result.status}.`;
    return this.#style.errorText === 'as it is' ? text : `Error: ${text}`;
  }
}
