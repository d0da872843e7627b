// anthropic-messages: what it leaves free, and the sets.

const main = {
  messages: {
    unnamed: 'taken', // an event without a name; or 'told', 'ignored'
    unknownName: 'ignored', // or 'taken': what its data says
    wrongName: 'taken', // a known name over another type; or 'told'
    malformedFrame: 'skip', // or 'told'
    unterminatedFrame: 'drop', // or 'take'
    done: 'ends', // [DONE] before the end; or 'ignored'
    beforeStart: 'taken', // or 'told'
    missingUsage: 'taken', // or 'told'
    secondStart: 'told', // or 'ignored', 'both', 'new'
    afterStop: 'ignored', // or 'told'
    openAgain: 'told', // an index again before its stop; or 'taken'
    indexAgain: 'taken', // or 'told'
    gap: 'taken', // or 'told'
    lateBlock: 'taken', // behind message_delta; or 'told'
    sameId: 'both', // or 'first', 'last', 'told'
    stray: 'told', // a delta or stop for no block; or 'ignored'
    wrongDelta: 'told', // or 'ignored'
    late: 'ignored', // behind the stop; or 'null', 'told'
    openBlock: 'taken', // a block without its stop; or 'told'
    nullReason: 'ignored', // or 'erases'
    noReason: 'told', // or 'null'
    noStop: 'told', // a reason without message_stop; or 'null', 'reason'
    abort: 'told', // or 'null'
    reasonOfFailure: 'shown', // or 'null'
    afterFailure: 'offered', // calls that were whole before it; or 'null'
    words: 'exact', // or 'classes'
    otherReason: undefined, // as it is; or 'null', a word
    blanks: 'empty', // or 'null', 'text', 'told'
    absentInput: 'empty', // or 'null', 'told'
    startAndDeltas: 'deltas', // or 'null', 'told'
    openWhole: 'null', // a whole object in a call that was cut; or 'offered'
    cutCall: 'null', // or 'text', 'left out'
    limitCall: 'null', // or 'text', 'left out', 'empty', 'repaired', 'told'
    malformed: 'null', // or 'text', 'told'
    nonObject: 'as it is', // or 'malformed'
    order: 'starts', // or 'index', 'text first'
    emptyText: 'left out', // or 'shown'
    foreignBlocks: 'left out', // or 'shown'
    reportOrder: 'stops', // or 'starts'
    reportsBroken: false,
    runsUnder: ['tool_use'],
    runOrder: 'starts', // or 'stops'
  },
  messagesProducer: {
    pings: false,
    moreMembers: false,
    bareError: false, // an error with nothing before it
    calls: 'overlapping', // or 'one by one'
    textBlocks: 'joined', // or 'each'
    pieces: 'as they came', // or 'characters'
    firstDelta: 'none', // or 'empty'
    noArguments: 'nothing', // or '', '{}'
    cutCall: 'open', // or 'stopped', 'left out'
    blocksOfFailure: 'open', // or 'stopped'
    turns: 1, // message_delta events
    userStop: 'ends', // or 'error', 'limit'
    lineEnding: '\n',
    comments: false,
    space: ' ',
  },
  messagesConverter: {
    plainTexts: 'strings', // or 'blocks'
    userTexts: 'joined', // with the results before them; or 'apart'
    blankTexts: 'left out', // or 'sent'
    textsFirst: false,
    resultTexts: 'strings', // or 'blocks'
    emptyResult: '', // or 'absent'
    successFlag: false,
    errorText: 'as it is', // or 'prefixed'
    resultOrder: 'calls', // or 'reversed'
    openCall: 'answered', // or 'left out', 'refused'
    lastCalls: 'answered', // or 'open'
    orphan: 'dropped', // or 'refused'
    secondResult: 'first', // or 'last', 'refused'
    lateResult: 'moved', // or 'refused'
    malformed: 'wrapped', // or 'left out', 'refused'
    ids: 'verbatim', // or 'own'
  },
};

/** The sets, each as what it changes in the first. */
export const anthropicMessages = {
  main,

  other: {
    messages: {
      unnamed: 'told', unknownName: 'taken', wrongName: 'told', malformedFrame: 'told', unterminatedFrame: 'take', done: 'ignored',
      secondStart: 'new', openAgain: 'taken', sameId: 'first', stray: 'ignored', wrongDelta: 'ignored', late: 'null', noReason: 'null',
      noStop: 'reason', abort: 'null', reasonOfFailure: 'null', otherReason: 'null', blanks: 'null', absentInput: 'null',
      startAndDeltas: 'null', openWhole: 'offered', cutCall: 'text', limitCall: 'text', malformed: 'text', nonObject: 'malformed',
      order: 'index', emptyText: 'shown', foreignBlocks: 'shown', reportOrder: 'starts', runOrder: 'stops',
      runsUnder: ['tool_use', 'end_turn'],
    },
    messagesProducer: {
      pings: true, moreMembers: true, bareError: true, calls: 'one by one', textBlocks: 'each', pieces: 'characters', firstDelta: 'empty',
      noArguments: '{}', cutCall: 'stopped', blocksOfFailure: 'stopped', turns: 2, userStop: 'error', lineEnding: '\r\n', comments: true, space: '',
    },
    messagesConverter: {
      plainTexts: 'blocks', userTexts: 'apart', blankTexts: 'sent', textsFirst: true, resultTexts: 'blocks', emptyResult: 'absent',
      successFlag: true, errorText: 'prefixed', resultOrder: 'reversed', openCall: 'left out', lastCalls: 'open', secondResult: 'last',
      malformed: 'left out', ids: 'own',
    },
  },

  third: {
    messages: {
      unnamed: 'ignored', unterminatedFrame: 'take', secondStart: 'both', sameId: 'last', late: 'told', noStop: 'null', blanks: 'text',
      absentInput: 'told', startAndDeltas: 'told', cutCall: 'left out', limitCall: 'empty', malformed: 'told', noReason: 'null',
      abort: 'null', otherReason: 'other', afterFailure: 'null', runsUnder: ['tool_use', 'end_turn', 'other'],
    },
    messagesProducer: { calls: 'one by one', noArguments: '', cutCall: 'left out', userStop: 'limit', pieces: 'characters' },
    messagesConverter: { openCall: 'refused', lateResult: 'refused', orphan: 'refused', secondResult: 'refused', malformed: 'refused' },
  },

  // Only what is needed: the sets of omitted members stand in choices.mjs.
  sparse: {
    messages: {
      words: 'classes', order: 'text first', secondStart: 'ignored', openAgain: 'taken', stray: 'ignored', wrongDelta: 'ignored',
      noReason: 'null', noStop: 'null', abort: 'null', otherReason: 'other', limitCall: 'repaired', cutCall: 'left out', openWhole: 'offered',
    },
    messagesProducer: { userStop: 'limit', cutCall: 'stopped' },
    messagesConverter: { plainTexts: 'blocks', successFlag: true, lastCalls: 'open' },
  },

  lax: {
    messages: { nullReason: 'erases', noReason: 'null', runsUnder: ['tool_use', 'end_turn', 'max_tokens', 'refusal'], limitCall: 'repaired', reportsBroken: true },
    messagesProducer: {},
    messagesConverter: {},
  },

  // Tells of everything that is not as it should be.
  strict: {
    messages: {
      unnamed: 'told', wrongName: 'told', malformedFrame: 'told', beforeStart: 'told', missingUsage: 'told', afterStop: 'told',
      indexAgain: 'told', gap: 'told', lateBlock: 'told', sameId: 'told', late: 'told', openBlock: 'told', blanks: 'told',
      absentInput: 'told', startAndDeltas: 'told', limitCall: 'told', malformed: 'told', nonObject: 'malformed', runsUnder: ['tool_use'],
      reportsBroken: true,
    },
    messagesProducer: { userStop: 'error', bareError: true, blocksOfFailure: 'stopped', noArguments: '{}', turns: 2 },
    messagesConverter: { openCall: 'refused', lateResult: 'refused', orphan: 'refused', secondResult: 'refused', malformed: 'refused', ids: 'own' },
  },

  // Takes whatever can be taken, and shows all that it has.
  loose: {
    messages: {
      unknownName: 'taken', unterminatedFrame: 'take', done: 'ignored', secondStart: 'both', openAgain: 'taken', stray: 'ignored',
      wrongDelta: 'ignored', noReason: 'null', noStop: 'reason', abort: 'null', openWhole: 'offered', cutCall: 'text',
      limitCall: 'repaired', malformed: 'text', emptyText: 'shown', foreignBlocks: 'shown', runsUnder: ['tool_use', 'end_turn', 'other', null],
    },
    messagesProducer: { calls: 'one by one', cutCall: 'stopped', pings: true, moreMembers: true, firstDelta: 'empty' },
    messagesConverter: { blankTexts: 'sent', lastCalls: 'open', successFlag: true, userTexts: 'apart', secondResult: 'last', ids: 'own' },
  },

  // A gateway's client: its own words, the last of everything, silence instead of errors.
  quiet: {
    messages: {
      words: 'classes', secondStart: 'new', openAgain: 'taken', sameId: 'last', stray: 'ignored', wrongDelta: 'ignored', late: 'null',
      noReason: 'null', noStop: 'null', abort: 'null', reasonOfFailure: 'null', afterFailure: 'null', blanks: 'null', absentInput: 'null',
      startAndDeltas: 'null', cutCall: 'left out', limitCall: 'left out', malformed: 'null', nonObject: 'malformed', otherReason: 'null',
      order: 'text first', reportOrder: 'starts', runOrder: 'stops',
    },
    messagesProducer: { cutCall: 'left out', bareError: true, textBlocks: 'each', comments: true, lineEnding: '\r\n' },
    messagesConverter: { openCall: 'left out', malformed: 'left out', resultTexts: 'blocks', emptyResult: 'absent', textsFirst: true },
  },
};
