// One tool fence: from the JSON object in it to the events of the call.

import { asText, has, isObject, tryParse } from './json.mjs';

const STATES = ['input-streaming', 'input-available', 'output-available', 'output-error'];
const WRONG = Symbol('a field of the wrong type');

/**
 * What the body of a fence says, or null where it is no tool call:
 * `{object, id, name, state, errorText}`, with undefined for what is absent.
 */
export function readCall(body, choices) {
  const object = tryParse(body);
  if (!isObject(object)) return null;

  const text = (key) => {
    if (!has(object, key)) return undefined;
    return typeof object[key] === 'string' ? object[key] : wrongType(object[key], choices);
  };
  const call = {
    object,
    id: text('toolCallId'),
    name: text('toolName'),
    state: text('state'),
    errorText: text('errorText'),
  };
  if (call.errorText === '' && choices.emptyErrorText === 'absent') call.errorText = undefined;
  if (call.state !== undefined && !STATES.includes(call.state)) {
    call.state = choices.wrongField === 'malformed' ? WRONG : undefined;
  }
  return Object.values(call).includes(WRONG) ? null : call;
}

function wrongType(value, choices) {
  if (choices.wrongField === 'malformed') return WRONG;
  return choices.wrongField === 'text' && value !== null ? asText(value) : undefined;
}

/** The events of a call under this id, in order. */
export function callEvents(call, toolCallId, choices) {
  const { object } = call;
  const events = [];
  if (has(object, 'input') || choices.missingInput === 'object') {
    const nothing = choices.nullInput === 'object' ? {} : null;
    const input = has(object, 'input') ? object.input ?? nothing : {};
    events.push({ type: 'tool-input-available', toolCallId, toolName: call.name || 'tool', input });
  }

  const output = [];
  if (has(object, 'output') && (object.output !== null || choices.nullOutput === 'value')) {
    output.push({ type: 'tool-output-available', toolCallId, output: object.output });
  } else if (call.state === 'output-available') {
    const event = { type: 'tool-output-available', toolCallId };
    if (choices.missingOutput !== 'left out') event.output = choices.missingOutput === 'object' ? {} : null;
    output.push(event);
  }

  const error = [];
  if (call.errorText !== undefined || call.state === 'output-error') {
    error.push({ type: 'tool-output-error', toolCallId, errorText: call.errorText ?? choices.missingErrorText });
  }

  // A call has one outcome. Where the fence tells two, the failure is the one that must not be missed.
  if (error.length === 0) return [...events, ...output];
  if (choices.twoOutcomes === 'output first') return [...events, ...output, ...error];
  if (choices.twoOutcomes === 'error first') return [...events, ...error, ...output];
  return [...events, ...error];
}

/** Names the calls that have no id of their own. */
export class FallbackIds {
  #taken = new Set();
  #prefix;
  #next;

  // Ids further down in the document can't be known yet. A first number that nobody writes by hand keeps
  // clear of them.
  constructor(prefix, firstNumber) {
    this.#prefix = prefix;
    this.#next = firstNumber;
  }

  reserve(id) {
    this.#taken.add(id);
  }

  /** Leaves a number out: what has an id counts as well, where calls are counted. */
  skip() {
    this.#next++;
  }

  generate() {
    for (;;) {
      const id = `${this.#prefix}${this.#next++}`;
      if (this.#taken.has(id)) continue;
      this.#taken.add(id);
      return id;
    }
  }
}
