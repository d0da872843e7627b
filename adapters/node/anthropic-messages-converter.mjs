// anthropic-messages, converter: a history as the messages of a request. Results stand at the head of the user message
// right behind their calls, wherever the history has them.

import { readHistory } from './history.mjs';
import { isObject, tryParse, write } from './json.mjs';
import { Rejection } from './rejection.mjs';

const UNKNOWN = 'There is no result: the call was interrupted before it was answered.';

/** The messages of the request. */
export function convertAnthropicMessages(input, choices) {
  const history = readHistory(input);
  const conversion = new Conversion(history, choices.messagesConverter);
  return { state: { messages: conversion.messages() } };
}

class Conversion {
  #style;
  #history;
  #results = new Map(); // call part to the entries that answer it
  #names = new Map(); // call part to the id that it is sent with

  constructor(history, style) {
    this.#history = history;
    this.#style = style;
    this.#pair();
  }

  // A result belongs to the nearest call of its id before it.
  #pair() {
    const latest = new Map();
    let assistant = null;
    let asked = false;
    for (const entry of this.#history) {
      if (entry.role === 'assistant') {
        assistant = entry;
        asked = false;
        for (const part of entry.parts.filter(({ type }) => type === 'call')) {
          latest.set(part.callId, { part, entry });
          this.#results.set(part, []);
        }
      }
      asked ||= entry.role === 'user';
      if (entry.role === 'tool') this.#answer(latest.get(entry.callId), entry, { assistant, asked });
    }
  }

  #answer(call, entry, { assistant, asked }) {
    if (call === undefined) {
      if (this.#style.orphan === 'refused') throw new Rejection(`a result for ${entry.callId}, which is no call`);
      return;
    }
    const answers = this.#results.get(call.part);
    if (answers.length > 0 && this.#style.secondResult === 'refused') throw new Rejection(`a second result for ${entry.callId}`);
    if (this.#style.lateResult === 'refused' && (asked || call.entry !== assistant)) throw new Rejection(`the result of ${entry.callId} comes late`);
    answers.push(entry);
  }

  messages() {
    const messages = [];
    for (const entry of this.#history) {
      if (entry.role === 'user') this.#user(messages, entry.text);
      if (entry.role === 'assistant') this.#assistant(messages, entry);
    }
    return messages;
  }

  #user(messages, text) {
    if (this.#blank(text)) return;
    const last = messages[messages.length - 1];
    if (this.#style.userTexts === 'joined' && last?.role === 'user' && Array.isArray(last.content)) last.content.push({ type: 'text', text });
    else messages.push({ role: 'user', content: this.#content(text) });
  }

  #content(text) {
    return this.#style.plainTexts === 'strings' ? text : [{ type: 'text', text }];
  }

  #blank(text) {
    return text === '' || (this.#style.blankTexts === 'left out' && text.trim() === '');
  }

  #assistant(messages, entry) {
    const calls = entry.parts.filter((part) => part.type === 'call' && this.#sent(part));
    const blocks = entry.parts.flatMap((part) => {
      if (part.type === 'text') return this.#blank(part.text) ? [] : [{ type: 'text', text: part.text }];
      return calls.includes(part) ? [{ type: 'tool_use', id: this.#idOf(part), name: part.name, input: this.#inputOf(part) }] : [];
    });
    if (blocks.length === 0) return;
    if (this.#style.textsFirst) blocks.sort((a, b) => Number(a.type === 'tool_use') - Number(b.type === 'tool_use'));
    const plain = calls.length === 0 && blocks.length === 1 && this.#style.plainTexts === 'strings';
    messages.push({ role: 'assistant', content: plain ? blocks[0].text : blocks });
    const open = entry === this.#history[this.#history.length - 1] && this.#style.lastCalls === 'open';
    if (calls.length > 0 && !open) messages.push({ role: 'user', content: this.#ordered(calls).map((call) => this.#result(call)) });
  }

  #ordered(calls) {
    return this.#style.resultOrder === 'reversed' ? [...calls].reverse() : calls;
  }

  // Whether a call can be sent at all.
  #sent(part) {
    const { openCall, malformed } = this.#style;
    const last = this.#history[this.#history.length - 1].parts?.includes(part) === true && this.#style.lastCalls === 'open';
    if (this.#results.get(part).length === 0 && !last) {
      if (openCall === 'refused') throw new Rejection(`the call ${part.callId} has no result`);
      if (openCall === 'left out') return false;
    }
    if (this.#readInput(part) !== undefined) return true;
    if (malformed === 'refused') throw new Rejection(`the arguments of ${part.callId} are no JSON object`);
    return malformed !== 'left out';
  }

  #readInput({ arguments: text }) {
    const value = text.trim() === '' ? Object.create(null) : tryParse(text);
    return isObject(value) ? value : undefined;
  }

  #inputOf(part) {
    return this.#readInput(part) ?? { malformed_arguments: part.arguments };
  }

  #idOf(part) {
    if (this.#style.ids === 'verbatim') return part.callId;
    if (!this.#names.has(part)) this.#names.set(part, `toolu_${this.#names.size + 1}`);
    return this.#names.get(part);
  }

  #result(part) {
    const answers = this.#results.get(part);
    const answer = answers[this.#style.secondResult === 'last' ? answers.length - 1 : 0];
    const block = { type: 'tool_result', tool_use_id: this.#idOf(part) };
    if (answer === undefined) return { ...block, content: UNKNOWN, is_error: true };
    if (answer.status !== 'success') return { ...block, content: this.#resultContent(this.#errorText(answer)), is_error: true };
    const content = this.#resultContent(textOf(answer.output));
    return { ...block, content, is_error: this.#style.successFlag ? false : undefined };
  }

  #errorText({ output, status }) {
    const text = textOf(output);
    if (text === '') return `The tool ended in ${status}.`;
    return this.#style.errorText === 'as it is' ? text : `Error: ${text}`;
  }

  #resultContent(text) {
    if (text === '' && this.#style.emptyResult === 'absent') return undefined;
    if (this.#style.resultTexts === 'strings' || text === '') return text;
    return [{ type: 'text', text }];
  }
}

function textOf(output) {
  return typeof output === 'string' ? output : write(output ?? null);
}
