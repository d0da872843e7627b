// openai-chat: what it leaves free, and the sets.

const main = {
  chat: {
    malformedFrame: 'told', // or 'skip'
    unterminatedFrame: 'drop', // or 'take'
    vendorEvent: 'ignored', // an object without choices; or 'told'
    changedId: 'taken', // or 'told'
    noReason: 'told', // or 'null'
    noDone: 'told', // or 'complete'
    abort: 'told', // or 'null'
    failedCalls: 'shown', // or 'none'
    otherReason: 'other', // or 'itself', 'null', 'told'
    behindReason: 'ignored', // or 'applied', 'told'
    twoReasons: 'first', // or 'last'
    refusals: 'refusal', // or 'content'
    namePieces: 'last', // or 'first', 'joined', 'told'
    indexless: 'placed', // or 'told'
    gap: 'taken', // or 'told'
    order: 'arrival', // or 'index'
    arguments: 'text', // or 'parsed'
    noArguments: '{}', // or ''
    nonObject: 'open', // or 'ready'
    cutReasons: 'open', // whole calls under length and content_filter; or 'ready'
    cutCalls: 'open', // or 'left out'
    nameless: 'open', // or 'left out'
    missingId: 'made up', // or 'empty'
  },
  chatProducer: {
    roleAlone: false,
    pieces: 'as they came', // or 'characters'
    emptyPieces: false,
    opener: 'with arguments', // or 'alone'
    noArguments: '{}', // or ''
    cutCalls: 'sent', // or 'left out'
    reason: 'in a chunk', // or 'on the last chunk'
    usage: 'in a chunk', // or 'none', 'null besides'
    failure: 'just ends', // or 'an event', 'in the bytes'
    userStop: 'ends', // or 'length'
    moreMembers: false,
    lineEnding: '\n',
    space: ' ',
    comments: true,
  },
  chatConverter: {
    texts: 'strings', // or 'parts'
    noText: null, // or '', undefined
    openCall: 'answered', // or 'left out', 'refused'
    invalid: 'mended', // or 'refused'
    secondResult: 'first', // or 'last'
    malformed: 'as they are', // or 'left out', 'refused'
    arguments: 'as they are', // or 'compact'
    noArguments: '{}', // or ''
    parallel: 'one message', // or 'one by one'
    resultOrder: 'calls', // or 'reversed'
    ids: 'verbatim', // or 'own'
    errorText: 'prefixed', // or 'as it is'
  },
};

/** The sets, each as what it changes in the first. */
export const openAIChat = {
  main,

  other: {
    chat: {
      malformedFrame: 'skip', unterminatedFrame: 'take', noReason: 'null', noDone: 'complete', abort: 'null', failedCalls: 'none',
      otherReason: 'itself', behindReason: 'applied', twoReasons: 'last', refusals: 'content', namePieces: 'joined', order: 'index',
      arguments: 'parsed', noArguments: '', nonObject: 'ready', cutReasons: 'ready', cutCalls: 'left out', nameless: 'left out', missingId: 'empty',
    },
    chatProducer: {
      roleAlone: true, pieces: 'characters', emptyPieces: true, opener: 'alone', noArguments: '', reason: 'on the last chunk',
      usage: 'null besides', failure: 'an event', userStop: 'length', moreMembers: true, lineEnding: '\r\n', space: '',
    },
    chatConverter: {
      texts: 'parts', noText: '', openCall: 'left out', secondResult: 'last', malformed: 'left out', arguments: 'compact',
      noArguments: '', resultOrder: 'reversed', ids: 'own', errorText: 'as it is',
    },
  },

  third: {
    chat: { noDone: 'complete', abort: 'null', otherReason: 'null', behindReason: 'told', namePieces: 'first', cutReasons: 'ready', missingId: 'empty' },
    chatProducer: { usage: 'none', failure: 'in the bytes', cutCalls: 'left out', comments: false },
    chatConverter: { noText: undefined, openCall: 'refused', invalid: 'refused', malformed: 'refused', parallel: 'one by one' },
  },

  sparse: {
    chat: { noDone: 'complete', noReason: 'null', abort: 'null', order: 'index', nonObject: 'ready', cutReasons: 'ready' },
    chatProducer: { usage: 'none', roleAlone: true },
    chatConverter: { noText: '', arguments: 'compact' },
  },

  lax: { chat: {}, chatProducer: {}, chatConverter: {} },

  // Tells of everything that is not as it should be.
  strict: {
    chat: { vendorEvent: 'told', changedId: 'told', otherReason: 'told', behindReason: 'told', namePieces: 'told', indexless: 'told', gap: 'told', failedCalls: 'none' },
    chatProducer: { failure: 'an event', usage: 'null besides', reason: 'on the last chunk', opener: 'alone' },
    chatConverter: { openCall: 'refused', invalid: 'refused', malformed: 'refused', ids: 'own' },
  },

  // Takes whatever can be taken, and shows all that it has.
  loose: {
    chat: {
      malformedFrame: 'skip', unterminatedFrame: 'take', noReason: 'null', noDone: 'complete', abort: 'null', otherReason: 'itself',
      behindReason: 'applied', namePieces: 'joined', nonObject: 'ready', cutReasons: 'ready',
    },
    chatProducer: { failure: 'in the bytes', roleAlone: true, emptyPieces: true, moreMembers: true },
    chatConverter: { parallel: 'one by one', secondResult: 'last', errorText: 'as it is', noText: undefined },
  },

  quiet: {
    chat: {
      malformedFrame: 'skip', noReason: 'null', noDone: 'complete', abort: 'null', otherReason: 'null', twoReasons: 'last',
      cutCalls: 'left out', nameless: 'left out', arguments: 'parsed', failedCalls: 'none', missingId: 'empty', noArguments: '',
    },
    chatProducer: { pieces: 'characters', cutCalls: 'left out', lineEnding: '\r\n' },
    chatConverter: { openCall: 'left out', malformed: 'left out', texts: 'parts', noText: '' },
  },
};
