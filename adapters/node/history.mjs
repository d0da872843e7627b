// The history that a converter gets, checked: what is none can't be converted.

import { isObject } from './json.mjs';
import { Rejection } from './rejection.mjs';

/** The entries, each with the members that its role has. */
export function readHistory({ history }) {
  if (!Array.isArray(history) || !history.every(isEntry)) throw new Rejection('the case has no history');
  return history;
}

function isEntry(entry) {
  if (!isObject(entry)) return false;
  if (entry.role === 'user') return typeof entry.text === 'string';
  if (entry.role === 'assistant') return Array.isArray(entry.parts) && entry.parts.every(isPart);
  return entry.role === 'tool' && typeof entry.callId === 'string';
}

function isPart(part) {
  if (!isObject(part)) return false;
  if (part.type === 'text') return typeof part.text === 'string';
  return [part.callId, part.name, part.arguments].every((value) => typeof value === 'string');
}
