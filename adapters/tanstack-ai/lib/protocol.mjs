// The adapter protocol over standard input and output: one JSON message per line.
import { createInterface } from 'node:readline';
import { runCase } from './cases.mjs';
import { PackageError, Untellable } from './errors.mjs';

const roles = ['consumer', 'converter'];

export async function serve(packages) {
  const inFlight = new Set();
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const message = parse(line);
    if (message?.type === 'hello') await send(hello(packages));
    if (message?.type !== 'case') continue;
    const running = answer(packages, message).finally(() => inFlight.delete(running));
    inFlight.add(running);
  }
  await Promise.all(inFlight);
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch (error) {
    console.error('not a message:', error.message);
    return undefined;
  }
}

function hello({ version, client }) {
  return {
    type: 'hello',
    protocol: 1,
    implementation: {
      name: '@tanstack/ai',
      version,
      language: 'javascript',
      url: `https://www.npmjs.com/package/@tanstack/ai/v/${version}`,
      client: `@tanstack/ai-client ${client}`,
    },
    supports: roles.map((role) => ({ dialect: 'message-parts', role })),
    concurrency: 4,
  };
}

async function answer(packages, message) {
  const { id } = message;
  let ending;
  try {
    ending = JSON.stringify({ type: 'done', id, state: await runCase(packages, message) });
  } catch (error) {
    const type = error instanceof PackageError ? 'rejected' : 'skipped';
    if (!(error instanceof Untellable)) console.error(`case ${id}:`, error);
    ending = JSON.stringify({ type, id, reason: error.message });
  }
  await write(ending);
}

function send(message) {
  return write(JSON.stringify(message));
}

function write(line) {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, resolve));
}
