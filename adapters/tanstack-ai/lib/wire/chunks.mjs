// Steps → the packages' own stream chunks, as @tanstack/ai spoke them before 0.3.0. One per response.
import { missingArguments } from './arguments.mjs';

export class ChunkWire {
  #id;
  #calls = new Map(); // id → { name, index, sent, ended }
  #text = ''; // a content chunk repeats the text since the last call or result

  constructor(responseNumber) {
    this.#id = `response-${responseNumber}`;
  }

  chunks(step) {
    switch (step.type) {
      case 'text':
        this.#text += step.text;
        return [this.#chunk('content', { delta: step.text, content: this.#text, role: 'assistant' })];
      case 'tool_call': {
        const { id, name } = step.toolCall;
        const chunk = this.#toolCall(id, name, missingArguments(this.#calls.get(id), step.toolCall));
        this.#end(id);
        return [chunk];
      }
      case 'tool_call_delta':
        return [this.#toolCall(step.id, step.name, step.argumentsDelta)];
      case 'tool_result':
        this.#text = '';
        this.#end(step.toolCallId);
        return [this.#chunk('tool_result', { toolCallId: step.toolCallId, content: step.content })];
      case 'finish':
        this.#text = '';
        for (const id of this.#calls.keys()) this.#end(id);
        return [this.#chunk('done', { finishReason: step.reason })];
    }
  }

  #toolCall(id, name, delta) {
    let call = this.#calls.get(id);
    if (!call) {
      call = { name, index: this.#calls.size, sent: '', ended: false };
      this.#calls.set(id, call);
      this.#text = '';
    }
    call.sent += delta;
    const toolCall = { id, type: 'function', function: { name: name ?? call.name, arguments: delta } };
    return this.#chunk('tool_call', { index: call.index, toolCall });
  }

  // Nothing on this wire says that a call is complete; it decides how the call would be told again.
  #end(id) {
    const call = this.#calls.get(id);
    if (call) call.ended = true;
  }

  #chunk(type, members) {
    return { type, id: this.#id, model: 'conform', timestamp: Date.now(), ...members };
  }
}
