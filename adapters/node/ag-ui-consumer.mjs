// ag-ui, consumer: a client that follows a run. Every event is checked, put in order, and then applied.

import { Messages } from './ag-ui-messages.mjs';
import { Chunks, Order } from './ag-ui-order.mjs';
import { areMessages, known } from './ag-ui-shapes.mjs';
import { feed, StreamError } from './feed.mjs';
import { tryParse } from './json.mjs';
import { Rejection } from './rejection.mjs';

const OWN_WORDS = ['interrupt', 'interrupted', 'failed', 'rejected', 'open', 'cancelled', 'success'];

/** What the client holds when the stream is over, refused, or left. */
export function consumeAgUi(input, choices) {
  const style = choices.agui;
  const stored = input.messages ?? [];
  if (!areMessages(stored)) throw new Rejection('the stored messages are none');
  const client = new Client(stored, style);
  try {
    const { aborted } = feed(input, style, (event) => client.take(event));
    client.end(aborted);
  } catch (error) {
    if (!(error instanceof StreamError)) throw error;
    if (style.refusal === 'ending') throw new Rejection(error.message);
    client.run = { ...noRun(), status: 'rejected' };
  }
  return { state: { messages: client.messages.list.map((message) => client.shown(message)), run: client.run } };
}

function noRun() {
  return { status: 'open', error: null, code: null, pending: [], interrupts: [] };
}

class Client {
  run = noRun();
  messages;
  #style;
  #chunks = new Chunks();
  #order = new Order();
  #closed = new Set(); // ids of calls
  #begun = []; // ids of calls that this run started
  #answered = new Set();

  constructor(stored, style) {
    this.messages = new Messages(stored, style);
    this.#style = style;
  }

  take(event) {
    if (!known(event, this.#style)) return;
    for (const one of this.#chunks.push(event)) {
      this.#order.check(one);
      if (Object.hasOwn(EFFECTS, one.type)) EFFECTS[one.type].call(this, one);
    }
  }

  begin() {
    this.run = noRun();
    this.#begun = [];
    this.#answered.clear();
  }

  startCall(event) {
    if (!this.#begun.includes(event.toolCallId)) this.#begun.push(event.toolCallId);
    this.#closed.delete(event.toolCallId);
    this.messages.startCall(event);
  }

  endCall(event) {
    this.#closed.add(event.toolCallId);
    this.messages.argue(event);
  }

  answer(event) {
    this.#answered.add(event.toolCallId);
    this.messages.answer(event);
  }

  finish({ outcome }) {
    const { type, pendingToolCallIds: listed, interrupts } = outcome ?? { type: 'success' };
    this.run.status = this.#word(type);
    if (type === 'interrupt') this.run.interrupts = interrupts.map(({ id }) => id);
    if (this.run.status !== 'success') return;
    this.run.pending = listed?.length > 0 ? listed : this.#begun.filter((id) => !this.#answered.has(id));
  }

  #word(type) {
    if (type === 'interrupt') return 'interrupted';
    if (type === 'success' || type === 'cancelled') return type;
    return this.#style.unknownOutcome === 'success' || OWN_WORDS.includes(type) ? 'success' : type;
  }

  fail({ message, code }) {
    this.run = { ...noRun(), status: 'failed', error: message, code: code ?? null };
  }

  end(aborted) {
    if (this.run.status !== 'open') return;
    const word = aborted ? this.#style.aborted : this.#style.unended;
    this.run.status = word;
    if (word === 'failed') this.run.error = 'the stream ended before the run did';
  }

  shown({ id, role, content, calls, toolCallId, error, metadata }) {
    const toolCalls = calls.map((call) => ({
      id: call.id, name: call.name, arguments: this.#arguments(call.text), complete: this.#closed.has(call.id), metadata: call.metadata,
    }));
    if (role !== 'tool') return { id, role, content, toolCalls: toolCalls.length > 0 ? toolCalls : this.#style.noCalls, metadata };
    return { id, role, toolCallId, content: this.#content(content), error, metadata };
  }

  #arguments(text) {
    if (this.#style.arguments === 'text') return text;
    return tryParse(text) ?? null;
  }

  #content(content) {
    if (!Array.isArray(content) || this.#style.parts === 'list') return content;
    return content.filter(({ type }) => type === 'text').map(({ text }) => text).join('');
  }
}

const EFFECTS = {
  RUN_STARTED: Client.prototype.begin,
  RUN_FINISHED: Client.prototype.finish,
  RUN_ERROR: Client.prototype.fail,
  TEXT_MESSAGE_START(event) { this.messages.startText(event); },
  TEXT_MESSAGE_CONTENT(event) { this.messages.text(event); },
  TEXT_MESSAGE_END(event) { this.messages.text(event); },
  TOOL_CALL_START: Client.prototype.startCall,
  TOOL_CALL_ARGS(event) { this.messages.argue(event); },
  TOOL_CALL_END: Client.prototype.endCall,
  TOOL_CALL_RESULT: Client.prototype.answer,
  MESSAGES_SNAPSHOT(event) { this.messages.replace(event.messages); },
};
