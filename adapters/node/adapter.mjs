#!/usr/bin/env node
// The adapter: one message per line on standard input, the answers on standard output. Run with
// `--choices NAME` it takes another side of what the protocols leave free.

import { parseArgs } from 'node:util';

import { answerCase, supports } from './cases.mjs';
import { choiceSets } from './choices.mjs';
import { isObject, parse, write } from './json.mjs';
import { LineSplitter } from './lines.mjs';

const choices = readChoices();
const answering = []; // answers on their way out, where they alternate
const lines = new LineSplitter({ loneCr: false });

process.stdout.on('error', () => process.exit(0)); // nobody listens any more
process.stdin.on('data', (bytes) => lines.push(bytes).forEach(takeLine));
process.stdin.on('end', () => lines.end().forEach(takeLine));

function readChoices() {
  try {
    const { values } = parseArgs({ options: { choices: { type: 'string', default: 'main' } } });
    if (Object.hasOwn(choiceSets, values.choices)) return choiceSets[values.choices];
    throw new Error(`no such choices: ${values.choices}; there are ${Object.keys(choiceSets).join(', ')}`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

function takeLine({ text }) {
  if (text.trim() === '') return;
  let message;
  try {
    message = parse(text);
  } catch (error) {
    process.stderr.write(`not a message: ${error.message}: ${text.slice(0, 200)}\n`);
    return;
  }
  if (!isObject(message)) return;
  if (message.type === 'hello') send([hello()]);
  else if (message.type === 'case') answer(message);
}

function hello() {
  const set = Object.keys(choiceSets).find((name) => choiceSets[name] === choices);
  return {
    type: 'hello',
    protocol: 1,
    implementation: { name: `conform-node-${set}`, version: '1.0.0', language: 'javascript' },
    supports: supports(choices),
    concurrency: choices.answers.concurrency,
  };
}

function answer(message) {
  const messages = answerCase(message, choices);
  if (!choices.answers.interleaved) {
    send(messages);
    return;
  }
  answering.push({ messages, next: 0 });
  if (answering.length === 1) setImmediate(alternate);
}

// A few messages of each case in turn.
function alternate() {
  for (const out of [...answering]) {
    send(out.messages.slice(out.next, out.next + 5));
    out.next += 5;
    if (out.next >= out.messages.length) answering.splice(answering.indexOf(out), 1);
  }
  if (answering.length > 0) setImmediate(alternate);
}

// Written at once: a case of many events is one write, not many.
function send(messages) {
  process.stdout.write(messages.map((message) => `${write(message, choices.answers)}\n`).join(''));
}
