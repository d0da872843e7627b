// openai-responses: what it leaves free, and the sets.

const main = {
  responses: {
    malformedFrame: 'skip', // or 'told'
    unterminatedFrame: 'drop', // or 'take'
    done: 'ends', // or 'ignored': [DONE] before the end
    unknownEvent: 'ignored', // or 'told'
    afterTerminal: 'ignored', // or 'applied', 'told'
    afterError: 'goes on', // or 'stops'
    twins: 'both', // items that share one of id, call id and index; or 'told'
    disputed: 'none', // an event whose id and index disagree counts for none; or 'id', 'index', 'told'
    gaps: 'taken', // or 'told'
    sameCallId: 'both', // or 'first'
    unadded: 'taken', // the end of an item that never began; or 'told'
    itemDone: 'replaces', // or 'closes': what arguments.done said stays
    malformed: 'open', // or 'ready', 'told'
    stray: 'ignored', // or 'told'
    replays: 'ignored', // or 'applied', 'told'
    failures: 'recorded', // or 'told': thrown
    twoFailures: 'first', // or 'last'
    statusFrom: 'event', // or 'response'
    incomplete: 'status', // or 'told'
    terminal: 'fills', // what its list is for; or 'replaces'
    emptyTerminal: 'kept', // or 'wipes', where every call has its end
    unlisted: 'dropped', // an entry for no item; or 'added'
    abort: 'unfinished', // or 'told'
    cut: 'unfinished', // or 'told'
    order: 'index', // or 'texts first'
    results: 'shown', // or 'dropped'
    resultParts: 'as they are', // or 'joined'
    foreignItems: 'left out', // or 'shown'
    texts: 'done', // or 'pieces'
    emptyText: 'left out', // or 'shown'
    refusals: 'own', // or 'text'
    arguments: 'text', // or 'parsed'
    noArguments: 'text', // or '{}', 'object', 'null', 'open'
    openArguments: 'text', // or 'null'
    cutCall: 'open', // or 'left out'
    wholeText: 'open', // an object in a call that was cut; or 'ready', 'left out'
    finishedBefore: 'ready', // calls that were told final before a failure; or 'open', 'left out'
    noStatus: 'ready', // or 'open'
    halfTold: 'ready', // told final, but not by their own end; or 'open', 'left out'
    loudOutput: 'kept', // or 'null'
  },
  responsesProducer: {
    responseId: 'resp_node1',
    queued: false,
    inProgress: true,
    reasoning: false, // an item of reasoning first
    keepalive: false,
    sequenceStep: 1,
    texts: 'joined', // or 'apart': neighbours
    emptyText: false,
    textAtStop: 'done', // or 'open'
    calls: 'overlapping', // or 'one by one'
    arguments: 'streamed', // or 'whole': no delta
    pieces: 'as they came', // or 'small'
    obfuscation: false,
    closing: 'in order', // or 'backwards'
    cutCall: 'open', // or 'told', 'done', 'left out'
    results: 'none', // or 'text', 'parts'
    errorEvent: 'none', // or 'flat', 'nested'
    userStop: 'incomplete', // or 'failed', 'none'
    lineEnding: '\n',
    marker: true,
    comments: false,
  },
  responsesConverter: {
    texts: 'short', // or 'items'
    emptyTexts: false,
    statuses: false,
    itemIds: 'sent', // or 'left out'
    noArguments: '{}', // or ''
    malformed: 'as they are', // or 'left out', 'refused'
    incomplete: 'left out', // or 'sent'
    openCall: 'answered', // or 'left out', 'sent', 'refused'
    lastCalls: 'answered', // or 'open'
    orphan: 'left out', // or 'sent', 'refused'
    secondResult: 'first', // or 'last', 'refused'
    sameId: 'first', // or 'refused'
    outputs: 'in order', // or 'reversed'
    outputForm: 'text', // or 'parts'
    errorText: 'as it is', // or 'prefixed'
    ids: 'verbatim', // or 'own'
  },
};

/** The sets, each as what it changes in the first. */
export const openAIResponses = {
  main,

  // Believes the finished response, and knows items by their index.
  other: {
    responses: {
      unterminatedFrame: 'take', afterTerminal: 'applied', afterError: 'stops', disputed: 'index', replays: 'applied',
      twoFailures: 'last', statusFrom: 'response', terminal: 'replaces', emptyTerminal: 'wipes', resultParts: 'joined',
      foreignItems: 'shown', emptyText: 'shown', refusals: 'text', arguments: 'parsed', noArguments: 'object',
      openArguments: 'null', wholeText: 'ready', finishedBefore: 'open', noStatus: 'open', halfTold: 'open', malformed: 'ready',
    },
    responsesProducer: {
      queued: true, texts: 'apart', calls: 'one by one', pieces: 'small', obfuscation: true, cutCall: 'told', results: 'text',
      errorEvent: 'flat', userStop: 'failed', marker: true, comments: true,
    },
    responsesConverter: {
      texts: 'items', statuses: true, noArguments: '', malformed: 'left out', incomplete: 'sent', openCall: 'left out',
      secondResult: 'last', outputs: 'reversed', outputForm: 'parts', errorText: 'prefixed', ids: 'own',
    },
  },

  // Throws where the stream fails.
  third: {
    responses: {
      disputed: 'id', itemDone: 'replaces', failures: 'told', incomplete: 'told', abort: 'told', cut: 'told',
      loudOutput: 'null', results: 'dropped', terminal: 'replaces', replays: 'applied', noArguments: '{}', unlisted: 'added',
      texts: 'done', cutCall: 'left out',
    },
    responsesProducer: {
      inProgress: false, reasoning: true, arguments: 'whole', cutCall: 'done', results: 'parts', errorEvent: 'nested',
      userStop: 'none', closing: 'backwards', textAtStop: 'open',
    },
    responsesConverter: {
      malformed: 'refused', openCall: 'refused', orphan: 'refused', secondResult: 'refused', sameId: 'refused',
      itemIds: 'left out',
    },
  },

  // Texts and calls apart, and little else.
  sparse: {
    responses: {
      order: 'texts first', results: 'dropped', refusals: 'text', openArguments: 'null', noArguments: 'null',
      sameCallId: 'first', wholeText: 'ready', finishedBefore: 'open', disputed: 'id', unlisted: 'added',
    },
    responsesProducer: { arguments: 'whole', calls: 'one by one', cutCall: 'left out', inProgress: false, userStop: 'none' },
    responsesConverter: { itemIds: 'left out', openCall: 'sent', orphan: 'sent', incomplete: 'sent' },
  },

  // Misses SHOULDs: doubled live text, calls lost where something is missing.
  lax: {
    responses: {
      texts: 'pieces', replays: 'applied', halfTold: 'left out', finishedBefore: 'left out', wholeText: 'left out',
      cutCall: 'left out', cut: 'told',
    },
    responsesProducer: { sequenceStep: 7, marker: false },
  },

  strict: {
    responses: {
      malformedFrame: 'told', unknownEvent: 'told', afterTerminal: 'told', twins: 'told', disputed: 'told', gaps: 'told',
      unadded: 'told', malformed: 'told', stray: 'told', replays: 'told', cut: 'told', abort: 'told', incomplete: 'told',
      loudOutput: 'kept',
    },
    responsesProducer: { keepalive: true, closing: 'backwards', cutCall: 'told', userStop: 'failed' },
    responsesConverter: { openCall: 'refused', malformed: 'refused', itemIds: 'sent', statuses: true, texts: 'items' },
  },

  // Takes whatever can be taken.
  loose: {
    responses: {
      unterminatedFrame: 'take', afterTerminal: 'applied', itemDone: 'closes', malformed: 'ready', wholeText: 'ready',
      foreignItems: 'shown', emptyText: 'shown', unlisted: 'added', statusFrom: 'response', twoFailures: 'last',
      noArguments: 'text',
    },
    responsesProducer: { emptyText: true, pieces: 'small', keepalive: true, lineEnding: '\r\n', results: 'text' },
    responsesConverter: { emptyTexts: true, orphan: 'sent', openCall: 'sent', lastCalls: 'open', incomplete: 'sent', ids: 'own' },
  },

  // Loses what it cannot finish, without a word.
  quiet: {
    responses: {
      done: 'ends', afterError: 'stops', disputed: 'none', sameCallId: 'first', terminal: 'replaces', emptyTerminal: 'kept',
      cutCall: 'left out', openArguments: 'null', noArguments: 'open', noStatus: 'open', halfTold: 'open',
      finishedBefore: 'open', refusals: 'text', results: 'dropped', arguments: 'parsed', texts: 'pieces', replays: 'ignored',
    },
    responsesProducer: { texts: 'apart', reasoning: true, cutCall: 'done', pieces: 'small' },
    responsesConverter: { lastCalls: 'open', outputForm: 'parts', noArguments: '' },
  },
};
