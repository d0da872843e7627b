// message-parts, consumer: the steps of a conversation to the messages that a client holds.

import { asText, has, isObject, tryParse, write } from './json.mjs';
import { toModelMessages } from './model-messages.mjs';
import { Rejection } from './rejection.mjs';

const NO_ERROR_TEXT = 'The tool call failed.';

// A finish for one of these reasons may have come in the middle of the arguments.
const CUT_OFF_REASONS = ['length', 'error', 'aborted', 'content_filter'];

export function consumeMessageParts(input, choices) {
  if (!Array.isArray(input.steps)) throw new Rejection('the input has no steps');
  const conversation = new Conversation(choices.parts);
  for (const step of input.steps) {
    if (isObject(step)) conversation.take(step);
    else if (choices.framing.malformedFrame === 'reject') throw new Rejection('a step is no object');
  }
  const messages = conversation.snapshot();
  return { state: { messages, modelMessages: toModelMessages(messages, choices.parts) } };
}

class Conversation {
  #choices;
  #messages = []; // {id, role, entries}; an entry is {part}, or {call}
  #current = null; // the message of the assistant that goes on
  #turn = 0; // user messages so far
  #calls = new Map(); // the latest call of each id
  #incomplete = new Set(); // calls whose arguments aren't told to be whole
  #early = new Map(); // results whose call didn't come yet, by its id

  constructor(choices) {
    this.#choices = choices;
  }

  take(step) {
    switch (step.type) {
      case 'text':
        if (typeof step.text === 'string' && step.text !== '') this.#text(step.text);
        break;
      case 'tool_call':
        this.#toolCall(step);
        break;
      case 'tool_call_delta':
        this.#toolCallDelta(step);
        break;
      case 'tool_result':
        this.#result(step.toolCallId, serverResult(step));
        break;
      case 'add_tool_result':
        this.#result(step.toolCallId, clientResult(step, this.#choices));
        break;
      case 'finish':
        this.#finish(step.reason);
        break;
      case 'user_message':
        this.#userMessage(step.text);
        break;
      default:
    }
  }

  #text(text) {
    const { entries } = this.#assistant();
    const last = entries[entries.length - 1]?.part;
    if (last?.type === 'text') last.content += text;
    else entries.push({ part: { type: 'text', content: text } });
  }

  #toolCall({ toolCall }) {
    if (!isObject(toolCall) || typeof toolCall.id !== 'string') return;
    const call = this.#call(toolCall.id, toolCall.name);
    // A call that was answered stays what it was answered for.
    if (call.complete && call.result !== null) return;
    call.arguments = has(toolCall, 'arguments') ? asText(toolCall.arguments) : '';
    this.#complete(call);
  }

  #toolCallDelta({ id, name, argumentsDelta }) {
    if (typeof id !== 'string') return;
    const call = this.#call(id, name);
    // What is complete doesn't grow any more.
    if (!call.complete && typeof argumentsDelta === 'string') call.arguments += argumentsDelta;
  }

  // The call of this id in this turn. An id that comes back in a later turn is another call.
  #call(id, name) {
    let call = this.#calls.get(id);
    if (call === undefined || (call.turn !== this.#turn && call.complete)) {
      call = { id, name: '', arguments: '', complete: false, turn: this.#turn, result: null };
      this.#calls.set(id, call);
      this.#incomplete.add(call);
      const { entries } = this.#assistant();
      call.entries = entries;
      entries.push({ call });
      for (const result of this.#early.get(id) ?? []) this.#attach(call, result);
      this.#early.delete(id);
    }
    if (call.name === '' && typeof name === 'string') call.name = name;
    return call;
  }

  #result(id, result) {
    if (typeof id !== 'string') return;
    const call = this.#calls.get(id);
    if (call !== undefined) {
      this.#attach(call, result);
      return;
    }
    if (!this.#early.has(id)) this.#early.set(id, []);
    this.#early.get(id).push(result);
  }

  // One result per call, and all of it from one source.
  #attach(call, result) {
    if (call.result === null) call.entries.push({ resultOf: call });
    else if (this.#choices.secondResult === 'first') return;
    call.result = result;
  }

  #finish(reason) {
    const cutOff = CUT_OFF_REASONS.includes(reason);
    for (const call of this.#incomplete) {
      if (call.turn !== this.#turn) this.#incomplete.delete(call); // its own turn never told it to be whole
      else if (!cutOff || isReadable(call.arguments)) this.#complete(call);
    }
    if (this.#choices.afterFinish === 'new message') this.#current = null;
  }

  #complete(call) {
    call.complete = true;
    this.#incomplete.delete(call);
  }

  #userMessage(text) {
    this.#current = null;
    this.#turn++;
    const part = { type: 'text', content: typeof text === 'string' ? text : '' };
    this.#messages.push({ id: this.#newId(), role: 'user', entries: [{ part }] });
  }

  #assistant() {
    if (this.#current === null) {
      this.#current = { id: this.#newId(), role: 'assistant', entries: [] };
      this.#messages.push(this.#current);
    }
    return this.#current;
  }

  #newId() {
    return this.#choices.messageId(this.#messages.length + 1);
  }

  snapshot() {
    return this.#messages.map(({ id, role, entries }) => ({
      id,
      role,
      parts: entries.flatMap((entry) => this.#parts(entry)),
    }));
  }

  #parts({ part, call, resultOf }) {
    if (part !== undefined) return [part];
    const behindCall = this.#choices.resultPlace === 'behind its call';
    if (resultOf !== undefined) return behindCall ? [] : [resultPart(resultOf)];
    const shown = this.#callPart(call);
    return behindCall && call.result !== null ? [shown, resultPart(call)] : [shown];
  }

  #callPart(call) {
    const part = {
      type: 'tool-call',
      id: call.id,
      name: call.name,
      arguments: call.arguments,
      state: callState(call),
    };
    const { result } = call;
    if (result !== null && result.state === 'complete') {
      if (result.fromClient) part.output = result.output;
      else if (this.#choices.serverOutput === 'set') part.output = result.content;
    }
    return part;
  }
}

function callState({ complete, arguments: text, result }) {
  if (complete) return 'input-complete';
  if (result === null) return text === '' ? 'awaiting-input' : 'input-streaming';
  // Answered before the arguments were told to be whole: they are, if they can be read.
  return isReadable(text) ? 'input-complete' : 'input-incomplete';
}

function isReadable(text) {
  return text === '' || isObject(tryParse(text));
}

function resultPart({ id, result }) {
  const { content, state, error } = result;
  return { type: 'tool-result', toolCallId: id, content, state, error };
}

function serverResult({ content, state }) {
  const text = content === undefined ? '' : asText(content);
  if (state === undefined || state === null || state === 'complete') {
    return { content: text, state: 'complete', fromClient: false };
  }
  return { content: text, state: 'error', error: text || NO_ERROR_TEXT, fromClient: false };
}

function clientResult({ output = null, state, errorText }, choices) {
  if (state === undefined || state === null || state === 'output-available') {
    return { content: asText(output), state: 'complete', output, fromClient: true };
  }
  const error = typeof errorText === 'string' && errorText !== '' ? errorText : NO_ERROR_TEXT;
  const content = choices.errorContent === 'object' ? write({ error }) : error;
  return { content, state: 'error', error, fromClient: true };
}
