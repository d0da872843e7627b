// Where the protocols leave a choice, several answers are right. A choice set is one complete way to choose;
// every set is a right implementation, and they differ wherever they may.

import { randomInt, randomUUID } from 'node:crypto';

import { anthropicMessages } from './choices-anthropic-messages.mjs';
import { agUi } from './choices-ag-ui.mjs';
import { openAIChat } from './choices-openai-chat.mjs';
import { openAIResponses } from './choices-openai-responses.mjs';
import { uiMessages } from './choices-ui-messages.mjs';

const integer = /^-?[0-9]+$/;

const main = {
  // The adapter's own answers.
  answers: {
    after: true, // tell how far the input was read when an event came out
    reverseKeys: false,
    number: (literal) => literal,
    moreMembers: false, // members that nobody asked for
    interleaved: false, // answers of cases in flight alternate
    concurrency: 16,
    encodings: ['events', 'sse', 'ndjson'],
    omits: {}, // by dialect: members of a consumer's answer that don't exist here
    producerOmits: {},
  },

  framing: {
    malformedFrame: 'skip', // or 'reject'
    unterminatedFrame: 'take', // or 'drop'
  },

  fence: {
    inContainer: 'call', // a fence in a block quote or list item; or 'text'
    infoString: 'exact', // or 'first word': `tool json` is a call
    loneCr: 'line ending', // or 'character'
    byteOrderMark: 'dropped', // or 'text'
    unclosed: 'text', // a whole body whose fence never closes; or 'call'
    malformedFence: 'text', // or 'dropped'
    wrongField: 'absent', // or 'malformed', 'text'
    missingInput: 'object', // or 'no event'
    nullInput: 'null', // or 'object'
    nullOutput: 'value', // or 'absent'
    missingOutput: 'null', // or 'object', 'left out'
    emptyErrorText: 'value', // or 'absent'
    missingErrorText: 'The tool call failed.',
    twoOutcomes: 'error only', // or 'output first', 'error first'
    idPrefix: 'tool-call-',
    // Far from the numbers that people write into documents.
    firstNumber: () => 7_310_000_001,
    count: 'fallback ids', // or 'calls', 'fences'
    endingBefore: 'kept', // the line ending right before a fence; or 'dropped'
    endingAfter: 'dropped', // the one of the closing line; or 'kept'
    fenceLines: 'dropped', // blanks and markers around the fences; or 'blanks kept'
    textDeltas: 'whole', // or 'small'
    textChunks: 'joined', // or 'as they came'
    chunkDefaults: 'left out', // or 'filled in'
  },

  fenceProducer: {
    place: 'call', // where the fence stands; or 'result'
    fenceChar: '`',
    backticks: 'longer fence', // or 'escaped'
    body: 'one member per line', // or 'one line'
    lineEnding: '\n',
    blankLineAfter: true,
    moreMembers: false, // label and artifact
  },

  blocks: {
    mergeAt: 'stop', // or 'start'
    secondResult: 'last', // or 'first'
    earlyResult: 'kept', // a result before its call; or 'dropped'
    missingContent: 'no result', // or 'empty', 'as it is'
    unknownStatus: 'error', // or 'success'
    openAfterTerminal: 'done', // or 'active'
    labels: true,
    otherContent: 'as it is', // content that is no string; or 'text'
    sameId: 'result to the first', // or 'result to the last', 'one block'
    streamsUntil: 'result', // or 'stop'
    show: 'everything', // or 'calls'
  },

  blocksProducer: {
    envelope: false, // message_start, ping and the like
    textBlocks: true,
    together: false, // parallel calls overlap, parallel results come in the other order
    cutOff: 'terminal', // or 'results', 'both'
    labels: true,
    toolNames: true,
    messageIds: true,
    nullArtifact: true,
    firstIndex: 0,
    indexStep: 1,
  },

  stage: {
    secondStart: 'ignored', // or 'new block', behind an end
    neverStarted: 'ignored', // or 'block'
    parameters: 'text', // or 'parsed'
    noParameters: 'null', // or 'empty'
    lateStage: 'passed over', // or 'taken'
    success: 'as given', // or 'derived'
  },

  stageProducer: {
    order: 'as it happened', // or 'call after call'
    deltas: 'pieces', // or 'cumulative'
    wholeArguments: 'on end', // or 'on start', 'streamed': those that came without deltas
    progress: 'each', // one update per report, with its text; or 'plain', 'once', 'never'
    nameOnEnd: false,
    successFlag: true,
    failure: 'error and flag', // or 'result text', 'error only'
    failureText: 'as told', // or 'own'
    emptyCancellation: 'empty', // or 'worded'
  },

  parts: {
    // in the client
    secondResult: 'first', // or 'last'
    afterFinish: 'same message', // or 'new message'
    resultPlace: 'at the end', // or 'behind its call'
    serverOutput: 'not set', // or 'set'
    errorContent: 'text', // or 'object'
    messageId: (n) => `message-${n}`,
    // towards the model
    callsAfterResult: 'new message', // or 'same message'
    textBetween: 'behind the result', // or 'before the call'
    toolOrder: 'calls', // or 'results'
    emptyArguments: '{}', // or ''
    malformedArguments: 'as they are', // or 'left out'
    cutOffCall: 'left out', // or 'answered'
    bareOutput: 'answered', // an output without a result part; or 'unanswered', 'left out'
    errorAnswer: 'content', // or 'error'
    arguments: 'text', // or 'parsed'
    noText: '', // or null, or undefined: no content at all
    noCalls: 'nothing', // or 'empty list'
  },
};

function differing(set, changes) {
  const groups = Object.keys(set).map((group) => [group, { ...set[group], ...changes[group] }]);
  return Object.fromEntries(groups);
}

const other = differing(main, {
  answers: {
    reverseKeys: true,
    number: (literal) => (integer.test(literal) ? `${literal}.0` : literal),
    moreMembers: true,
    interleaved: true,
  },
  framing: { malformedFrame: 'reject', unterminatedFrame: 'drop' },
  fence: {
    inContainer: 'text',
    infoString: 'first word',
    loneCr: 'character',
    byteOrderMark: 'text',
    unclosed: 'call',
    wrongField: 'malformed',
    nullInput: 'object',
    missingOutput: 'left out',
    missingErrorText: '',
    twoOutcomes: 'output first',
    firstNumber: () => 52_000_001,
    count: 'calls',
    endingBefore: 'dropped',
    endingAfter: 'kept',
    textDeltas: 'small',
    textChunks: 'as they came',
    chunkDefaults: 'filled in',
  },
  fenceProducer: {
    place: 'result',
    fenceChar: '~',
    body: 'one line',
    blankLineAfter: false,
    moreMembers: true,
  },
  blocks: {
    mergeAt: 'start',
    secondResult: 'first',
    earlyResult: 'dropped',
    missingContent: 'empty',
    otherContent: 'text',
    sameId: 'one block',
    streamsUntil: 'stop',
    show: 'calls',
  },
  blocksProducer: {
    envelope: true,
    together: true,
    cutOff: 'results',
    labels: false,
    toolNames: false,
    nullArtifact: false,
    firstIndex: 3,
    indexStep: 4,
  },
  stage: {
    secondStart: 'new block',
    neverStarted: 'block',
    parameters: 'parsed',
    noParameters: 'empty',
    success: 'derived',
  },
  stageProducer: {
    order: 'call after call',
    deltas: 'cumulative',
    wholeArguments: 'streamed',
    progress: 'once',
    nameOnEnd: true,
    successFlag: false,
    failure: 'result text',
    emptyCancellation: 'worded',
  },
  parts: {
    secondResult: 'last',
    afterFinish: 'new message',
    resultPlace: 'behind its call',
    serverOutput: 'set',
    errorContent: 'object',
    messageId: (n) => `m${n * 17}`,
    callsAfterResult: 'same message',
    textBetween: 'before the call',
    toolOrder: 'results',
    emptyArguments: '',
    malformedArguments: 'left out',
    cutOffCall: 'answered',
    bareOutput: 'unanswered',
    errorAnswer: 'error',
    arguments: 'parsed',
    noText: null,
    noCalls: 'empty list',
  },
});

// The third way, where there is one; the sides of both others mixed anew where there isn't.
const third = differing(main, {
  answers: {
    after: false,
    number: (literal) => (integer.test(literal) ? `${literal}E+0` : literal),
    concurrency: 3,
  },
  framing: { malformedFrame: 'skip', unterminatedFrame: 'drop' },
  fence: {
    wrongField: 'text',
    missingOutput: 'object',
    twoOutcomes: 'error first',
    firstNumber: () => randomInt(1e9, 1e12),
    count: 'fences',
    endingBefore: 'dropped',
    fenceLines: 'blanks kept',
  },
  fenceProducer: { backticks: 'escaped', lineEnding: '\r\n', place: 'result' },
  blocks: {
    mergeAt: 'start',
    missingContent: 'as it is',
    sameId: 'result to the last',
    earlyResult: 'dropped',
  },
  blocksProducer: {
    envelope: true,
    textBlocks: false,
    cutOff: 'both',
    messageIds: false,
    firstIndex: 1,
  },
  stage: { neverStarted: 'block', success: 'derived' },
  stageProducer: {
    deltas: 'cumulative',
    wholeArguments: 'on start',
    progress: 'plain',
    failure: 'error only',
  },
  parts: {
    messageId: () => randomUUID(),
    resultPlace: 'behind its call',
    callsAfterResult: 'same message',
    bareOutput: 'left out',
    malformedArguments: 'left out',
    arguments: 'parsed',
    noText: undefined,
  },
});

// An implementation that has only what is needed, and says so.
const sparse = differing(main, {
  answers: {
    after: false,
    concurrency: 1,
    encodings: ['events'],
    omits: {
      'tool-fence': ['chunks'],
      'content-blocks': ['tool_content_message', 'artifact', 'isStreaming', 'isFromHistory', 'dotStatus'],
      'openai-chat': ['refusal', 'callState', 'usage', 'finishedCalls', 'otherChoices'],
      'anthropic-messages': ['id', 'reported', 'executed', 'order', 'stopReasonWord'],
      'ag-ui': ['id', 'complete', 'error', 'metadata', 'outcome', 'code', 'pending', 'interrupts', 'abort'],
      'openai-responses': ['responseId', 'itemId', 'incompleteReason', 'errorCode', 'refusal', 'results', 'order', 'abort'],
      'ui-messages': ['id', 'inputText', 'dynamic', 'providerExecuted', 'approval', 'steps', 'data', 'finishReason', 'aborted'],
    },
    producerOmits: { 'ui-messages': ['body', 'headers'], 'ag-ui': ['sse'], 'openai-responses': ['sse'], 'openai-chat': ['sse'], 'anthropic-messages': ['sse'] },
  },
  blocks: { show: 'calls' },
});

// Every MUST and no more: each line here misses a SHOULD, which is to be told as a warning, never as a failure.
const lax = differing(main, {
  fence: {
    malformedFence: 'dropped',
    missingInput: 'no event',
    nullOutput: 'absent',
    emptyErrorText: 'absent',
    idPrefix: 'fallback ',
    firstNumber: () => 1,
  },
  blocks: { unknownStatus: 'success', openAfterTerminal: 'active', labels: false },
  blocksProducer: { firstIndex: 10_000_000, indexStep: -1 },
  stage: { lateStage: 'taken' },
  stageProducer: { progress: 'never', failureText: 'own' },
});

// These differ in the wires of released interfaces only; of the older dialects they are the first.
const strict = differing(main, { answers: { concurrency: 2 } });
const loose = differing(main, { answers: { moreMembers: true, interleaved: true } });
const quiet = differing(main, { answers: { reverseKeys: true, omits: { 'anthropic-messages': ['order', 'stopReasonWord'] } } });

const sets = { main, other, third, sparse, lax, strict, loose, quiet };

export const choiceSets = Object.fromEntries(Object.entries(sets).map(([name, set]) => [name, withWires(name, set)]));

function withWires(name, set) {
  const wires = [agUi, anthropicMessages, openAIChat, openAIResponses, uiMessages];
  return Object.assign({}, set, ...wires.map((wire) => differing(wire.main, wire[name])));
}
