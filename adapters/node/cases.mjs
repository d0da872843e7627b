// One case: from its message to the messages that answer it.

import { consumeAgUi } from './ag-ui-consumer.mjs';
import { convertAgUi } from './ag-ui-converter.mjs';
import { produceAgUi } from './ag-ui-producer.mjs';
import { consumeAnthropicMessages } from './anthropic-messages-consumer.mjs';
import { convertAnthropicMessages } from './anthropic-messages-converter.mjs';
import { produceAnthropicMessages } from './anthropic-messages-producer.mjs';
import { consumeContentBlocks } from './content-blocks-consumer.mjs';
import { produceContentBlocks } from './content-blocks-producer.mjs';
import { consumeToolFences } from './fence-consumer.mjs';
import { produceToolFences } from './fence-producer.mjs';
import { isObject } from './json.mjs';
import { consumeMessageParts } from './message-parts-consumer.mjs';
import { convertMessageParts } from './model-messages.mjs';
import { consumeOpenAIChat } from './openai-chat-consumer.mjs';
import { convertOpenAIChat } from './openai-chat-converter.mjs';
import { produceOpenAIChat } from './openai-chat-producer.mjs';
import { consumeOpenAIResponses } from './openai-responses-consumer.mjs';
import { convertOpenAIResponses } from './openai-responses-converter.mjs';
import { produceOpenAIResponses } from './openai-responses-producer.mjs';
import { Rejection } from './rejection.mjs';
import { consumeStageEvents } from './stage-events-consumer.mjs';
import { produceStageEvents } from './stage-events-producer.mjs';
import { consumeUiMessages } from './ui-messages-consumer.mjs';
import { convertUiMessages } from './ui-messages-converter.mjs';
import { produceUiMessages } from './ui-messages-producer.mjs';

const PAIRS = [
  { dialect: 'tool-fence', role: 'consumer', run: consumeToolFences },
  { dialect: 'tool-fence', role: 'producer', run: produceToolFences },
  { dialect: 'stage-events', role: 'consumer', run: consumeStageEvents, wire: true },
  { dialect: 'stage-events', role: 'producer', run: produceStageEvents },
  { dialect: 'content-blocks', role: 'consumer', run: consumeContentBlocks, wire: true },
  { dialect: 'content-blocks', role: 'producer', run: produceContentBlocks },
  { dialect: 'message-parts', role: 'consumer', run: consumeMessageParts },
  { dialect: 'message-parts', role: 'converter', run: convertMessageParts },
  { dialect: 'openai-chat', role: 'consumer', run: consumeOpenAIChat, wire: ['events', 'sse'], whole: true },
  { dialect: 'openai-chat', role: 'producer', run: produceOpenAIChat, whole: true },
  { dialect: 'openai-chat', role: 'converter', run: convertOpenAIChat, whole: true },
  { dialect: 'anthropic-messages', role: 'consumer', run: consumeAnthropicMessages, wire: true, whole: true },
  { dialect: 'anthropic-messages', role: 'producer', run: produceAnthropicMessages, whole: true },
  { dialect: 'anthropic-messages', role: 'converter', run: convertAnthropicMessages, whole: true },
  { dialect: 'ag-ui', role: 'consumer', run: consumeAgUi, wire: ['events', 'sse'], whole: true },
  { dialect: 'ag-ui', role: 'producer', run: produceAgUi, whole: true },
  { dialect: 'ag-ui', role: 'converter', run: convertAgUi, whole: true },
  { dialect: 'openai-responses', role: 'consumer', run: consumeOpenAIResponses, wire: ['events', 'sse'], whole: true },
  { dialect: 'openai-responses', role: 'producer', run: produceOpenAIResponses, whole: true },
  { dialect: 'openai-responses', role: 'converter', run: convertOpenAIResponses, whole: true },
  { dialect: 'ui-messages', role: 'consumer', run: consumeUiMessages, wire: ['events', 'sse'], whole: true },
  { dialect: 'ui-messages', role: 'producer', run: produceUiMessages, whole: true },
  { dialect: 'ui-messages', role: 'converter', run: convertUiMessages, whole: true },
];

/** What the hello says about each pair. */
export function supports({ answers }) {
  return PAIRS.map(({ dialect, role, wire }) => ({
    dialect,
    role,
    encodings: wire && answers.encodings.filter((encoding) => wire === true || wire.includes(encoding)),
    omits: omitted(answers, dialect, role),
  }));
}

function omitted({ omits, producerOmits }, dialect, role) {
  return { consumer: omits, producer: producerOmits }[role]?.[dialect];
}

/** The messages that answer a case: its events and its one ending. */
export function answerCase({ id, dialect, role, input }, choices) {
  const pair = PAIRS.find((candidate) => candidate.dialect === dialect && candidate.role === role);
  if (pair === undefined) return [{ type: 'skipped', id, reason: `no ${dialect} ${role} here` }];
  try {
    if (!isObject(input)) throw new Rejection('the case has no input');
    const outcome = dress(pair.run(input, choices), pair, choices.answers);
    const events = (outcome.events ?? []).map(({ event, after }) => ({ type: 'event', id, event, after }));
    return [...events, { type: 'done', id, state: outcome.state }];
  } catch (error) {
    if (!(error instanceof Rejection)) throw error; // a defect is a crash, and no refusal
    return [{ type: 'rejected', id, reason: error.message }];
  }
}

// What an answer has, lacks, or has beyond what was asked for.
function dress(outcome, { dialect, role, whole }, answers) {
  const { after, omits, moreMembers } = answers;
  if (whole) return { ...outcome, state: without(more(outcome.state, moreMembers && role === 'consumer'), new Set(omitted(answers, dialect, role))) };
  if (role === 'producer') return outcome;
  let { events, state } = outcome;
  if (events !== undefined && moreMembers) {
    events = events.map(({ event, after: fed }) => ({ event: { ...event, note: 'free' }, after: fed }));
    const last = events[events.length - 1]?.after ?? 0;
    events = [{ event: { type: 'start' }, after: 0 }, ...events, { event: { type: 'finish' }, after: last }];
  }
  if (events !== undefined && !after) events = events.map(({ event }) => ({ event }));

  const missing = new Set(role === 'consumer' ? omits[dialect] : []);
  const members = Object.entries(state)
    .filter(([key]) => !missing.has(key))
    .map(([key, list]) => [key, list.map((item) => without(more(item, moreMembers), missing))]);
  state = Object.fromEntries(members);
  return { events, state };
}

// A tool's chunk is the fence's own object, to which nothing is added.
function more(item, moreMembers) {
  return moreMembers && item !== undefined && item.type !== 'tool' ? { ...item, note: 'free' } : item;
}

function without(item, missing) {
  if (missing.size === 0 || item === undefined) return item;
  return Object.fromEntries(Object.entries(item).filter(([key]) => !missing.has(key)));
}
