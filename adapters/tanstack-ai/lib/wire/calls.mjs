// What the responses of one story have told of its calls: a call belongs to the conversation, and its id
// means the same call in every response.
//
// No vocabulary can take back what it has told of a call. A second telling appends to the first: AG-UI says
// so of a call that is started again, and the clients do it with the chunks that came before AG-UI.
import { Untellable } from '../errors.mjs';

export class Calls {
  #byId = new Map(); // id → { name, sent, ended }

  get(id) {
    return this.#byId.get(id);
  }

  begin(id, name) {
    if (typeof name !== 'string') throw new Untellable(`the stream cannot begin call ${id} without a name`);
    const call = { name, sent: '', ended: false };
    this.#byId.set(id, call);
    return call;
  }

  // What is still to be sent so that the call has these arguments, whole.
  missing(id, whole) {
    const call = this.#byId.get(id);
    if (!call) return whole;
    if (call.ended) throw new Untellable(`the stream cannot tell call ${id} again: what it tells is appended`);
    if (!whole.startsWith(call.sent)) throw new Untellable(`the stream cannot replace the arguments already sent for call ${id}`);
    return whole.slice(call.sent.length);
  }
}
