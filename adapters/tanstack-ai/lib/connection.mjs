// The fake server: a connection adapter of the packages whose responses are filled while they are read.
import { Turns } from './turns.mjs';

export class Connection {
  responses = [];
  #createWire;
  #changes;

  constructor(createWire, changes) {
    this.#createWire = createWire;
    this.#changes = changes;
  }

  // The packages' own name and signature; the client calls it for every request.
  connect(_messages, _data, _signal, runContext) {
    const wire = this.#createWire(this.responses.length + 1, runContext);
    const response = new Response(wire, this.#changes);
    this.responses.push(response);
    this.#changes.notify();
    return response.read();
  }
}

class Response {
  turns = new Turns();
  empty = true;
  // The client stopped reading: it threw on what it got. What the server still says reaches nobody.
  broken = false;
  #wire;
  #changes;
  #queue = [];
  #ended = false;
  #aborted = false;

  constructor(wire, changes) {
    this.#wire = wire;
    this.#changes = changes;
  }

  async *read() {
    try {
      for (;;) {
        await this.#changes.until(() => this.#queue.length > 0 || this.#ended);
        if (this.#aborted) throw new DOMException('the request was stopped', 'AbortError');
        if (this.#queue.length === 0) return;
        yield this.#queue.shift();
      }
    } finally {
      if (!this.#ended) this.break();
    }
  }

  chunks(step) {
    this.empty = false;
    this.turns.note(step);
    return this.#wire.chunks(step);
  }

  push(chunk) {
    this.#queue.push(chunk);
    this.#changes.notify();
  }

  end() {
    this.#ended = true;
    this.#changes.notify();
  }

  // As fetch does when the client's signal aborts.
  abort() {
    this.#aborted = true;
    this.end();
  }

  break() {
    this.broken = true;
    this.#changes.notify();
  }
}
