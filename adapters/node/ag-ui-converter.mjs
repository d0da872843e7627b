// ag-ui, converter: stored messages as what goes on, to the next run or to a model.

import { areMessages } from './ag-ui-shapes.mjs';
import { isObject, tryParse } from './json.mjs';
import { Rejection } from './rejection.mjs';

const NO_RESULT = 'There is no answer: the call was not finished.';

/** The messages that go on. */
export function convertAgUi({ messages }, choices) {
  if (!areMessages(messages)) throw new Rejection('the stored messages are not what they must be');
  return { state: { modelMessages: new Conversion(messages, choices.agUiConverter).sent() } };
}

class Conversion {
  #messages;
  #style;
  #answers = new Map(); // by call id: the tool message that counts
  #called = new Set();

  constructor(messages, style) {
    this.#messages = messages;
    this.#style = style;
    for (const message of messages) {
      if (message.role === 'tool' && (style.secondResult === 'last' || !this.#answers.has(message.toolCallId))) this.#answers.set(message.toolCallId, message);
      for (const call of message.toolCalls ?? []) if (this.#goesOn(call)) this.#called.add(call.id);
    }
  }

  #goesOn({ function: { arguments: text } }) {
    return this.#style.malformed !== 'left out' || text === '' || tryParse(text) !== undefined;
  }

  sent() {
    return this.#messages.flatMap((message) => this.#one(message));
  }

  #one(message) {
    switch (message.role) {
      case 'user': return [{ role: 'user', content: this.#content(message.content) }];
      case 'system': return [{ role: 'system', content: message.content }];
      case 'developer': return this.#style.developers === 'left out' ? [] : [{ role: this.#style.developers, content: message.content }];
      case 'reasoning': return this.#style.reasoning ? [{ role: 'reasoning', content: message.content }] : [];
      case 'assistant': return this.#assistant(message);
      case 'tool': return this.#tool(message);
      default: return [];
    }
  }

  #content(content) {
    if (!Array.isArray(content) || this.#style.parts === 'list') return content;
    return content.filter(({ type }) => type === 'text').map(({ text }) => text).join('');
  }

  #assistant({ content, toolCalls }) {
    const calls = (toolCalls ?? []).filter((call) => this.#called.has(call.id) && this.#isSent(call));
    const text = content ?? '';
    if (text === '' && calls.length === 0 && !this.#style.emptyMessages) return [];
    const told = { role: 'assistant', content: text === '' ? this.#style.noText : text };
    if (calls.length > 0) told.toolCalls = calls.map((call) => ({ id: call.id, name: call.function.name, arguments: this.#arguments(call.function.arguments) }));
    if (this.#style.answers === 'as stored') return [told];
    return [told, ...calls.flatMap((call) => this.#answerOf(call))];
  }

  #isSent(call) {
    return this.#style.openCall !== 'left out' || this.#answers.has(call.id);
  }

  #arguments(text) {
    if (text === '') return this.#style.noArguments;
    const value = this.#style.arguments === 'parsed' ? tryParse(text) : undefined;
    return isObject(value) ? value : text;
  }

  #answerOf({ id }) {
    const answer = this.#answers.get(id);
    if (answer !== undefined) return [this.#told(answer)];
    return this.#style.openCall === 'answered' ? [{ role: 'tool', toolCallId: id, content: NO_RESULT }] : [];
  }

  #told({ toolCallId, content, error }) {
    const told = { role: 'tool', toolCallId, content: this.#content(content) };
    if (typeof error !== 'string') return told;
    switch (this.#style.errors) {
      case 'flag': return { ...told, isError: true };
      case 'content': return { ...told, content: `Error: ${error}` };
      default: return { ...told, error };
    }
  }

  #tool(message) {
    const known = this.#called.has(message.toolCallId);
    if (!known) return this.#style.orphan === 'sent' && !this.#wasLeftOut(message) ? [this.#told(message)] : [];
    if (this.#style.answers !== 'as stored') return [];
    return this.#answers.get(message.toolCallId) === message || this.#style.secondResult === 'both' ? [this.#told(message)] : [];
  }

  #wasLeftOut({ toolCallId }) {
    return this.#messages.some(({ toolCalls }) => toolCalls?.some(({ id }) => id === toolCallId));
  }
}
