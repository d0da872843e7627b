// What the packages find around them. Must be imported before any of them.

// Standard output belongs to the adapter protocol.
console.log = console.info = console.debug = console.error;

// The clients wait for setTimeout(0) after every chunk so that a browser can paint. Node makes a
// millisecond of each; nothing is painted here, so the turn of the event loop is kept and the wait isn't.
const realSetTimeout = globalThis.setTimeout;
globalThis.setTimeout = (callback, delay, ...args) =>
  delay > 0 ? realSetTimeout(callback, delay, ...args) : setImmediate(callback, ...args);

// Without a listener the packages queue every devtools event for ever, with what it holds. Answering
// their connect request, as mounted devtools do, lets the events go.
const devtools = new EventTarget();
devtools.addEventListener('tanstack-connect', () =>
  devtools.dispatchEvent(new CustomEvent('tanstack-connect-success')),
);
globalThis.__TANSTACK_EVENT_TARGET__ = devtools;
