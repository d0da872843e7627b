// ui-messages: what it leaves free, and the sets.

const main = {
  uiMessages: {
    malformedFrame: 'skip', // or 'told'
    unterminatedFrame: 'drop', // or 'take'
    done: 'ends', // or 'ignored'
    unknownEvent: 'ignored', // or 'told'
    lateEvents: 'known', // or 'unknown'
    approvals: 'known', // or 'unknown', where they are omitted
    afterError: 'goes on', // or 'stops'
    afterEnd: 'applied', // behind finish or abort; or 'ignored'
    twoReasons: 'last', // or 'first'
    unfinished: 'silent', // or 'told'
    secondOutcome: 'last', // or 'first'
    sameId: 'last', // told twice in a step; or 'first', 'two parts'
    secondStart: 'anew', // of a call that streams; or 'goes on'
    replayedStart: 'ignored', // of a call that is complete; or 'restarts'
    orphan: 'ignored', // or 'told'
    strayText: 'shown', // or 'told'
    rawInput: 'input', // or 'inputText', 'nowhere'
    begunInput: 'absent', // or 'text', 'parsed'
    noInputText: null, // or ''
    automatic: 'passed over', // or 'shown'
    cutCall: 'streaming', // or 'left out', 'failed'
    openCall: 'open', // after an abort or an error; or 'failed'
    spanning: 'one part', // text around a call; or 'split'
    resetStepPart: 'stays', // or 'goes'
    messageId: 'new', // or 'old'
    emptyMessage: 'null', // or 'shown'
    otherParts: 'left out', // or 'shown'
  },
  uiMessagesProducer: {
    start: true,
    steps: 'turns', // one for each model call; or 'one', 'none'
    moreMembers: false,
    emptyTexts: false,
    pieces: 'as they came', // or 'small'
    texts: 'joined', // or 'apart', 'spanning': open over calls
    blockIds: 'numbered', // or 'same'
    calls: 'as they came', // or 'one by one'
    starts: 'streamed', // or 'always'
    deltas: 'streamed', // or 'always'
    titles: true,
    dynamic: false,
    executed: false,
    cutCall: 'sent', // or 'left out'
    malformed: 'error', // or 'available'
    noArguments: 'object', // or 'text'
    progress: 'preliminary', // or 'data', 'none'
    artifacts: false,
    failedTwice: true, // by the input's error, and by an outcome
    cancelled: 'error', // or 'denied'
    masked: false,
    openCall: 'open', // or 'failed'
    closing: 'before', // what is open at an error or abort; or 'after', 'never'
    abortReason: false,
    finishAfter: 'none', // an error or an abort; or 'bare', 'reason'
    reasons: true,
    limits: 'told', // or 'other'
    comments: false,
    space: ' ',
    contentType: 'text/event-stream',
    headerCase: (name) => name,
  },
  uiMessagesConverter: {
    texts: 'parts', // or 'joined'
    results: 'together', // or 'apart'
    begun: 'left out', // a call whose input was cut; or 'failed'
    begunInput: 'object', // or 'text', 'null'
    badInput: 'as it is', // or 'text', 'object'
    preliminary: 'open', // or 'sent'
    noErrorText: '', // or words
    denials: 'denied', // or 'error'
    open: 'sent', // or 'left out', 'failed'
    decided: 'sent', // or 'left out'
  },
};

const shout = (name) => name.toUpperCase();

/** The sets, each as what it changes in the first. */
export const uiMessages = {
  main,
  other: {
    uiMessages: {
      unterminatedFrame: 'take', done: 'ignored', afterError: 'stops', afterEnd: 'ignored', twoReasons: 'first',
      secondOutcome: 'first', sameId: 'first', secondStart: 'goes on', orphan: 'told', rawInput: 'inputText',
      begunInput: 'text', noInputText: '', automatic: 'shown', cutCall: 'left out', openCall: 'failed', spanning: 'split',
      resetStepPart: 'goes', messageId: 'old', emptyMessage: 'shown', otherParts: 'shown',
    },
    uiMessagesProducer: {
      steps: 'one', moreMembers: true, texts: 'apart', blockIds: 'same', starts: 'always', deltas: 'always',
      malformed: 'available', noArguments: 'text', progress: 'data', cancelled: 'denied', masked: true, openCall: 'failed',
      closing: 'after', finishAfter: 'reason', limits: 'other', space: '', comments: true, artifacts: true,
      contentType: 'text/event-stream; charset=utf-8', headerCase: shout,
    },
    uiMessagesConverter: {
      texts: 'joined', results: 'apart', begun: 'failed', badInput: 'object', preliminary: 'sent', noErrorText: 'failed',
      denials: 'error', open: 'failed', decided: 'left out',
    },
  },
  third: {
    uiMessages: {
      malformedFrame: 'told', unknownEvent: 'told', unfinished: 'told', sameId: 'two parts', strayText: 'told',
      rawInput: 'nowhere', begunInput: 'parsed', cutCall: 'failed', orphan: 'told',
    },
    uiMessagesProducer: {
      start: false, steps: 'none', texts: 'spanning', pieces: 'small', calls: 'one by one', titles: false, dynamic: true,
      progress: 'none', failedTwice: false, closing: 'never', reasons: false, cutCall: 'left out',
    },
    uiMessagesConverter: { begun: 'failed', begunInput: 'text', badInput: 'text', open: 'left out' },
  },
  sparse: {
    uiMessages: { approvals: 'unknown', lateEvents: 'unknown', afterError: 'stops', rawInput: 'nowhere', cutCall: 'left out' },
    uiMessagesProducer: { steps: 'none', progress: 'none', titles: false, reasons: false, calls: 'one by one' },
    uiMessagesConverter: { texts: 'joined', begun: 'failed', begunInput: 'null', open: 'left out' },
  },
  lax: { uiMessages: { lateEvents: 'unknown' } },
  strict: {
    uiMessages: {
      malformedFrame: 'told', unknownEvent: 'told', lateEvents: 'unknown', orphan: 'told', strayText: 'told',
      unfinished: 'told', afterError: 'stops', afterEnd: 'ignored',
    },
    uiMessagesProducer: { executed: true, abortReason: true, starts: 'always', finishAfter: 'reason', failedTwice: false },
    uiMessagesConverter: { results: 'apart', open: 'failed', denials: 'error' },
  },
  loose: {
    uiMessages: {
      unterminatedFrame: 'take', done: 'ignored', openCall: 'failed', cutCall: 'failed', spanning: 'split', otherParts: 'shown',
      begunInput: 'parsed',
    },
    uiMessagesProducer: {
      emptyTexts: true, pieces: 'small', texts: 'spanning', blockIds: 'same', openCall: 'failed', closing: 'after',
      artifacts: true,
    },
    uiMessagesConverter: { preliminary: 'sent', badInput: 'text' },
  },
  quiet: {
    uiMessages: {
      replayedStart: 'restarts', sameId: 'two parts', secondOutcome: 'first', rawInput: 'inputText', begunInput: 'text',
      noInputText: '', cutCall: 'left out',
    },
    uiMessagesProducer: {
      steps: 'one', finishAfter: 'bare', masked: true, cancelled: 'denied', malformed: 'available', limits: 'other',
      texts: 'apart',
    },
    uiMessagesConverter: { texts: 'joined', decided: 'left out', open: 'left out', badInput: 'object' },
  },
};
