// message-parts: the messages of a client to what is sent to the model. Each call goes out once, and each
// answer right behind the message that holds its call.

import { JsonNumber, asText, isObject, tryParse } from './json.mjs';
import { Rejection } from './rejection.mjs';

const INCOMPLETE = ['awaiting-input', 'input-streaming', 'input-incomplete'];
const NO_ERROR_TEXT = 'The tool call failed.';
const CUT_OFF = 'The call was cut off before its arguments were whole; it was not made.';

export function convertMessageParts(input, choices) {
  if (!Array.isArray(input.messages)) throw new Rejection('the input has no messages');
  return { state: { modelMessages: toModelMessages(input.messages, choices.parts) } };
}

export function toModelMessages(messages, choices) {
  const pairs = pairResults(messages, choices);
  const steps = messages.flatMap((message) => {
    if (!isObject(message)) return [];
    if (message.role === 'assistant') return segments(partsOf(message), pairs, choices);
    return [{ role: message.role ?? 'user', text: textOf(message) }];
  });
  const inResultOrder = choices.toolOrder === 'results' && canFollowResults(steps);
  return steps.flatMap((step) => (step.role === undefined ? spell(step, inResultOrder, choices) : [
    { role: step.role, content: step.text },
  ]));
}

function partsOf(message) {
  return Array.isArray(message.parts) ? message.parts.filter(isObject) : [];
}

function textOf(message) {
  return partsOf(message).filter(isText).map((part) => part.content).join('');
}

function isText(part) {
  return part.type === 'text' && typeof part.content === 'string';
}

/**
 * Which result answers which call: `{answers, repeated, answered}`: by call part `{part, position}`, the
 * call parts that only repeat an open one, and by result part the call it belongs to. A result belongs to the nearest
 * call of its id before it, or where there is none to the first one behind it.
 */
function pairResults(messages, choices) {
  const pairs = { answers: new Map(), repeated: new Set(), answered: new Map() };
  const latest = new Map(); // by id
  const early = new Map();
  let position = 0;

  const pair = (call, result) => {
    pairs.answered.set(result.part, call);
    const known = pairs.answers.get(call);
    const final = isFinal(result.part);
    if (known === undefined || !isFinal(known.part) || (final && choices.secondResult === 'last')) {
      pairs.answers.set(call, result);
    }
  };

  for (const part of messages.filter(isObject).flatMap(partsOf)) {
    if (part.type === 'tool-call') {
      const open = latest.get(part.id);
      if (open !== undefined && !pairs.answers.has(open)) {
        pairs.repeated.add(part);
        continue;
      }
      latest.set(part.id, part);
      for (const result of early.get(part.id) ?? []) pair(part, result);
      early.delete(part.id);
    } else if (part.type === 'tool-result') {
      const result = { part, position: position++ };
      const call = latest.get(part.toolCallId);
      if (call !== undefined) {
        pair(call, result);
      } else {
        if (!early.has(part.toolCallId)) early.set(part.toolCallId, []);
        early.get(part.toolCallId).push(result);
      }
    }
  }
  return pairs;
}

function isFinal(result) {
  return result.state === 'complete' || result.state === 'error';
}

// An assistant's message becomes several: text, then calls, then their answers, then what came behind them.
function segments(parts, pairs, choices) {
  const list = [];
  let segment = null;
  const begin = () => {
    segment = { texts: [], calls: [], answered: false };
    list.push(segment);
  };
  const ownCalls = new Set();

  // Text between a call and its result may go before the call: the answers must follow at once.
  const mayStandBeforeCalls = () => (
    choices.textBetween === 'before the call'
    && !segment.answered && segment.calls.every(({ position }) => position !== undefined)
  );

  begin();
  for (const part of parts) {
    if (isText(part)) {
      if (segment.calls.length > 0 && !mayStandBeforeCalls()) begin();
      segment.texts.push(part.content);
    } else if (part.type === 'tool-call' && !pairs.repeated.has(part)) {
      const call = sentCall(part, pairs.answers.get(part), choices);
      if (call === null) continue;
      if (segment.answered && choices.callsAfterResult === 'new message') begin();
      segment.calls.push(call);
      ownCalls.add(part);
    } else if (part.type === 'tool-result' && ownCalls.has(pairs.answered.get(part))) {
      segment.answered = true;
    }
  }
  return list;
}

/** A call as it is sent, `{id, name, arguments, answer, position}`, or null where it is left out. */
function sentCall(part, result, choices) {
  const text = part.arguments === undefined || part.arguments === null ? '' : asText(part.arguments);
  const empty = text.trim() === '';
  const parsed = empty ? {} : tryParse(text);
  const readable = parsed !== undefined;
  const final = result !== undefined && isFinal(result.part);
  const call = { id: part.id, name: part.name, arguments: empty ? choices.emptyArguments : text };
  if (final) {
    call.answer = answerText(result.part, choices);
    call.position = result.position;
  }

  if (INCOMPLETE.includes(part.state)) {
    if (final && isObject(parsed)) return call; // whole, though nobody said so
    if (final && result.part.state === 'error') return { ...call, arguments: '{}' };
    if (final || choices.cutOffCall === 'left out') return null;
    return { ...call, arguments: '{}', answer: CUT_OFF };
  }
  if (!readable && choices.malformedArguments === 'left out') return null;

  // An output without any result part was never told as a result.
  if (result === undefined && part.output !== undefined) {
    if (choices.bareOutput === 'left out') return null;
    if (choices.bareOutput === 'answered') call.answer = asText(part.output);
  }
  return call;
}

function answerText({ content, state, error }, choices) {
  const own = content === undefined || content === null ? '' : asText(content);
  if (state === 'complete') return own;
  const told = [own, error].filter((text) => typeof text === 'string' && text.trim() !== '' && text.trim() !== 'null');
  if (told.length === 0) return NO_ERROR_TEXT;
  return choices.errorAnswer === 'content' ? told[0] : told[told.length - 1];
}

// Answers may come in the order of the result parts, as long as that doesn't tear them off their calls.
function canFollowResults(steps) {
  const positions = steps.flatMap((step) => (step.role === undefined ? byResult(step.calls) : []))
    .filter(isAnswered)
    .map(({ position }) => position);
  return positions.every((position, i) => position !== undefined && (i === 0 || positions[i - 1] < position));
}

function isAnswered(call) {
  return call.answer !== undefined;
}

function byResult(calls) {
  return [...calls].sort((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || 0);
}

function spell({ texts, calls }, inResultOrder, choices) {
  const content = texts.join('');
  if (content === '' && calls.length === 0) return [];
  const message = { role: 'assistant', content: content === '' ? choices.noText : content };
  if (calls.length > 0 || choices.noCalls === 'empty list') {
    message.toolCalls = calls.map(({ id, name, arguments: text }) => (
      { id, name, arguments: spellArguments(text, choices) }
    ));
  }
  const answered = (inResultOrder ? byResult(calls) : calls).filter(isAnswered);
  return [message, ...answered.map(({ id, answer }) => ({ role: 'tool', toolCallId: id, content: answer }))];
}

function spellArguments(text, choices) {
  if (choices.arguments === 'text') return text;
  const parsed = tryParse(text);
  return isObject(parsed) || Array.isArray(parsed) || parsed instanceof JsonNumber ? parsed : text;
}
