// ag-ui, producer: an agent that tells its run as events, and the bytes of its stream.

import { write } from './json.mjs';
import { readTurn, recut, wordsOf } from './turn.mjs';

/** The events of a run, and their bytes. */
export function produceAgUi(input, choices) {
  const turn = readTurn(input);
  const agent = new Agent(input, turn, choices.agUiProducer);
  agent.begin();
  for (const item of turn.items) agent[item.type](item);
  const raised = agent.stop(turn.stop);
  const state = raised === null ? { sse: agent.bytes() } : { sse: agent.bytes(), raised };
  return { events: agent.events.map((event) => ({ event })), state };
}

class Agent {
  events = [];
  #run;
  #turn;
  #style;
  #texts = 0;
  #text = null; // id of the open message
  #parent = null; // the message that calls stand in
  #open = new Set(); // calls whose end is to come
  #sent = new Set();

  constructor({ threadId, runId }, turn, style) {
    this.#run = { threadId, runId };
    this.#turn = turn;
    this.#style = style;
  }

  #send(type, members) {
    this.events.push({ type, ...members });
  }

  begin() {
    const { version, extras } = this.#style;
    this.#send('RUN_STARTED', { ...this.#run, ...(version ? { protocolVersion: '1.0' } : {}) });
    if (!extras) return;
    this.#send('STEP_STARTED', { stepName: 'think' });
    this.#send('STATE_SNAPSHOT', { snapshot: null });
    this.#send('RAW', { event: { type: 'TOOL_CALL_START', toolCallId: 'raw', toolCallName: 'raw' }, source: 'model' });
    this.#send('STEP_FINISHED', { stepName: 'think' });
  }

  #endText() {
    if (this.#text === null) return;
    if (this.#style.form === 'triads') this.#send('TEXT_MESSAGE_END', { messageId: this.#text });
    this.#text = null;
  }

  text({ text }) {
    if (this.#style.form === 'chunks') this.#closeChunk();
    if (text === '' && !this.#style.emptyTexts) return;
    if (this.#text === null || this.#style.texts === 'apart') this.#startText();
    for (const piece of this.#pieces([text])) this.#sayText(piece);
    if (this.#style.texts === 'apart') this.#endText();
  }

  #startText() {
    this.#endText();
    this.#text = this.#parent = `${this.#run.runId}-text-${++this.#texts}`;
    if (this.#style.form === 'triads') this.#send('TEXT_MESSAGE_START', { messageId: this.#text, ...(this.#style.roles ? { role: 'assistant' } : {}) });
  }

  #sayText(delta) {
    this.#send(this.#style.form === 'triads' ? 'TEXT_MESSAGE_CONTENT' : 'TEXT_MESSAGE_CHUNK', { messageId: this.#text, delta });
  }

  #pieces(pieces) {
    if (this.#style.pieces === 'as they came') return pieces;
    return ['', ...pieces.flatMap((piece) => recut(piece, 2))];
  }

  call({ call }) {
    if (call.cut && this.#style.cutCall === 'left out') return;
    if (this.#style.texts !== 'spanning') this.#endText();
    this.#sent.add(call);
    if (this.#style.form === 'chunks') {
      if (!call.streamed) this.#chunk(call, call.text);
      else this.#chunk(call, undefined);
      return;
    }
    this.#send('TOOL_CALL_START', { toolCallId: call.id, toolCallName: call.name, ...this.#parentOf() });
    this.#open.add(call);
    if (call.streamed && this.#style.calls === 'as they came') return;
    this.#argue(call, call.streamed ? call.pieces : [call.text]);
    if (!call.cut) this.#end(call);
  }

  #parentOf() {
    return this.#style.parents && this.#parent !== null ? { parentMessageId: this.#parent } : {};
  }

  // One chunk stream at a time: what another one cut in two is opened again.
  #chunk(call, delta) {
    const first = this.#chunked !== call;
    this.#chunked = call;
    if (call.parent === undefined) call.parent = this.#parentOf();
    const members = first || this.#style.chunkIds ? { toolCallId: call.id, toolCallName: call.name, ...call.parent } : {};
    this.#send('TOOL_CALL_CHUNK', { ...members, ...(delta === undefined ? {} : { delta }) });
  }

  #chunked = null;

  #closeChunk() {
    this.#chunked = null;
  }

  #argue(call, pieces) {
    const told = this.#style.atomic ? [pieces.join('')] : this.#pieces(pieces);
    for (const delta of told) if (delta !== '' || this.#style.emptyDeltas) this.#send('TOOL_CALL_ARGS', { toolCallId: call.id, delta });
  }

  #end(call) {
    if (this.#open.delete(call)) this.#send('TOOL_CALL_END', { toolCallId: call.id });
  }

  delta({ call, delta }) {
    if (!this.#sent.has(call)) return;
    if (this.#style.form === 'chunks') this.#chunk(call, delta);
    else if (this.#style.calls === 'as they came') this.#argue(call, [delta]);
  }

  progress({ call, text }) {
    if (this.#style.progress === 'custom') this.#send('CUSTOM', { name: 'progress', value: { call: call.id, text } });
    if (this.#style.progress === 'activity') {
      this.#send('ACTIVITY_SNAPSHOT', { messageId: `${this.#run.runId}-activity`, activityType: 'PROGRESS', content: { text } });
    }
    if (this.#style.progress === 'custom') this.#closeChunk();
  }

  result({ call }) {
    this.#closeChunk();
    this.#end(call);
    const { status, content } = call.result;
    const words = wordsOf(content);
    const text = status === 'success' ? words : this.#failure(status, words);
    const told = this.#style.resultParts ? [{ type: 'text', text }] : text;
    this.#send('TOOL_CALL_RESULT', {
      messageId: `${this.#run.runId}-result-${this.#turn.calls.indexOf(call)}`, toolCallId: call.id, content: told, ...(this.#style.roles ? { role: 'tool' } : {}),
    });
  }

  #failure(status, words) {
    if (words === '') return status === 'error' ? 'The call failed.' : 'The call was cancelled.';
    return this.#style.failures === 'as told' ? words : `${status}: ${words}`;
  }

  /** Ends the run. What an agent raises to its host is given back. */
  stop({ reason, message }) {
    const failure = { error: 'the agent failed', user_stopped: 'the user stopped', length: 'the limit was reached', content_filter: 'the answer was held back' };
    const told = message || failure[reason];
    const stays = reason !== 'completed' && this.#style.endings !== 'outcomes';
    if ((reason === 'error' || reason === 'user_stopped') && this.#style.endings === 'raised') return told;
    if (reason === 'error' || stays) {
      this.#send('RUN_ERROR', { message: told, ...(this.#style.codes ? { code: reason.toUpperCase() } : {}) });
      return null;
    }
    this.#closeAll();
    this.#send('RUN_FINISHED', { ...this.#run, ...this.#outcome(reason) });
    return null;
  }

  #closeAll() {
    this.#endText();
    for (const call of [...this.#open]) this.#end(call);
  }

  #outcome(reason) {
    const cut = this.#turn.calls.some((call) => call.cut && this.#sent.has(call));
    if (reason === 'user_stopped' || cut) return { outcome: { type: 'cancelled' } };
    const pending = this.#turn.calls.filter((call) => call.result === null && this.#sent.has(call)).map(({ id }) => id);
    if (pending.length > 0 || this.#style.emptyPending) return { outcome: { type: 'success', pendingToolCallIds: pending } };
    return this.#style.outcome ? { outcome: { type: 'success' } } : {};
  }

  bytes() {
    const { comments, space } = this.#style;
    return (comments ? ': open\n\n' : '') + this.events.map((event) => `data:${space}${write(event)}\n\n`).join('');
  }
}
