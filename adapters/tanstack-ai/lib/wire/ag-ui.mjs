// Steps → AG-UI events, as @tanstack/ai speaks them since 0.3.0. One per response.
//
// A response may hold several runs: where only server tools were called, the server goes on by itself, and
// every model turn is a run with a message id of its own.
import { missingArguments } from './arguments.mjs';

export class AgUiWire {
  #response;
  #threadId;
  #resultsOnEnd;
  #run = 0;
  #running = false;
  #text = null; // the text since TEXT_MESSAGE_START, null when no text message is open
  #calls = new Map(); // id → { name, sent, ended }

  constructor(responseNumber, { resultsOnEnd, threadId = 'thread' }) {
    this.#response = responseNumber;
    this.#resultsOnEnd = resultsOnEnd;
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
        const { id, name } = step.toolCall;
        const missing = missingArguments(this.#calls.get(id), step.toolCall);
        this.#startCall(out, id, name);
        if (missing) this.#sendArguments(out, id, missing);
        this.#endCall(out, id);
        break;
      }
      case 'tool_call_delta':
        if (!this.#calls.has(step.id)) this.#startCall(out, step.id, step.name);
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
    out.push(event('RUN_STARTED', this.#runIds()));
  }

  #finishRun(out, finishReason) {
    for (const [id, call] of this.#calls) if (!call.ended) this.#endCall(out, id);
    this.#endText(out);
    this.#running = false;
    out.push(event('RUN_FINISHED', { ...this.#runIds(), finishReason }));
  }

  #sendText(out, delta) {
    const messageId = this.#messageId();
    if (this.#text === null) {
      this.#text = '';
      out.push(event('TEXT_MESSAGE_START', { messageId, role: 'assistant' }));
    }
    this.#text += delta;
    out.push(event('TEXT_MESSAGE_CONTENT', { messageId, delta, content: this.#text }));
  }

  #endText(out) {
    if (this.#text === null) return;
    this.#text = null;
    out.push(event('TEXT_MESSAGE_END', { messageId: this.#messageId() }));
  }

  // Text after a call is a new text message: that is how these versions keep the two apart.
  #startCall(out, id, name) {
    this.#endText(out);
    if (!this.#calls.has(id)) this.#calls.set(id, { name, sent: '', ended: false });
    const parentMessageId = this.#messageId();
    out.push(event('TOOL_CALL_START', { toolCallId: id, ...bothNames(name), parentMessageId }));
  }

  #sendArguments(out, id, delta) {
    this.#calls.get(id).sent += delta;
    out.push(event('TOOL_CALL_ARGS', { toolCallId: id, delta }));
  }

  #endCall(out, id) {
    const call = this.#calls.get(id);
    call.ended = true;
    out.push(event('TOOL_CALL_END', { toolCallId: id, ...bothNames(call.name) }));
  }

  #sendResult(out, { toolCallId, content, state }) {
    const call = this.#calls.get(toolCallId);
    // A server runs a call only once its arguments are complete.
    if (call && !call.ended) this.#endCall(out, toolCallId);
    // A result is followed by another model turn, and its text is a message of its own.
    this.#endText(out);
    if (this.#resultsOnEnd) {
      out.push(event('TOOL_CALL_END', { toolCallId, ...bothNames(call?.name), result: content }));
      return;
    }
    const failed = state === 'error' ? { state: 'output-error' } : {};
    out.push(event('TOOL_CALL_RESULT', { messageId: this.#messageId(), toolCallId, content, role: 'tool', ...failed }));
  }

  #messageId() {
    return `message-${this.#response}-${this.#run}`;
  }

  #runIds() {
    return { threadId: this.#threadId, runId: `run-${this.#response}-${this.#run}` };
  }
}

function event(type, members) {
  return { type, model: 'conform', timestamp: Date.now(), ...members };
}

// `toolName` was renamed to `toolCallName` on the way; servers sent both for a while.
function bothNames(name) {
  return { toolCallName: name, toolName: name };
}
