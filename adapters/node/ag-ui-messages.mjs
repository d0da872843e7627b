// ag-ui: the messages that a client holds, from stored ones and from what the events of a stream add.

import { StreamError } from './feed.mjs';

/** A held message: `{id, role, content, calls, toolCallId, error, metadata}`. A call is `{id, name, text, metadata, parent}`. */
export class Messages {
  list = [];
  #style;
  #shared = 0;
  #started = new Set(); // ids of calls that any run told of

  constructor(stored, style) {
    this.#style = style;
    this.list = stored.map(held);
    for (const { call } of this.#calls()) this.#started.add(call.id);
  }

  * #calls() {
    for (const message of this.list) for (const call of message.calls) yield { message, call };
  }

  call(id) {
    for (const at of this.#calls()) if (at.call.id === id) return at;
    return undefined;
  }

  // A tool message may have the id of another one, and is another one.
  spoken(id) {
    return this.list.find((message) => message.id === id && message.role !== 'tool');
  }

  startText({ messageId: id, role, metadata }) {
    let message = this.spoken(id);
    if (message === undefined) {
      message = { id, role: role ?? 'assistant', content: '', calls: [], metadata: null };
      this.list.push(message);
    }
    message.content ??= '';
    merge(message, metadata);
  }

  text({ messageId: id, delta, metadata }) {
    const message = this.spoken(id); // a snapshot may have taken it away
    if (message === undefined) return;
    message.content = (message.content ?? '') + (delta ?? '');
    merge(message, metadata);
  }

  startCall({ toolCallId: id, toolCallName: name, parentMessageId, metadata }) {
    const parent = typeof parentMessageId === 'string' ? parentMessageId : null;
    this.#started.add(id);
    const before = this.call(id);
    if (before !== undefined) {
      this.#reopen(before, name, parent);
      merge(before.call, metadata);
      return;
    }
    const call = { id, name, text: '', metadata: null };
    merge(call, metadata);
    this.#home(id, parent).calls.push(call);
  }

  #reopen({ message, call }, name, parent) {
    const moved = parent !== null && parent !== message.id;
    if (call.name === name && !moved) return;
    if (this.#style.reopened === 'told') throw new StreamError(`the call ${call.id} was started again as another one`);
    if (this.#style.reopened === 'first') return;
    call.name = name;
    if (!moved) return;
    message.calls.splice(message.calls.indexOf(call), 1);
    this.#home(call.id, parent).calls.push(call);
  }

  // The message that a call stands in.
  #home(callId, parent) {
    if (parent !== null) return this.spoken(parent) ?? this.#add(parent);
    const last = this.list[this.list.length - 1];
    switch (this.#style.parentless) {
      case 'neighbour': return last?.role === 'assistant' ? last : this.#add(`of-${callId}`);
      case 'shared': return last?.shared ? last : Object.assign(this.#add(`calls-${++this.#shared}`), { shared: true });
      case 'own': return this.#add(`message of ${callId}`);
      default: return this.spoken(callId) ?? this.#add(callId);
    }
  }

  #add(id) {
    const message = { id, role: 'assistant', content: null, calls: [], metadata: null };
    this.list.push(message);
    return message;
  }

  argue({ toolCallId: id, delta, metadata }) {
    const at = this.call(id);
    if (at === undefined) return;
    at.call.text += delta ?? '';
    merge(at.call, metadata);
  }

  answer({ messageId, toolCallId, content, metadata }) {
    const before = this.list.find((message) => message.role === 'tool' && message.toolCallId === toolCallId);
    if (before !== undefined && this.#style.secondResult === 'first') return;
    if (before === undefined && this.#style.orphan === 'dropped' && !this.#started.has(toolCallId)) return;
    const taken = this.list.some((message) => message.id === messageId && message !== before);
    const id = taken && this.#style.takenId === 'own' ? `result-of-${toolCallId}` : messageId;
    const message = { id, role: 'tool', toolCallId, content, calls: [], error: null, metadata: null };
    merge(message, metadata);
    if (before !== undefined && this.#style.secondResult === 'last') this.list[this.list.indexOf(before)] = message;
    else this.#place(message);
  }

  #place(message) {
    const at = this.#style.resultPlace === 'call' ? this.call(message.toolCallId) : undefined;
    if (at === undefined) {
      this.list.push(message);
      return;
    }
    let place = this.list.indexOf(at.message) + 1;
    while (this.list[place]?.role === 'tool') place++;
    this.list.splice(place, 0, message);
  }

  /** What is held becomes what is told: replaced in place, appended, or taken away. */
  replace(stored) {
    const left = stored.map(held);
    const same = (a) => (b) => a.id === b.id && (a.role === 'tool') === (b.role === 'tool') && (a.role !== 'tool' || a.toolCallId === b.toolCallId);
    const kept = [];
    for (const message of this.list) {
      const at = left.findIndex(same(message));
      if (at >= 0) kept.push(...left.splice(at, 1));
    }
    this.list = [...kept, ...left];
    for (const { call } of this.#calls()) this.#started.add(call.id);
  }
}

function held(stored) {
  const calls = (stored.toolCalls ?? []).map(({ id, function: { name, arguments: text }, metadata }) => withMetadata({ id, name, text, metadata: null }, metadata));
  const { id, role, content, toolCallId, error, metadata } = stored;
  return withMetadata({ id, role, content: content ?? null, calls, toolCallId, error: error ?? null, metadata: null }, metadata);
}

function withMetadata(item, metadata) {
  merge(item, metadata);
  return item;
}

function merge(item, metadata) {
  if (metadata === undefined || metadata === null) return;
  item.metadata = Object.assign(Object.create(null), item.metadata, metadata);
}
