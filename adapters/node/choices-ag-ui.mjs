// ag-ui: what it leaves free, and the sets.

const main = {
  agui: {
    malformedFrame: 'skip', // or 'told'
    unterminatedFrame: 'drop', // or 'take'
    done: 'ignored', // [DONE] is no event and no end
    nulls: 'absent', // in optional members; or 'told'
    emptyIds: 'taken', // or 'told'
    refusal: 'status', // done, and the run is rejected; or 'ending'
    unended: 'open', // or 'failed'
    aborted: 'open', // or 'failed', 'rejected'
    reopened: 'first', // a call that is another one when it starts again; or 'last', 'told'
    parentless: 'call id', // a message of its own, named by the call; or 'own', 'shared', 'neighbour'
    secondResult: 'both', // or 'first', 'last'
    orphan: 'held', // or 'dropped'
    takenId: 'twice', // a result with another message's id; or 'own'
    resultPlace: 'call', // behind its call's message; or 'end'
    unknownOutcome: 'success', // or 'own'
    parts: 'list', // or 'joined'
    arguments: 'text', // or 'parsed'
    noCalls: undefined, // or null, []
  },
  agUiProducer: {
    version: true,
    extras: false, // events that are about nothing here
    form: 'triads', // or 'chunks'
    texts: 'joined', // or 'apart', 'spanning': open over calls
    emptyTexts: false,
    roles: true,
    pieces: 'as they came', // or 'small'
    emptyDeltas: true,
    atomic: false, // arguments in one piece
    calls: 'as they came', // or 'one by one'
    parents: true,
    chunkIds: true, // on every chunk
    cutCall: 'sent', // or 'left out'
    progress: 'none', // or 'custom', 'activity'
    resultParts: false,
    failures: 'as told', // or 'worded'
    endings: 'outcomes', // or 'errors', 'raised'
    codes: true,
    outcome: true,
    emptyPending: false,
    comments: false,
    space: ' ',
  },
  agUiConverter: {
    developers: 'developer', // or 'system', 'left out'
    reasoning: false,
    parts: 'list', // or 'joined'
    emptyMessages: false,
    noText: null, // or ''
    answers: 'as stored', // or 'behind their calls'
    openCall: 'sent', // or 'left out', 'answered' (behind their calls)
    orphan: 'sent', // or 'left out'
    secondResult: 'first', // or 'last', 'both'
    noArguments: '', // or '{}'
    arguments: 'text', // or 'parsed'
    malformed: 'as it is', // or 'left out'
    errors: 'kept', // or 'flag', 'content'
  },
};

/** The sets, each as what it changes in the first. */
export const agUi = {
  main,
  other: {
    agui: {
      unterminatedFrame: 'take', nulls: 'told', emptyIds: 'told', unended: 'failed', aborted: 'failed', reopened: 'last',
      parentless: 'neighbour', secondResult: 'last', orphan: 'dropped', takenId: 'own', resultPlace: 'end',
      unknownOutcome: 'own', parts: 'joined', noCalls: [],
    },
    agUiProducer: {
      form: 'chunks', chunkIds: false, roles: false, extras: true, progress: 'custom', resultParts: true, failures: 'worded',
      endings: 'errors', codes: false, emptyPending: true, space: '', comments: true, texts: 'apart',
    },
    agUiConverter: {
      developers: 'system', parts: 'joined', noText: '', answers: 'behind their calls', openCall: 'answered',
      orphan: 'left out', secondResult: 'last', noArguments: '{}', arguments: 'parsed', malformed: 'left out', errors: 'flag',
      emptyMessages: true,
    },
  },
  third: {
    agui: {
      refusal: 'ending', malformedFrame: 'told', aborted: 'rejected', reopened: 'told', parentless: 'shared',
      secondResult: 'first', noCalls: null,
    },
    agUiProducer: {
      texts: 'spanning', pieces: 'small', calls: 'one by one', parents: false, endings: 'raised', progress: 'activity',
      outcome: false,
    },
    agUiConverter: {
      developers: 'left out', reasoning: true, answers: 'behind their calls', openCall: 'left out', errors: 'content',
      secondResult: 'both',
    },
  },
  sparse: {
    agui: { parentless: 'neighbour', resultPlace: 'end', secondResult: 'last', orphan: 'dropped', parts: 'joined' },
    agUiProducer: {
      atomic: true, parents: false, roles: false, cutCall: 'left out', emptyDeltas: false, outcome: false, calls: 'one by one',
    },
    agUiConverter: { developers: 'left out', parts: 'joined', orphan: 'left out', openCall: 'left out' },
  },
  lax: {
    agUiProducer: { version: false },
  },
  strict: {
    agui: {
      malformedFrame: 'told', nulls: 'told', emptyIds: 'told', reopened: 'told', unended: 'failed', aborted: 'rejected',
      parentless: 'own',
    },
    agUiProducer: { texts: 'apart', extras: true, emptyPending: true, endings: 'errors' },
    agUiConverter: { answers: 'behind their calls', openCall: 'answered', noText: '' },
  },
  loose: {
    agui: {
      unterminatedFrame: 'take', reopened: 'last', parentless: 'shared', takenId: 'own', unknownOutcome: 'own',
      resultPlace: 'end', secondResult: 'first',
    },
    agUiProducer: { form: 'chunks', emptyTexts: true, progress: 'activity', comments: true },
    agUiConverter: { secondResult: 'both', reasoning: true, emptyMessages: true },
  },
  quiet: {
    agui: {
      arguments: 'parsed', parentless: 'own', secondResult: 'last', orphan: 'dropped', takenId: 'own', parts: 'joined',
      unended: 'failed',
    },
    agUiProducer: { texts: 'spanning', pieces: 'small', progress: 'custom', failures: 'worded', cutCall: 'left out' },
    agUiConverter: { arguments: 'parsed', malformed: 'left out', errors: 'flag', developers: 'system' },
  },
};
