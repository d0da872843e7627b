// content-blocks, producer: a transcript to the events that a server sends.

import { asText } from './json.mjs';
import { inputOf, readTranscript } from './transcript.mjs';

export function produceContentBlocks(input, choices) {
  const transcript = readTranscript(input);
  const stream = new BlockStream(transcript.messageId, choices.blocksProducer);
  stream.open();
  for (const item of transcript.items) {
    if (item.type === 'text') stream.text(item.text);
    else if (item.type === 'call') stream.call(item.call);
    else if (item.type === 'result') stream.result(item.call, item.call.result);
  }
  stream.close(transcript);
  return { events: stream.events.map((event) => ({ event })) };
}

class BlockStream {
  events = [];
  #messageId;
  #choices;
  #index;
  #calls = []; // calls next to each other, where they are sent together
  #results = []; // the same for results

  constructor(messageId, choices) {
    this.#messageId = messageId;
    this.#choices = choices;
    this.#index = choices.firstIndex;
  }

  open() {
    if (this.#choices.envelope) this.events.push({ type: 'message_start' }, { type: 'ping' });
  }

  text(text) {
    this.#flush();
    if (!this.#choices.textBlocks) return;
    const index = this.#start({ type: 'text' });
    this.events.push({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } });
    this.#stop(index);
  }

  call(call) {
    this.#flushResults();
    this.#calls.push(call);
    if (!this.#choices.together) this.#flushCalls();
  }

  result(call, result) {
    this.#flushCalls();
    this.#results.push({ call, result });
    if (!this.#choices.together) this.#flushResults();
  }

  close({ calls, reason }) {
    this.#flush();
    if (reason !== 'completed') this.#cutOff(calls.filter((call) => call.result === null), reason);
    if (this.#choices.envelope) this.events.push({ type: 'message_delta' }, { type: 'message_stop' });
  }

  // An open call is told as cut off by a result of its own, or by the block that ends the turn.
  #cutOff(open, reason) {
    const byUser = reason === 'user_stopped';
    if (this.#choices.cutOff !== 'terminal') {
      const result = byUser
        ? { status: 'cancelled', content: '', artifact: null }
        : { status: 'error', content: 'The turn ended before the tool answered.', artifact: null };
      for (const call of open) this.result(call, result);
      this.#flush();
    }
    if (this.#choices.cutOff !== 'results') {
      const terminal = byUser
        ? { type: 'terminal_user_stopped' }
        : { type: 'terminal_error', message: 'The turn ended with an error.' };
      this.#stop(this.#start(terminal));
    }
  }

  #flush() {
    this.#flushCalls();
    this.#flushResults();
  }

  // Blocks may overlap: calls made together are stopped in the other order.
  #flushCalls() {
    const indices = this.#calls.map((call) => this.#start({
      type: 'tool_use',
      id: call.id,
      name: call.name,
      input: inputOf(call),
      tool_content_message: this.#choices.labels ? call.label : undefined,
    }));
    this.#calls = [];
    for (const index of indices.reverse()) this.#stop(index);
  }

  // Results that come together may come in any order: the pairing is by id.
  #flushResults() {
    for (const { call, result } of this.#results.reverse()) {
      this.#stop(this.#start({
        type: 'tool_result',
        tool_use_id: call.id,
        tool_name: this.#choices.toolNames ? call.name : undefined,
        content: asText(result.content),
        status: result.status,
        artifact: result.artifact ?? (this.#choices.nullArtifact ? null : undefined),
      }));
    }
    this.#results = [];
  }

  #start(content) {
    const index = this.#index;
    this.#index += this.#choices.indexStep;
    this.events.push({
      type: 'content_block_start',
      index,
      content_block: content,
      message_id: this.#choices.messageIds ? this.#messageId : undefined,
    });
    return index;
  }

  #stop(index) {
    this.events.push({ type: 'content_block_stop', index });
    if (this.#choices.envelope) this.events.push({ type: 'ping' });
  }
}
