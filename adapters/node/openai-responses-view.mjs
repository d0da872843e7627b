// openai-responses: what a client shows of a response: its status, its texts, and which calls are to be run.

import { StreamError } from './feed.mjs';
import { isObject, tryParse } from './json.mjs';

const STATUSES = ['completed', 'incomplete', 'failed'];

/** Whether the text is arguments that can be run: an object, or nothing, which some say as null. */
export function isWhole(text) {
  return text === '' || text === 'null' || isObject(tryParse(text));
}

/** The state that is answered. */
export function viewOf(client) {
  let output = [];
  try {
    if (client.loud === null) output = outputOf(client);
  } catch (error) {
    if (!(error instanceof StreamError)) throw error;
    client.loud = error.told;
  }
  if (client.loud !== null) {
    const shown = client.style.loudOutput === 'kept' ? outputOf({ ...plain(client), loud: client.loud }) : null;
    return stateOf(client, 'failed', client.loud, shown);
  }
  const failed = client.failure !== null;
  const status = failed ? 'failed' : STATUSES.includes(client.ending) ? client.ending : 'unfinished';
  return stateOf(client, status, client.failure, output);
}

function plain({ style, items, ending, failure, ordered, aborted }) {
  return { style, items, ending, failure, ordered, aborted };
}

function stateOf(client, status, failure, output) {
  const error = failure === null ? null : { code: failure.code ?? null, message: failure.message };
  return { responseId: client.responseId, status, incompleteReason: client.reason, error, output };
}

function outputOf(client) {
  const { style, items } = client;
  const list = client.ordered || style.order === 'arrival' ? items.list : inOrder(items.list);
  const shown = list.flatMap((item) => showItem(item, client));
  if (style.order !== 'texts first') return shown;
  return [...shown.filter(({ type }) => type !== 'call'), ...shown.filter(({ type }) => type === 'call')];
}

function inOrder(list) {
  const place = (item) => item.index ?? Infinity;
  return [...list].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

function showItem(item, client) {
  const { style } = client;
  if (item.type === 'message') return showMessage(item, style);
  if (item.isCall) return showCall(item, client);
  if (item.type === 'function_call_output') {
    return style.results === 'shown' ? [{ type: 'result', callId: item.callId, output: resultOf(item.output, style) }] : [];
  }
  return style.foreignItems === 'shown' ? [{ type: String(item.type), itemId: item.id }] : [];
}

function resultOf(output, style) {
  if (!Array.isArray(output) || style.resultParts === 'as they are') return output;
  return output.map((part) => part.text ?? '').join('');
}

function showMessage(item, style) {
  const parts = [...item.parts].sort(([a], [b]) => a - b).map(([, part]) => part);
  return parts.flatMap((part) => {
    const text = style.texts === 'pieces' && part.pieces !== '' ? part.pieces : part.done ?? part.pieces;
    if (text === '' && style.emptyText === 'left out') return [];
    return [{ type: part.kind === 'refusal' && style.refusals === 'own' ? 'refusal' : 'text', text }];
  });
}

function showCall(item, client) {
  const { style } = client;
  const { callId, name, id } = item;
  if (typeof callId !== 'string' || typeof name !== 'string') return [];
  const state = stateOfCall(item, client);
  if (state === 'left out') return [];
  const base = { type: 'call', itemId: id, callId, name };
  if (state === 'ready') return [{ ...base, arguments: readyArguments(item, style), state }];
  return [{ ...base, arguments: openArguments(item, style), state: 'open' }];
}

function readyArguments({ text }, style) {
  if (text === '' || text === 'null') return { text, '{}': '{}', 'object': {}, 'null': null }[style.noArguments] ?? text;
  return shownArguments(text, style);
}

function openArguments({ text }, style) {
  if (style.openArguments === 'null') return null;
  return shownArguments(text, style);
}

// A string is always read as text: one that was parsed would be another.
function shownArguments(text, { arguments: form }) {
  const value = form === 'parsed' ? tryParse(text) : undefined;
  return value === undefined || typeof value === 'string' ? text : value;
}

// Ready, open, or left out.
function stateOfCall(item, client) {
  const { style, ending } = client;
  if (!['completed', null, 'in_progress'].includes(item.status)) return style.cutCall;
  if (isFinal(item, client) === false) return unfinished(item, client);
  if (item.text === '' || item.text === 'null') {
    if (style.noArguments === 'open') return 'open';
  } else if (!isWhole(item.text)) {
    if (style.malformed === 'told' && !client.loud) throw new StreamError(`the arguments of ${item.name} are no JSON object`);
    return style.malformed === 'told' ? 'open' : style.malformed;
  }
  if (client.loud || client.failure !== null || ending !== 'completed') return item.status === 'in_progress' && !item.final ? style.cutCall : style.finishedBefore;
  if (item.closed && item.status === 'completed') return 'ready';
  if (item.closed) return style.noStatus;
  return style.halfTold;
}

// Told final: by its own end, by the list of the terminal, or by arguments.done where nothing says otherwise.
function isFinal(item, { ending, failure }) {
  if (item.closed || (item.listed && item.status !== 'in_progress')) return true;
  if (ending === null && failure === null) return item.final;
  return item.final && ending === 'completed';
}

function unfinished(item, { style, ending, failure, loud }) {
  if (ending === null && failure === null && !loud && isObject(tryParse(item.text))) return style.wholeText;
  return style.cutCall;
}
