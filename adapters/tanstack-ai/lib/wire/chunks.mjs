// Steps → the packages' own stream chunks, as @tanstack/ai spoke them before 0.3.0. One per response.
import { Untellable } from '../errors.mjs';

export class ChunkWire {
  #id;
  #calls;
  #indices = new Map(); // id → the call's index in this response
  #text = ''; // a content chunk repeats the text since the last call or result

  constructor(responseNumber, calls) {
    this.#id = `response-${responseNumber}`;
    this.#calls = calls;
  }

  chunks(step) {
    switch (step.type) {
      case 'text':
        this.#text += step.text;
        return [this.#chunk('content', { delta: step.text, content: this.#text, role: 'assistant' })];
      case 'tool_call': {
        const { id, name, arguments: whole } = step.toolCall;
        const chunk = this.#toolCall(id, name, this.#calls.missing(id, whole));
        this.#end(id);
        return [chunk];
      }
      case 'tool_call_delta':
        return [this.#toolCall(step.id, step.name, step.argumentsDelta)];
      case 'tool_result':
        if (step.state === 'error') throw new Untellable('the stream has no word for a result that is an error');
        this.#text = '';
        this.#end(step.toolCallId);
        return [this.#chunk('tool_result', { toolCallId: step.toolCallId, content: step.content })];
      case 'finish':
        this.#text = '';
        for (const id of this.#indices.keys()) this.#end(id);
        return [this.#chunk('done', { finishReason: step.reason })];
    }
  }

  #toolCall(id, name, delta) {
    const call = this.#calls.get(id) ?? this.#calls.begin(id, name);
    if (!this.#indices.has(id)) {
      this.#indices.set(id, this.#indices.size);
      this.#text = '';
    }
    call.sent += delta;
    const toolCall = { id, type: 'function', function: { name: call.name, arguments: delta } };
    return this.#chunk('tool_call', { index: this.#indices.get(id), toolCall });
  }

  // Nothing on this wire says that a call is complete; it decides whether the call can be told on.
  #end(id) {
    const call = this.#calls.get(id);
    if (call) call.ended = true;
  }

  #chunk(type, members) {
    return { type, id: this.#id, model: 'conform', timestamp: Date.now(), ...members };
  }
}
