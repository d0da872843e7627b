// ag-ui: what each event must hold, before anything is made of it. An event of an unknown type is none.

import { integer, StreamError } from './feed.mjs';
import { has, isObject } from './json.mjs';

const is = {
  string: (value) => typeof value === 'string',
  id: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => integer(value) !== null,
  object: isObject,
  list: Array.isArray,
  any: () => true,
  value: (value) => value !== null,
  role: (value) => ['assistant', 'developer', 'system', 'user'].includes(value),
  toolRole: (value) => value === 'tool',
  strings: (value) => Array.isArray(value) && value.every(is.string),
  content: (value) => typeof value === 'string' || (Array.isArray(value) && value.every(isPart)),
  messages: (value) => Array.isArray(value) && value.every(isMessage),
  calls: (value) => Array.isArray(value) && value.every(isStoredCall),
  outcome: (value) => isObject(value) && typeof value.type === 'string' && isOutcome(value),
  interrupts: (value) => Array.isArray(value) && value.length > 0 && value.every((item) => isObject(item) && is.string(item.id) && is.string(item.reason)),
};

function isPart(part) {
  if (!isObject(part) || !is.string(part.type) || !optional(part.id, is.string) || !optional(part.metadata, is.object)) return false;
  return part.type === 'text' ? is.string(part.text) : optional(part.source, isSource);
}

function isSource(source) {
  return isObject(source) && is.string(source.type) && is.string(source.value) && optional(source.mimeType, is.string);
}

function isOutcome({ type, pendingToolCallIds: pending, interrupts }) {
  if (type === 'success') return pending === undefined || pending === null || is.strings(pending);
  return type !== 'interrupt' || is.interrupts(interrupts);
}

function isStoredCall(call) {
  const told = isObject(call) ? call.function : undefined;
  if (!isObject(told) || !is.string(told.name) || !is.string(told.arguments)) return false;
  return is.string(call.id) && is.string(call.type) && optional(call.metadata, is.object) && optional(call.encryptedValue, is.string);
}

function isMessage(message) {
  if (!isObject(message) || !is.string(message.id) || !is.string(message.role) || !optional(message.metadata, is.object)) return false;
  if (!optional(message.name, is.string) || !optional(message.encryptedValue, is.string)) return false;
  switch (message.role) {
    case 'assistant': return optional(message.content, is.string) && optional(message.toolCalls, is.calls);
    case 'tool': return is.string(message.toolCallId) && is.content(message.content) && optional(message.error, is.string);
    case 'user': return is.content(message.content);
    case 'system': case 'developer': case 'reasoning': return is.string(message.content);
    case 'activity': return is.string(message.activityType) && isObject(message.content);
    default: return true;
  }
}

function optional(value, check) {
  return value === undefined || value === null || check(value);
}

const COMMON = { 'timestamp?': 'integer', 'rawEvent?': 'value', 'metadata?': 'object', 'subagentRunId?': 'string' };
const RUN = { threadId: 'string', runId: 'string' };

const EVENTS = {
  RUN_STARTED: { ...RUN, 'protocolVersion?': 'string', 'parentRunId?': 'string', 'input?': 'object' },
  RUN_FINISHED: { ...RUN, 'outcome?': 'outcome', 'result?': 'any', 'usage?': 'list' },
  RUN_ERROR: { message: 'string', 'code?': 'string', 'usage?': 'list' },
  STEP_STARTED: { stepName: 'string' },
  STEP_FINISHED: { stepName: 'string' },
  TEXT_MESSAGE_START: { messageId: 'id', 'role?': 'role', 'name?': 'string' },
  TEXT_MESSAGE_CONTENT: { messageId: 'id', delta: 'string' },
  TEXT_MESSAGE_END: { messageId: 'id' },
  TEXT_MESSAGE_CHUNK: { 'messageId?': 'id', 'role?': 'role', 'name?': 'string', 'delta?': 'string' },
  TOOL_CALL_START: { toolCallId: 'id', toolCallName: 'string', 'parentMessageId?': 'string' },
  TOOL_CALL_ARGS: { toolCallId: 'id', delta: 'string' },
  TOOL_CALL_END: { toolCallId: 'id' },
  TOOL_CALL_CHUNK: { 'toolCallId?': 'id', 'toolCallName?': 'string', 'parentMessageId?': 'string', 'delta?': 'string' },
  TOOL_CALL_RESULT: { messageId: 'id', toolCallId: 'id', content: 'content', 'role?': 'toolRole' },
  MESSAGES_SNAPSHOT: { messages: 'messages' },
  STATE_SNAPSHOT: { snapshot: 'any' },
  STATE_DELTA: { delta: 'list' },
  ACTIVITY_SNAPSHOT: { messageId: 'string', activityType: 'string', content: 'object', 'replace?': 'boolean' },
  ACTIVITY_DELTA: { messageId: 'string', activityType: 'string', patch: 'list' },
  REASONING_START: { messageId: 'string' },
  REASONING_END: { messageId: 'string' },
  REASONING_MESSAGE_START: { messageId: 'string', role: 'string' },
  REASONING_MESSAGE_CONTENT: { messageId: 'string', delta: 'string' },
  REASONING_MESSAGE_END: { messageId: 'string' },
  REASONING_MESSAGE_CHUNK: { 'messageId?': 'string', 'delta?': 'string' },
  REASONING_ENCRYPTED_VALUE: { subtype: 'string', entityId: 'string', encryptedValue: 'string' },
  SUBAGENT_STARTED: { subagentRunId: 'string', name: 'string' },
  SUBAGENT_FINISHED: { subagentRunId: 'string' },
  SUBAGENT_ERROR: { subagentRunId: 'string', message: 'string' },
  RAW: { event: 'any', 'source?': 'string' },
  CUSTOM: { name: 'string', value: 'any' },
};

/** Whether the event is a known one. Throws where it is, and is not what it must be. `style` is `{nulls, emptyIds}`. */
export function known(event, style) {
  if (typeof event.type !== 'string') throw new StreamError('an event has no type');
  if (!Object.hasOwn(EVENTS, event.type)) return false;
  for (const [member, kind] of Object.entries({ ...COMMON, ...EVENTS[event.type] })) check(event, member, kind, style);
  return true;
}

function check(event, member, kind, style) {
  const name = member.replace('?', '');
  const value = event[name];
  if (name !== member && (value === undefined || (value === null && style.nulls === 'absent'))) return;
  if (!has(event, name) || !is[kind](value)) throw new StreamError(`${event.type}: ${name} is missing, or not what it must be`);
  if (kind === 'id' && value === '' && style.emptyIds === 'told') throw new StreamError(`${event.type}: ${name} is empty`);
}

/** Whether the stored messages are what they must be. */
export const areMessages = is.messages;
