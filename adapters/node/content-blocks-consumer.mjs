// content-blocks, consumer: the events of a turn to the blocks that a client shows.

import { JsonNumber, asText, isObject } from './json.mjs';
import { readEvents } from './input.mjs';

export function consumeContentBlocks(input, choices) {
  const blocks = new Blocks({ fromHistory: input.history === true, choices: choices.blocks });
  for (const event of readEvents(input, choices.framing)) blocks.apply(event);
  return { state: { blocks: blocks.snapshot() } };
}

class Blocks {
  #fromHistory;
  #choices;
  #shown = []; // what is shown, in order of arrival
  #calls = new Map(); // by id
  #open = new Map(); // started and not stopped, by index
  #early = new Map(); // results whose call didn't come yet, by its id
  #terminal = false;

  constructor({ fromHistory, choices }) {
    this.#fromHistory = fromHistory;
    this.#choices = choices;
  }

  apply(event) {
    const at = indexKey(event.index);
    if (event.type === 'content_block_start') {
      if (isObject(event.content_block)) this.#start(at, event.content_block);
    } else if (event.type === 'content_block_delta') {
      this.#delta(at, event.delta);
    } else if (event.type === 'content_block_stop') {
      this.#stop(at);
    }
  }

  #start(at, content) {
    // An index used again belongs to its new block.
    this.#open.delete(at);
    switch (content.type) {
      case 'tool_use':
        if (typeof content.id === 'string') this.#startCall(at, content);
        break;
      case 'tool_result':
        if (typeof content.tool_use_id === 'string') this.#startResult(at, content);
        break;
      case 'text':
        this.#show(at, { type: 'text', text: typeof content.text === 'string' ? content.text : '', ended: false });
        break;
      case 'terminal_user_stopped':
      case 'terminal_error':
        this.#terminal = true;
        this.#show(at, { type: content.type, message: content.message, ended: true });
        break;
      default:
    }
  }

  #startCall(at, content) {
    const twin = this.#calls.get(content.id);
    if (twin !== undefined && this.#choices.sameId === 'one block') return;
    const call = {
      type: 'tool_use',
      id: content.id,
      name: typeof content.name === 'string' ? content.name : '',
      input: content.input ?? {},
      label: this.#choices.labels ? content.tool_content_message ?? null : null,
      result: null,
      ended: false,
    };
    if (twin === undefined || this.#choices.sameId === 'result to the last') this.#calls.set(call.id, call);
    this.#show(at, call);

    for (const result of this.#early.get(call.id) ?? []) this.#merge(call, result);
    this.#early.delete(call.id);
  }

  #startResult(at, result) {
    // A result is whole in its start. History isn't streamed: there is no stop to wait for.
    if (this.#choices.mergeAt === 'start' || this.#fromHistory) this.#deliver(result);
    else this.#open.set(at, { result });
  }

  #delta(at, delta) {
    const block = this.#open.get(at)?.block;
    if (block?.type === 'text' && isObject(delta) && typeof delta.text === 'string') block.text += delta.text;
  }

  #stop(at) {
    const stopped = this.#open.get(at);
    if (stopped === undefined) return;
    this.#open.delete(at);
    if (stopped.result !== undefined) this.#deliver(stopped.result);
    else stopped.block.ended = true;
  }

  #show(at, block) {
    this.#open.set(at, { block });
    this.#shown.push(block);
  }

  #deliver(result) {
    const id = result.tool_use_id;
    const call = this.#calls.get(id);
    if (call !== undefined) {
      this.#merge(call, result);
    } else if (this.#choices.earlyResult === 'kept') {
      if (!this.#early.has(id)) this.#early.set(id, []);
      this.#early.get(id).push(result);
    }
  }

  // A result replaces the one before it whole: content, error and artifact belong together.
  #merge(call, { content, status, artifact }) {
    if (call.result !== null && this.#choices.secondResult === 'first') return;
    const missing = content === undefined || content === null;
    if (missing && this.#choices.missingContent === 'no result') return;
    call.result = {
      content: missing ? this.#missingContent() : this.#content(content),
      error: this.#isError(status),
      artifact: artifact ?? null,
    };
  }

  // Whatever isn't said to be a success isn't shown as one.
  #isError(status) {
    return this.#choices.unknownStatus === 'success' ? ['error', 'cancelled'].includes(status) : status !== 'success';
  }

  #missingContent() {
    return this.#choices.missingContent === 'empty' ? '' : null;
  }

  #content(content) {
    return this.#choices.otherContent === 'text' ? asText(content) : content;
  }

  snapshot() {
    const shown = this.#choices.show === 'calls' ? this.#shown.filter(({ type }) => type === 'tool_use') : this.#shown;
    return shown.map((block) => (block.type === 'tool_use' ? this.#showCall(block) : this.#showOther(block)));
  }

  #showCall(call) {
    const { result } = call;
    const hasResult = result !== null && result.content !== null;
    const over = this.#fromHistory || this.#terminal;
    const streaming = this.#choices.streamsUntil === 'stop' ? !call.ended : result === null;
    let dotStatus = 'done';
    const settled = this.#choices.openAfterTerminal === 'active' ? this.#fromHistory : over;
    if (!hasResult && !settled) dotStatus = 'active';
    else if (result?.error) dotStatus = 'error';
    return {
      type: 'tool_use',
      id: call.id,
      name: call.name,
      input: call.input,
      tool_content_message: call.label,
      toolResult: result === null ? null : result.content,
      toolResultError: result === null ? false : result.error,
      artifact: result === null ? null : result.artifact,
      isStreaming: streaming && !over,
      isFromHistory: this.#fromHistory,
      dotStatus,
    };
  }

  #showOther({ type, text, message, ended }) {
    const isStreaming = !ended && !this.#fromHistory && !this.#terminal;
    return { type, text, message, isStreaming, isFromHistory: this.#fromHistory };
  }
}

// Equal indices are one index, however they are spelled. An index is a name, never a position.
function indexKey(index) {
  if (!(index instanceof JsonNumber)) return index;
  const number = Number(index.literal);
  return Number.isSafeInteger(number) ? number : index.literal;
}
