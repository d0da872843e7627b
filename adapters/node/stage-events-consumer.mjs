// stage-events, consumer: updates to the blocks that stand for the tools.

import { asText, has, isObject, tryParse } from './json.mjs';
import { readEvents } from './input.mjs';

const STAGES = ['start', 'streaming', 'running', 'end'];

export function consumeStageEvents(input, choices) {
  const board = new Board(choices.stage);
  for (const update of readEvents(input, choices.framing)) board.apply(update);
  return { state: { toolBlocks: board.snapshot() } };
}

class Board {
  #choices;
  #shown = new Set(); // in order of start
  #byId = new Map(); // the block that updates of an id go to

  constructor(choices) {
    this.#choices = choices;
  }

  apply(update) {
    if (typeof update.id !== 'string' || !STAGES.includes(update.stage)) return;
    const block = update.stage === 'start' ? this.#started(update.id) : this.#running(update.id);
    if (block === null) return;

    if (typeof update.name === 'string') block.name ??= update.name;
    readParameters(block, update);
    // A stage that comes late doesn't move the block back.
    const stage = STAGES.indexOf(update.stage);
    block.stage = this.#choices.lateStage === 'taken' ? stage : Math.max(block.stage, stage);
    if (update.stage === 'end') block.outcome = readOutcome(update);
  }

  // The block that a start opens, or null where it starts nothing.
  #started(id) {
    const known = this.#byId.get(id);
    if (known === undefined) return this.#open(id, { started: true });
    if (!known.started && known.outcome === null) {
      known.started = true;
      this.#shown.delete(known); // blocks stand in order of their starts
      this.#shown.add(known);
      return known;
    }
    const again = known.outcome !== null && this.#choices.secondStart === 'new block';
    return again ? this.#open(id, { started: true }) : null;
  }

  // The block that another update goes to, or null. What ended stays as it ended.
  #running(id) {
    const known = this.#byId.get(id);
    if (known !== undefined) return known.outcome === null ? known : null;
    return this.#choices.neverStarted === 'block' ? this.#open(id, { started: false }) : null;
  }

  #open(id, { started }) {
    const block = { id, started, name: null, stage: 0, parameters: null, outcome: null };
    this.#byId.set(id, block);
    this.#shown.add(block);
    return block;
  }

  snapshot() {
    return [...this.#shown].map((block) => ({
      id: block.id,
      name: block.name,
      stage: STAGES[block.stage],
      parameters: this.#parameters(block.parameters),
      ...this.#outcome(block.outcome),
    }));
  }

  #parameters(text) {
    if (text === null) return this.#choices.noParameters === 'empty' ? '' : null;
    if (this.#choices.parameters === 'text') return text;
    const parsed = tryParse(text);
    return isObject(parsed) ? parsed : text;
  }

  #outcome(outcome) {
    if (outcome === null) return { result: null, success: null, error: null };
    const { result, error } = outcome;
    let { success } = outcome;
    const failed = error !== null || success === false;
    // A failure is never held beside a success, whatever the update says.
    if (failed && success === true) success = false;
    if (this.#choices.success === 'derived' && (failed || result !== null)) success = !failed;
    return { result, success, error };
  }
}

function readParameters(block, { parameters, parametersChunk }) {
  if (parameters !== undefined && parameters !== null) {
    block.parameters = asText(parameters);
  } else if (typeof parametersChunk === 'string') {
    block.parameters = (block.parameters ?? '') + parametersChunk;
  }
}

function readOutcome(update) {
  return {
    result: has(update, 'result') ? update.result : null,
    error: has(update, 'error') ? update.error : null,
    success: typeof update.success === 'boolean' ? update.success : null,
  };
}
