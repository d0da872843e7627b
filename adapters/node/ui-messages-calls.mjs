// ui-messages: the calls of a message. An id is a call's within its step; what comes for it later goes to the newest one.

import { StreamError, text } from './feed.mjs';
import { asText, has, tryParse, write } from './json.mjs';

const OUTCOMES = ['output-available', 'output-error', 'output-denied'];

/** A tool part as it is held, beside the step that told it. */
export function newCall(id, name, step) {
  return {
    type: 'tool', id, name, step, state: 'input-streaming', input: null, output: null, errorText: null, inputText: '',
    encoding: 'json', dynamic: false, preliminary: false, providerExecuted: false, approval: null,
  };
}

/** Whether the call has an outcome; a preliminary output is none. */
export function isSettled(call) {
  return OUTCOMES.includes(call.state) && !call.preliminary;
}

/** What the events of tools do to the parts of `message`. */
export class Calls {
  #message;
  #style;

  constructor(message, style) {
    this.#message = message;
    this.#style = style;
  }

  #newest(id) {
    return this.#message.parts.findLast((part) => part.type === 'tool' && part.id === id);
  }

  #ofStep(id) {
    const call = this.#newest(id);
    return call !== undefined && call.step === this.#message.step ? call : undefined;
  }

  #add(id, name) {
    const call = newCall(id, name, this.#message.step);
    this.#message.parts.push(call);
    return call;
  }

  // The call that something comes for, or undefined where nothing is known of it.
  #known(id, type) {
    const call = this.#newest(id);
    if (call === undefined && this.#style.orphan === 'told') throw new StreamError(`${type} for the unknown call ${id}`);
    return call;
  }

  start(event) {
    const { toolCallId: id, toolName: name, inputEncoding: encoding } = event;
    let call = this.#ofStep(id);
    if (call === undefined) call = this.#add(id, name);
    else if (isSettled(call)) return;
    else if (call.state === 'input-streaming') this.#restart(call);
    else if (!this.#again(call, name)) return;
    else call = this.#another(call, id, name);
    call.encoding = text(encoding) ?? 'json';
    flags(call, event);
  }

  #restart(call) {
    if (this.#style.secondStart === 'anew') call.inputText = '';
  }

  // A complete call that starts again: a replay, or another call under its id.
  #again(call, name) {
    return call.name === name ? this.#style.replayedStart === 'restarts' : this.#style.sameId !== 'first';
  }

  #another(call, id, name) {
    if (call.name !== name && this.#style.sameId === 'two parts') return this.#add(id, name);
    Object.assign(call, { ...newCall(id, name, call.step), approval: call.approval });
    return call;
  }

  delta({ type, toolCallId: id, inputTextDelta: delta }) {
    const call = this.#known(id, type);
    if (call?.state === 'input-streaming') call.inputText += text(delta) ?? '';
  }

  available(event) {
    const { toolCallId: id, toolName: name } = event;
    const input = has(event, 'input') ? event.input : null;
    let call = this.#ofStep(id);
    if (call === undefined) {
      call = this.#add(id, name);
    } else if (call.state !== 'input-streaming') {
      if (isSettled(call) || (call.name === name && write(call.input) === write(input)) || this.#style.sameId === 'first') return;
      call = this.#style.sameId === 'two parts' ? this.#add(id, name) : this.#another(call, id, name);
    }
    Object.assign(call, { name, input, state: 'input-available' });
    flags(call, event);
  }

  inputError(event) {
    const { toolCallId: id, toolName: name, errorText, input } = event;
    const call = this.#ofStep(id) ?? this.#add(id, name);
    if (isSettled(call) && this.#style.secondOutcome === 'first') return;
    Object.assign(call, { state: 'output-error', errorText: text(errorText) ?? '', output: null, preliminary: false, input: null });
    if (this.#style.rawInput === 'input') call.input = input ?? null;
    if (this.#style.rawInput === 'inputText') call.inputText = asText(input ?? null);
    flags(call, event);
  }

  output(event) {
    const preliminary = event.preliminary === true;
    const call = this.#outcome(event);
    if (call !== undefined) Object.assign(call, { state: 'output-available', output: event.output ?? null, errorText: null, preliminary });
  }

  outputError(event) {
    const call = this.#outcome(event);
    if (call === undefined) return;
    Object.assign(call, { state: 'output-error', errorText: text(event.errorText) ?? '', preliminary: false });
    call.output = null;
  }

  denied(event) {
    const call = this.#outcome(event);
    if (call !== undefined) Object.assign(call, { state: 'output-denied', output: null, errorText: null, preliminary: false });
  }

  // The call that an outcome settles.
  #outcome(event) {
    const call = this.#known(event.toolCallId, event.type);
    if (call === undefined || (isSettled(call) && this.#style.secondOutcome === 'first')) return undefined;
    if (call.state === 'input-streaming') call.input = this.#gathered(call);
    flags(call, event);
    return call;
  }

  #gathered({ encoding, inputText }) {
    return encoding === 'text' ? inputText : tryParse(inputText) ?? (inputText === '' ? null : inputText);
  }

  request({ type, toolCallId, approvalId, isAutomatic }) {
    const call = this.#known(toolCallId, type);
    if (call === undefined || isSettled(call)) return;
    if (isAutomatic === true && this.#style.automatic === 'passed over') return;
    Object.assign(call, { state: 'approval-requested', approval: { id: approvalId, approved: null } });
  }

  respond({ approvalId, approved }) {
    const call = this.#message.parts.findLast(({ approval }) => approval?.id === approvalId);
    if (call === undefined) {
      if (this.#style.orphan === 'told') throw new StreamError(`a decision on the unknown request ${approvalId}`);
      return;
    }
    call.approval.approved = approved;
    if (!isSettled(call)) call.state = 'approval-responded';
  }

  /** What the end of the stream does to calls that have no outcome. */
  end({ broken }) {
    const { cutCall, openCall } = this.#style;
    const gone = (part) => part.type === 'tool' && part.state === 'input-streaming' && cutCall === 'left out';
    this.#message.parts = this.#message.parts.filter((part) => !gone(part));
    for (const call of this.#message.parts) {
      if (call.type !== 'tool' || isSettled(call)) continue;
      const fails = call.state === 'input-streaming' ? cutCall === 'failed' : broken && openCall === 'failed' && !call.preliminary;
      if (fails) Object.assign(call, { state: 'output-error', errorText: 'The call was interrupted.' });
    }
  }
}

function flags(call, { dynamic, providerExecuted }) {
  if (typeof dynamic === 'boolean') call.dynamic = dynamic;
  if (typeof providerExecuted === 'boolean') call.providerExecuted = providerExecuted;
}
