// ui-messages, converter: messages of parts as what is sent to the model.

import { isObject } from './json.mjs';
import { Rejection } from './rejection.mjs';

/** The messages for the model. */
export function convertUiMessages({ messages, incomplete }, choices) {
  if (!Array.isArray(messages) || !messages.every((message) => isObject(message) && Array.isArray(message.parts))) {
    throw new Rejection('the case has no messages');
  }
  const conversion = new Conversion({ ...choices.uiMessagesConverter, drop: incomplete === 'drop' }, messages);
  return { state: { modelMessages: messages.flatMap((message, at) => conversion.one(message, at)) } };
}

class Conversion {
  #style;
  #lastUser;

  constructor(style, messages) {
    this.#style = style;
    this.#lastUser = messages.findLastIndex(({ role }) => role === 'user');
  }

  one({ role, parts }, at) {
    if (role === 'assistant') return steps(parts).flatMap((step) => this.#step(step, at));
    const texts = parts.filter(({ type }) => type === 'text');
    if (texts.length === 0) return [];
    if (role === 'system' || this.#style.texts === 'joined') return [{ role, content: texts.map(({ text }) => text).join('') }];
    return [{ role, content: texts.map(({ text }) => ({ type: 'text', text })) }];
  }

  #step(parts, at) {
    const content = [];
    const results = [];
    for (const part of parts) {
      if (part.type === 'text' && part.text !== '') content.push({ type: 'text', text: part.text });
      if (part.type === 'tool') this.#call(part, content, results, at);
    }
    const messages = content.length > 0 ? [{ role: 'assistant', content }] : [];
    if (results.length === 0) return messages;
    if (this.#style.results === 'together') return [...messages, { role: 'tool', content: results }];
    return [...messages, ...results.map((result) => ({ role: 'tool', content: [result] }))];
  }

  #call(part, content, results, at) {
    const outcome = this.#outcomeOf(part, at);
    if (outcome === 'left out') return;
    const { toolCallId, toolName } = part;
    const call = { type: 'tool-call', toolCallId, toolName, input: this.#inputOf(part) };
    if (part.providerExecuted === true) call.providerExecuted = true;
    content.push(call);
    if (outcome === null) return;
    const result = { type: 'tool-result', toolCallId, toolName, ...outcome };
    if (part.providerExecuted === true) content.push(result);
    else results.push(result);
  }

  #inputOf({ state, input, inputText }) {
    if (state === 'input-streaming') return this.#style.begunInput === 'text' ? inputText ?? '' : this.#style.begunInput === 'null' ? null : {};
    if (state !== 'output-error' || isObject(input)) return input ?? null;
    if (this.#style.badInput === 'as it is') return input ?? null;
    if (this.#style.badInput === 'text' && typeof inputText === 'string') return inputText;
    return input === null || input === undefined || typeof input === 'string' ? {} : input;
  }

  // What answers the call: nothing where it is sent open.
  #outcomeOf(part, at) {
    switch (part.state) {
      case 'output-available':
        if (part.preliminary === true && (this.#style.drop || this.#style.preliminary !== 'sent')) return this.#open(part, at);
        return { kind: 'value', value: part.output ?? null };
      case 'output-error': return { kind: 'error', value: part.errorText === '' ? this.#style.noErrorText : part.errorText };
      case 'output-denied': return this.#denial(part);
      case 'approval-responded':
        if (part.approval?.approved === false) return this.#denial(part);
        return this.#style.drop && this.#style.decided === 'left out' ? 'left out' : null;
      case 'input-streaming': return this.#style.drop || this.#style.begun === 'left out' ? 'left out' : { kind: 'error', value: 'The call was cut.' };
      default: return this.#open(part, at);
    }
  }

  #denial() {
    if (this.#style.denials === 'error') return { kind: 'error', value: 'The call was denied.' };
    return { kind: 'denied', value: null };
  }

  #open({ state }, at) {
    if (this.#style.drop) return 'left out';
    if (state === 'approval-requested' && at < this.#lastUser) return this.#style.open === 'failed' ? { kind: 'error', value: 'Not decided.' } : 'left out';
    if (this.#style.open === 'failed') return { kind: 'error', value: 'The call was not answered.' };
    return this.#style.open === 'left out' ? 'left out' : null;
  }
}

// The parts of each step; a message without steps is one.
function steps(parts) {
  const all = [[]];
  for (const part of parts) {
    if (part.type === 'step') all.push([]);
    else all[all.length - 1].push(part);
  }
  return all;
}
