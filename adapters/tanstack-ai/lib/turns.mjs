// Which steps one response of the server can bring.
//
// A server that runs its own tools goes on in the same response. Once a tool of the client was called, the
// server ends its response when nothing of its own is outstanding, and the client asks again with the
// results. So a new response begins with the first step of a model turn after a `finish` when every call is
// answered and the client answered one of them, or when the finished turn called nothing at all.
export class Turns {
  #calls = new Map(); // id → execution
  #unanswered = new Set();
  #turn = new Set(); // the executions of the calls of the turn at hand
  #finished = false;

  get finished() {
    return this.#finished;
  }

  note(step) {
    const call = calledBy(step);
    if (step.type === 'finish') this.#finished = true;
    else if (step.type === 'tool_result') this.answer(step.toolCallId);
    else if (step.type === 'text' || !this.#calls.has(call.id)) this.#begin();
    if (call && !this.#calls.has(call.id)) {
      this.#calls.set(call.id, call.execution);
      this.#unanswered.add(call.id);
      this.#turn.add(call.execution);
    }
  }

  #begin() {
    if (!this.#finished) return;
    this.#finished = false;
    this.#turn.clear();
  }

  answer(id) {
    this.#unanswered.delete(id);
  }

  // Does `step` begin another response? `answered` holds ids that will be answered before it.
  over(step, answered = new Set()) {
    if (!this.#finished) return false;
    for (const id of this.#unanswered) if (!answered.has(id)) return false;
    if (step.type === 'finish') return this.#turn.has('client');
    const call = calledBy(step);
    const beginsTurn = step.type === 'text' || (call && !this.#calls.has(call.id));
    return beginsTurn && (this.#turn.has('client') || this.#turn.size === 0);
  }
}

function calledBy(step) {
  if (step.type === 'tool_call') return { id: step.toolCall.id, execution: step.execution };
  if (step.type === 'tool_call_delta') return { id: step.id, execution: step.execution };
  return undefined;
}
