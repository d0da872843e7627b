// stage-events, producer: a transcript to the updates of a tool runner.

import { asText } from './json.mjs';
import { argumentText, readTranscript } from './transcript.mjs';

// Cumulative arguments grow with the square of their pieces; longer ones are sent in pieces.
const CUMULATIVE_LIMIT = 4096;

export function produceStageEvents(input, choices) {
  const transcript = readTranscript(input);
  const runner = new Runner(choices.stageProducer);
  for (const { type, call, delta, text } of transcript.items) {
    if (type === 'call') runner.start(call);
    else if (type === 'input-delta') runner.stream(call, delta);
    else if (type === 'progress') runner.progress(call, text);
    else if (type === 'result') runner.end(call);
  }
  // Whatever stopped the turn stopped its open calls: each still has its one end.
  for (const call of transcript.calls) {
    if (call.result === null) runner.end(call);
  }
  return { events: runner.updates().map((event) => ({ event })) };
}

class Runner {
  #choices;
  #calls = new Map(); // what is told of each call: {text, updates, streamed, ran}
  #inOrder = [];

  constructor(choices) {
    this.#choices = choices;
  }

  start(call) {
    const text = argumentText(call);
    this.#calls.set(call, { text, updates: [], streamed: '', ran: false });
    const unsent = call.deltas.length === 0 && text !== '';
    const whole = unsent && this.#choices.wholeArguments === 'on start';
    this.#send(call, 'start', { name: call.name, parameters: whole ? text : undefined });
    if (unsent && this.#choices.wholeArguments === 'streamed') {
      for (const piece of halves(text)) this.stream(call, piece);
    }
  }

  stream(call, delta) {
    const told = this.#calls.get(call);
    told.streamed += delta;
    const cumulative = this.#choices.deltas === 'cumulative' && told.text.length <= CUMULATIVE_LIMIT;
    this.#send(call, 'streaming', cumulative ? { parameters: told.streamed } : { parametersChunk: delta });
  }

  progress(call, text) {
    const told = this.#calls.get(call);
    if (this.#choices.progress === 'never' || (told.ran && this.#choices.progress === 'once')) return;
    told.ran = true;
    this.#send(call, 'running', { shortResult: this.#choices.progress === 'each' ? text : undefined });
  }

  end(call) {
    const { result } = call;
    const { text } = this.#calls.get(call);
    // The arguments of a call that was cut off may be cut off as well.
    const whole = result !== null && result.status !== 'cancelled' && text !== '';
    this.#send(call, 'end', {
      name: this.#choices.nameOnEnd ? call.name : undefined,
      parameters: whole && this.#choices.wholeArguments === 'on end' ? text : undefined,
      ...this.#outcome(result),
    });
  }

  #outcome(result) {
    if (result?.status === 'success') {
      const success = this.#choices.successFlag ? true : undefined;
      return { result: asText(result.content), success };
    }
    const text = failureText(result, this.#choices);
    if (this.#choices.failure === 'result text' && text !== '') return { result: text, success: false };
    return { error: text, success: this.#choices.failure === 'error only' ? undefined : false };
  }

  #send(call, stage, fields) {
    const update = { id: call.id, stage, ...fields };
    this.#inOrder.push(update);
    this.#calls.get(call).updates.push(update);
  }

  /** Different ids may interleave freely: as it happened, or call after call. */
  updates() {
    if (this.#choices.order === 'as it happened') return this.#inOrder;
    return [...this.#calls.values()].flatMap(({ updates }) => updates);
  }
}

function failureText(result, choices) {
  if (result === null) return 'The turn ended before the tool did.';
  if (choices.failureText === 'own') return 'The tool failed.';
  const { status, content } = result;
  if (status === 'cancelled' && (content === null || (content === '' && choices.emptyCancellation === 'worded'))) {
    return 'Cancelled.';
  }
  return asText(content);
}

function halves(text) {
  let middle = Math.floor(text.length / 2);
  const unit = text.charCodeAt(middle);
  if (unit >= 0xdc00 && unit <= 0xdfff) middle++; // not between the halves of a character
  return [text.slice(0, middle), text.slice(middle)];
}
