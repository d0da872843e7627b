// What the tests look at: a case as it goes through the adapter, read back with the language's own JSON.

import { answerCase } from '../cases.mjs';
import { choiceSets } from '../choices.mjs';
import { parse, write } from '../json.mjs';

/** The answer to a case, as text: one message per line. */
export function answerLines(dialect, role, input, set = 'main') {
  const message = parse(JSON.stringify({ type: 'case', id: '1', dialect, role, input }));
  const choices = choiceSets[set];
  return answerCase(message, choices).map((answer) => write(answer, choices.answers));
}

/** `{events, after, state, ending}` of a case. */
export function observe(dialect, role, input, set = 'main') {
  const messages = answerLines(dialect, role, input, set).map((line) => JSON.parse(line));
  const last = messages.pop();
  return {
    events: messages.map(({ event }) => event),
    after: messages.map(({ after }) => after),
    state: last.state,
    ending: last.type,
    reason: last.reason,
  };
}

export const setNames = Object.keys(choiceSets);

/** Sets that hold every SHOULD as well. */
export const strictSetNames = setNames.filter((name) => name !== 'lax');

export function withoutNotes(value) {
  return JSON.parse(JSON.stringify(value, (key, item) => (key === 'note' ? undefined : item)));
}
