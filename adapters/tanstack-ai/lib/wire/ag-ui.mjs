// Steps → AG-UI events, as @tanstack/ai speaks them since 0.3.0. One per response.
//
// A response may hold several runs: where only server tools were called, the server goes on by itself, and
// every model turn is a run with a message id of its own.
import { Untellable } from '../errors.mjs';

export class AgUiWire {
  #response;
  #calls;
  #resultOn;
  #failure;
  #threadId;
  #run = 0;
  #running = false;
  #text = null; // the text since TEXT_MESSAGE_START, null when no text message is open
  #begun = new Set(); // the ids of the calls that this response began

  constructor(responseNumber, calls, { resultOn, failure, threadId = 'thread' }) {
    this.#response = responseNumber;
    this.#calls = calls;
    this.#resultOn = resultOn;
    this.#failure = failure;
    this.#threadId = threadId;
  }

  chunks(step) {
    const out = [];
    // A server's result comes between two runs.
    if (step.type !== 'tool_result') this.#startRun(out);
    switch (step.type) {
      case 'text':
        this.#sendText(out, step.text);
        break;
      case 'tool_call': {
        const { id, name, arguments: whole } = step.toolCall;
        const missing = this.#calls.missing(id, whole);
        this.#startCall(out, id, name);
        if (missing) this.#sendArguments(out, id, missing);
        this.#endCall(out, id);
        break;
      }
      case 'tool_call_delta':
        this.#startCall(out, step.id, step.name);
        this.#sendArguments(out, step.id, step.argumentsDelta);
        break;
      case 'tool_result':
        this.#sendResult(out, step);
        break;
      case 'finish':
        this.#finishRun(out, step.reason);
        break;
    }
    return out;
  }

  #startRun(out) {
    if (this.#running) return;
    this.#running = true;
    this.#run += 1;
    out.push(this.#event('RUN_STARTED', this.#runIds()));
  }

  #finishRun(out, finishReason) {
    for (const id of this.#begun) if (!this.#calls.get(id).ended) this.#endCall(out, id);
    this.#endText(out);
    this.#running = false;
    out.push(this.#event('RUN_FINISHED', this.#runIds(), { finishReason }));
  }

  #sendText(out, delta) {
    const messageId = this.#messageId();
    if (this.#text === null) {
      this.#text = '';
      out.push(this.#event('TEXT_MESSAGE_START', { messageId, role: 'assistant' }));
    }
    this.#text += delta;
    out.push(this.#event('TEXT_MESSAGE_CONTENT', { messageId, delta }, {}, { content: this.#text }));
  }

  #endText(out) {
    if (this.#text === null) return;
    this.#text = null;
    out.push(this.#event('TEXT_MESSAGE_END', { messageId: this.#messageId() }));
  }

  // A call is started once. Text after it is a new text message: that is how these versions keep the two apart.
  #startCall(out, id, name) {
    this.#endText(out);
    if (this.#calls.get(id)) return;
    this.#calls.begin(id, name);
    this.#begun.add(id);
    const members = { toolCallId: id, toolCallName: name, parentMessageId: this.#messageId() };
    out.push(this.#event('TOOL_CALL_START', members, {}, { toolName: name }));
  }

  #sendArguments(out, id, delta) {
    this.#calls.get(id).sent += delta;
    out.push(this.#event('TOOL_CALL_ARGS', { toolCallId: id, delta }));
  }

  #endCall(out, id) {
    const call = this.#calls.get(id);
    call.ended = true;
    out.push(this.#event('TOOL_CALL_END', { toolCallId: id }, {}, bothNames(call)));
  }

  #sendResult(out, { toolCallId, content, state }) {
    const failed = state === 'error';
    if (failed && !this.#failure) throw new Untellable('the stream has no word for a result that is an error');
    const call = this.#calls.get(toolCallId);
    // A server runs a call only once its arguments are complete.
    if (call && !call.ended) this.#endCall(out, toolCallId);
    // A result is followed by another model turn, and its text is a message of its own.
    this.#endText(out);
    if (this.#resultOn === 'TOOL_CALL_END') {
      out.push(this.#event('TOOL_CALL_END', { toolCallId, result: content }, {}, bothNames(call)));
      return;
    }
    const members = { messageId: this.#messageId(), toolCallId, content, role: 'tool' };
    out.push(this.#event('TOOL_CALL_RESULT', members, failed ? { state: 'output-error' } : {}));
  }

  #messageId() {
    return `message-${this.#response}-${this.#run}`;
  }

  #runIds() {
    return { threadId: this.#threadId, runId: `run-${this.#response}-${this.#run}` };
  }

  // `extras` are the packages' own additions to AG-UI. The latest servers put them into `metadata`, and
  // leave `early` out, which is what earlier ones send besides.
  #event(type, members, extras = {}, early = {}) {
    const event = { type, timestamp: Date.now(), ...members };
    if (this.#failure !== 'metadata') return { ...event, model: 'conform', ...extras, ...early };
    return Object.keys(extras).length > 0 ? { ...event, metadata: { tanstack: extras } } : event;
  }
}

// `toolName` was renamed to `toolCallName` on the way; servers sent both for a while.
function bothNames(call) {
  return { toolCallName: call?.name, toolName: call?.name };
}
