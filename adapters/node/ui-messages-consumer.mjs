// ui-messages, consumer: a client that builds one message of parts from the events of a stream.

import { feed, StreamError, text } from './feed.mjs';
import { isObject, tryParse } from './json.mjs';
import { Calls, newCall } from './ui-messages-calls.mjs';

const SILENT = /^(reasoning-(start|delta|end)|message-metadata|finish-step)$/;
const OTHER_PARTS = ['source-url', 'source-document', 'file'];
const LATE = ['reset-step', 'tool-approval-response', 'reasoning-file', 'custom'];
const APPROVALS = ['tool-approval-request', 'tool-approval-response', 'tool-output-denied'];

/** The message as a client holds it at the end of the stream, or where it stopped reading. */
export function consumeUiMessages(input, choices) {
  const client = new Client(input.message, choices.uiMessages);
  try {
    const { marked } = feed(input, client.style, (event) => client.take(event));
    client.end(marked);
  } catch (error) {
    if (!(error instanceof StreamError)) throw error;
    client.error = error.told.message;
  }
  return { state: client.state() };
}

class Client {
  style;
  error = null;
  id = null;
  parts = [];
  step = 0;
  #goesOn;
  #texts = new Map(); // open blocks: the part that their text goes to
  #stepBegan = 0; // how many parts there were
  #reason = null;
  #finished = false;
  #aborted = false;
  #deaf = false;
  #calls;

  constructor(message, style) {
    this.style = style;
    this.#goesOn = isObject(message);
    if (this.#goesOn) this.#load(message);
    this.#calls = new Calls(this, style);
  }

  #load({ id, parts }) {
    this.id = text(id);
    for (const part of parts) {
      if (part.type === 'step') this.step++;
      this.parts.push(part.type === 'tool' ? this.#loaded(part) : { ...part });
    }
  }

  #loaded({ toolCallId, toolName, inputText, ...rest }) {
    const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== null));
    return { ...newCall(toolCallId, toolName, this.step), ...known, inputText: inputText ?? '' };
  }

  take(event) {
    const type = text(event.type);
    if (this.#deaf || type === null) return;
    if ((this.#finished || this.#aborted) && this.style.afterEnd === 'ignored') return;
    if (type.startsWith('data-')) this.#data(type.slice('data-'.length), event);
    else if (this.#isUnknown(type) || isNameless(type, event)) this.#unknown(type);
    else if (Object.hasOwn(EFFECTS, type)) EFFECTS[type].call(this, event, this.#calls);
    else if (OTHER_PARTS.includes(type) && this.style.otherParts === 'shown') this.parts.push({ type: 'other', kind: type });
  }

  #isUnknown(type) {
    if (LATE.includes(type)) return this.style.lateEvents === 'unknown';
    if (APPROVALS.includes(type)) return this.style.approvals === 'unknown';
    return !Object.hasOwn(EFFECTS, type) && !OTHER_PARTS.includes(type) && !SILENT.test(type);
  }

  #unknown(type) {
    if (this.style.unknownEvent === 'told') throw new StreamError(`unknown event ${type}`);
  }

  begin({ messageId }) {
    if (typeof messageId === 'string' && !(this.#goesOn && this.style.messageId === 'old')) this.id = messageId;
  }

  beginStep() {
    this.step++;
    this.parts.push({ type: 'step' });
    this.#stepBegan = this.parts.length;
  }

  resetStep() {
    this.parts.length = this.#stepBegan;
    if (this.style.resetStepPart === 'goes' && this.parts[this.#stepBegan - 1]?.type === 'step') {
      this.parts.pop();
      this.#stepBegan--;
    }
    for (const [id, part] of this.#texts) if (!this.parts.includes(part)) this.#texts.delete(id);
  }

  startText({ id }) {
    this.#texts.set(id, this.#newText());
  }

  #newText() {
    const part = { type: 'text', text: '' };
    this.parts.push(part);
    return part;
  }

  say({ id, delta }) {
    let part = this.#texts.get(id);
    if (part === undefined) {
      if (this.style.strayText === 'told') throw new StreamError('text for no open block');
      part = this.#newText();
      this.#texts.set(id, part);
    }
    if (this.style.spanning === 'split' && part.text !== '' && this.#calledSince(part)) {
      part = this.#newText();
      this.#texts.set(id, part);
    }
    part.text += text(delta) ?? '';
  }

  #calledSince(part) {
    return this.parts.slice(this.parts.indexOf(part)).some(({ type }) => type === 'tool');
  }

  endText({ id }) {
    this.#texts.delete(id);
  }

  #data(name, { id, data, transient }) {
    if (transient === true) return;
    const known = typeof id === 'string' ? this.parts.find((part) => part.type === 'data' && part.name === name && part.id === id) : undefined;
    if (known !== undefined) known.data = data;
    else this.parts.push({ type: 'data', name, id: text(id), data });
  }

  fail({ errorText }) {
    this.error ??= text(errorText) ?? 'the turn failed';
    if (this.style.afterError === 'stops') this.#deaf = true;
  }

  abort() {
    this.#aborted = true;
  }

  finish({ finishReason }) {
    if (!this.#finished || this.style.twoReasons === 'last') this.#reason = text(finishReason);
    this.#finished = true;
  }

  end(marked) {
    if (this.style.unfinished !== 'told' || this.#finished || this.#aborted || this.error !== null) return;
    throw new StreamError(marked ? 'the message was never finished' : 'the stream ended before the message did');
  }

  state() {
    this.#calls.end({ broken: this.#aborted || this.error !== null });
    const parts = this.parts.map((part) => this.#shown(part));
    const made = parts.length > 0 || (this.id !== null && this.style.emptyMessage === 'shown');
    return {
      message: made ? { id: this.id ?? 'message-of-the-client', parts } : null,
      finishReason: this.#reason,
      error: this.error,
      aborted: this.#aborted,
    };
  }

  #shown(part) {
    if (part.type !== 'tool') return part;
    const { id, name, step, encoding, inputText, ...rest } = part;
    const input = part.state === 'input-streaming' ? this.#begunInput(part) : part.input;
    return { ...rest, type: 'tool', toolCallId: id, toolName: name, input, inputText: inputText === '' ? this.style.noInputText : inputText };
  }

  #begunInput({ inputText }) {
    if (this.style.begunInput === 'text') return inputText;
    return this.style.begunInput === 'parsed' ? tryParse(inputText) : undefined;
  }
}

// An event of a call that doesn't say which is none.
function isNameless(type, { toolCallId, approvalId }) {
  if (!type.startsWith('tool-')) return false;
  return typeof (type === 'tool-approval-response' ? approvalId : toolCallId) !== 'string';
}

const EFFECTS = {
  start: Client.prototype.begin,
  'start-step': Client.prototype.beginStep,
  'reset-step': Client.prototype.resetStep,
  'text-start': Client.prototype.startText,
  'text-delta': Client.prototype.say,
  'text-end': Client.prototype.endText,
  'tool-input-start'(event, calls) { calls.start(event); },
  'tool-input-delta'(event, calls) { calls.delta(event); },
  'tool-input-available'(event, calls) { calls.available(event); },
  'tool-input-error'(event, calls) { calls.inputError(event); },
  'tool-output-available'(event, calls) { calls.output(event); },
  'tool-output-error'(event, calls) { calls.outputError(event); },
  'tool-output-denied'(event, calls) { calls.denied(event); },
  'tool-approval-request'(event, calls) { calls.request(event); },
  'tool-approval-response'(event, calls) { calls.respond(event); },
  error: Client.prototype.fail,
  abort: Client.prototype.abort,
  finish: Client.prototype.finish,
};
