// ag-ui: what may come when. Chunks become the start, content and end that they stand for; what may not come stops the
// stream.

import { StreamError } from './feed.mjs';

const THROUGH_CHUNKS = ['RAW', 'ACTIVITY_SNAPSHOT', 'ACTIVITY_DELTA', 'REASONING_ENCRYPTED_VALUE', 'SUBAGENT_STARTED'];

const CHUNKS = {
  TEXT_MESSAGE_CHUNK: { id: 'messageId', needs: ['messageId'], start: 'TEXT_MESSAGE_START', content: 'TEXT_MESSAGE_CONTENT', end: 'TEXT_MESSAGE_END' },
  TOOL_CALL_CHUNK: { id: 'toolCallId', needs: ['toolCallId', 'toolCallName'], start: 'TOOL_CALL_START', content: 'TOOL_CALL_ARGS', end: 'TOOL_CALL_END' },
  REASONING_MESSAGE_CHUNK: { id: 'messageId', needs: ['messageId'] },
};

/** Turns chunks into triads: `push` gives the events that an event stands for. */
export class Chunks {
  #open = null; // {type, id, first}

  push(event) {
    const kind = CHUNKS[event.type];
    if (kind !== undefined) return this.#chunk(event, kind);
    return THROUGH_CHUNKS.includes(event.type) ? [event] : [...this.#close(), event];
  }

  #chunk(event, kind) {
    const id = event[kind.id] ?? null;
    const goesOn = this.#open !== null && this.#open.type === event.type && (id === null || id === this.#open.id);
    const events = goesOn ? [] : [...this.#close(), ...this.#begin(event, kind)];
    if (goesOn) this.#compare(event);
    if (kind.start === undefined) return events;
    if (goesOn || typeof event.delta === 'string') events.push(this.#content(event, kind, goesOn));
    return events;
  }

  #begin(event, kind) {
    for (const member of kind.needs) if (typeof event[member] !== 'string') throw new StreamError(`a first chunk has no ${member}`);
    this.#open = { type: event.type, id: event[kind.id], first: event };
    return kind.start === undefined ? [] : [{ ...event, type: kind.start, delta: undefined }];
  }

  #content(event, kind, withMetadata) {
    const { subagentRunId, metadata } = event;
    return { type: kind.content, [kind.id]: this.#open.id, delta: event.delta ?? '', subagentRunId, metadata: withMetadata ? metadata : undefined };
  }

  #compare(event) {
    const { first } = this.#open;
    const roleOf = ({ role }) => role ?? 'assistant';
    const differs = (member) => typeof event[member] === 'string' && event[member] !== first[member];
    if (differs('toolCallName') || differs('parentMessageId') || (typeof event.role === 'string' && event.role !== roleOf(first))) {
      throw new StreamError('a chunk disagrees with the first of its item');
    }
  }

  #close() {
    if (this.#open === null) return [];
    const { type, id } = this.#open;
    const kind = CHUNKS[type];
    this.#open = null;
    return kind.end === undefined ? [] : [{ type: kind.end, [kind.id]: id }];
  }
}

/** Refuses what a producer must not send. */
export class Order {
  #run = 'none'; // or 'on', 'finished', 'failed'
  #texts = new Map(); // open ones, by id: the subagent that opened them
  #calls = new Map();
  #steps = new Set();

  check(event) {
    this.#checkRun(event);
    const rule = Object.hasOwn(RULES, event.type) ? RULES[event.type] : undefined;
    if (rule !== undefined) rule.call(this, event);
  }

  #checkRun({ type }) {
    if (type === 'RUN_STARTED') {
      if (this.#run === 'on') refuse('a run began within a run');
      this.#run = 'on';
      for (const open of [this.#texts, this.#calls, this.#steps]) open.clear();
    } else if (type === 'RUN_ERROR') {
      if (this.#run === 'failed') refuse('a run failed twice');
      this.#run = 'failed';
    } else if (this.#run !== 'on') {
      refuse(`${type} outside of a run`);
    }
  }

  finish() {
    if (this.#texts.size + this.#calls.size + this.#steps.size > 0) refuse('the run finished while something was open');
    this.#run = 'finished';
  }

  #start(open, id, { subagentRunId }) {
    if (open.has(id)) refuse(`${id} is open already`);
    open.set(id, subagentRunId ?? null);
  }

  #goOn(open, id, { subagentRunId }) {
    if (!open.has(id)) refuse(`${id} is not open`);
    if (typeof subagentRunId === 'string' && subagentRunId !== open.get(id)) refuse(`${id} belongs to another subagent`);
  }

  startText(event) { this.#start(this.#texts, event.messageId, event); }
  text(event) { this.#goOn(this.#texts, event.messageId, event); }
  endText(event) {
    this.text(event);
    this.#texts.delete(event.messageId);
  }

  startCall(event) { this.#start(this.#calls, event.toolCallId, event); }
  call(event) { this.#goOn(this.#calls, event.toolCallId, event); }
  endCall(event) {
    this.call(event);
    this.#calls.delete(event.toolCallId);
  }

  startStep({ stepName }) {
    if (this.#steps.has(stepName)) refuse(`the step ${stepName} is open already`);
    this.#steps.add(stepName);
  }

  endStep({ stepName }) {
    if (!this.#steps.delete(stepName)) refuse(`the step ${stepName} is not open`);
  }
}

const RULES = {
  RUN_FINISHED: Order.prototype.finish,
  STEP_STARTED: Order.prototype.startStep,
  STEP_FINISHED: Order.prototype.endStep,
  TEXT_MESSAGE_START: Order.prototype.startText,
  TEXT_MESSAGE_CONTENT: Order.prototype.text,
  TEXT_MESSAGE_END: Order.prototype.endText,
  TOOL_CALL_START: Order.prototype.startCall,
  TOOL_CALL_ARGS: Order.prototype.call,
  TOOL_CALL_END: Order.prototype.endCall,
};

function refuse(why) {
  throw new StreamError(why);
}
