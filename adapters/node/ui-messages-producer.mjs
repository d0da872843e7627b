// ui-messages, producer: a server that tells one assistant message, and the response that carries it.

import { isObject, tryParse, write } from './json.mjs';
import { readTurn, recut, wordsOf } from './turn.mjs';

/** The events of a message, and their response. */
export function produceUiMessages(input, choices) {
  const turn = readTurn(input);
  const server = new Server(turn, choices.uiMessagesProducer);
  server.begin();
  for (const item of turn.items) server[item.type](item);
  server.stop(turn.stop);
  return { events: server.events.map((event) => ({ event })), state: server.response() };
}

class Server {
  events = [];
  #turn;
  #style;
  #blocks = 0;
  #block = null; // id of the open text
  #streaming = new Set(); // calls whose input isn't all told
  #told = new Set();
  #inStep = false;
  #answered = false; // a new model call follows a result

  constructor(turn, style) {
    this.#turn = turn;
    this.#style = style;
  }

  #send(type, members = {}) {
    this.events.push({ type, ...members, ...(this.#style.moreMembers ? { traceId: 'n1' } : {}) });
  }

  begin() {
    if (this.#style.start) this.#send('start', this.#turn.messageId === null ? {} : { messageId: this.#turn.messageId });
  }

  #enter() {
    if (this.#style.steps === 'none') return;
    if (this.#inStep && this.#style.steps === 'turns' && this.#answered && this.#streaming.size === 0) this.#leave();
    this.#answered = false;
    if (this.#inStep) return;
    this.#send('start-step');
    this.#inStep = true;
  }

  #leave() {
    this.#closeText();
    if (this.#inStep) this.#send('finish-step');
    this.#inStep = false;
  }

  text({ text }) {
    if (text === '' && !this.#style.emptyTexts) return;
    this.#enter();
    if (this.#block === null) this.#openText();
    const pieces = this.#style.pieces === 'as they came' ? [text] : ['', ...recut(text, 4)];
    for (const delta of pieces) this.#send('text-delta', { id: this.#block, delta });
    if (this.#style.texts === 'apart') this.#closeText();
  }

  #openText() {
    this.#block = this.#style.blockIds === 'same' ? 'text' : `text-${++this.#blocks}`;
    this.#send('text-start', { id: this.#block });
  }

  #closeText() {
    if (this.#block !== null) this.#send('text-end', { id: this.#block });
    this.#block = null;
  }

  call({ call }) {
    this.#enter();
    if (this.#style.texts !== 'spanning') this.#closeText();
    if (call.cut && this.#style.cutCall === 'left out') return;
    if (call.streamed || this.#style.starts === 'always') this.#send('tool-input-start', this.#named(call));
    this.#streaming.add(call);
    if (call.streamed && this.#style.calls === 'as they came') {
      call.left = call.pieces.length;
      return;
    }
    const pieces = call.streamed ? call.pieces : this.#style.starts === 'always' && this.#style.deltas === 'always' ? recut(call.text, 5) : [];
    for (const piece of pieces) this.#delta(call, piece);
    if (!call.cut) this.#tell(call);
  }

  #named({ id, name, label }) {
    return {
      toolCallId: id, toolName: name,
      ...(this.#style.titles && label !== null ? { title: label } : {}),
      ...(this.#style.dynamic ? { dynamic: true } : {}),
      ...(this.#style.executed ? { providerExecuted: false } : {}),
    };
  }

  #delta({ id }, inputTextDelta) {
    this.#send('tool-input-delta', { toolCallId: id, inputTextDelta });
  }

  delta({ call, delta }) {
    if (!this.#streaming.has(call) || this.#style.calls !== 'as they came') return;
    this.#delta(call, delta);
    call.left--;
    if (call.left === 0 && !call.cut) this.#tell(call);
  }

  #tell(call) {
    this.#streaming.delete(call);
    this.#told.add(call);
    const { text, input } = call;
    const value = text === '' ? this.#noArguments() : tryParse(text);
    if (value !== undefined) this.#send('tool-input-available', { ...this.#named(call), input: call.streamed || input === undefined ? value : input });
    else if (this.#style.malformed === 'available') this.#send('tool-input-available', { ...this.#named(call), input: text });
    else {
      call.failed = true;
      this.#send('tool-input-error', { ...this.#named(call), input: text, errorText: 'The arguments are no JSON.' });
    }
  }

  #noArguments() {
    return this.#style.noArguments === 'object' ? Object.create(null) : '';
  }

  progress({ call, text }) {
    if (call.failed) return;
    if (this.#style.progress === 'preliminary') this.#send('tool-output-available', { toolCallId: call.id, output: { progress: text }, preliminary: true });
    if (this.#style.progress === 'data') this.#send('data-progress', { id: `progress of ${call.id}`, data: { text }, transient: true });
  }

  result({ call }) {
    const { id, failed, result: { status, content, artifact } } = call;
    this.#answered = true;
    const words = wordsOf(content);
    if (isObject(artifact) && this.#style.artifacts) this.#send('data-artifact', { data: artifact });
    if (failed && status !== 'success') {
      if (this.#style.failedTwice) this.#send('tool-output-error', { toolCallId: id, errorText: words || 'The call failed.' });
    } else if (status === 'success') {
      this.#send('tool-output-available', { toolCallId: id, output: content ?? null });
    } else if (status === 'cancelled' && this.#style.cancelled === 'denied') {
      this.#send('tool-output-denied', { toolCallId: id });
    } else {
      const masked = this.#style.masked ? 'An error occurred.' : words;
      this.#send('tool-output-error', { toolCallId: id, errorText: status === 'cancelled' ? words || 'cancelled' : masked });
    }
  }

  stop({ reason, message }) {
    if (reason !== 'completed') this.#failOpen();
    this.#before(reason);
    if (reason === 'error') this.#send('error', { errorText: this.#style.masked || !message ? 'An error occurred.' : message });
    if (reason === 'user_stopped') this.#send('abort', this.#style.abortReason ? { reason: 'The user stopped.' } : {});
    this.#after(reason);
  }

  // Calls that a stop left open are told as failed, where the style does so.
  #failOpen() {
    if (this.#style.openCall !== 'failed') return;
    for (const call of this.#told) {
      if (call.result === null && !call.failed) this.#send('tool-output-error', { toolCallId: call.id, errorText: 'The turn ended before the call did.' });
    }
  }

  #before(reason) {
    const ends = reason === 'error' || reason === 'user_stopped';
    if (!ends || this.#style.closing === 'before') this.#leave();
  }

  #after(reason) {
    if (reason === 'error' || reason === 'user_stopped') {
      if (this.#style.closing === 'after') this.#leave();
      const word = { error: 'error', user_stopped: 'interrupted' }[reason];
      if (this.#style.finishAfter !== 'none') this.#send('finish', this.#style.finishAfter === 'reason' ? { finishReason: word } : {});
      return;
    }
    const words = { completed: this.#turn.calls.some(({ result }) => result === null) ? 'tool-calls' : 'stop', length: 'length', content_filter: 'content-filter' };
    const limits = reason === 'completed' ? words.completed : this.#style.limits === 'other' ? 'other' : words[reason];
    this.#send('finish', this.#style.reasons ? { finishReason: limits } : {});
  }

  response() {
    const { comments, space } = this.#style;
    const frames = this.events.map((event) => `data:${space}${write(event)}\n\n`);
    return {
      body: `${comments ? ': stream-open\n\n' : ''}${frames.join('')}data:${space}[DONE]\n\n`,
      headers: { [this.#style.headerCase('content-type')]: this.#style.contentType, [this.#style.headerCase('x-vercel-ai-ui-message-stream')]: 'v1' },
    };
  }
}
