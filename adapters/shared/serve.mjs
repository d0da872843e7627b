// The adapter protocol over standard input and output, for adapters of released packages: one JSON message a line.
import { createInterface } from 'node:readline';

// Standard output belongs to the protocol.
console.log = console.info = console.debug = console.warn = console.error;

/** The package refused, before it sent anything. */
export class Refusal extends Error {}

/** The adapter cannot do this case. */
export class Skip extends Error {}

/**
 * Answers cases until the input ends. `implementation` is the hello's, `pairs` are its supports, each with `run(input, tell)`,
 * which gives the state; a producer tells each event before.
 */
export async function serve(implementation, pairs) {
  const inFlight = new Set();
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const message = line.trim() === '' ? {} : JSON.parse(line);
    if (message.type === 'hello') write(hello(implementation, pairs));
    if (message.type !== 'case') continue;
    const running = answer(pairs, message).finally(() => inFlight.delete(running));
    inFlight.add(running);
  }
  await Promise.all(inFlight);
  process.exit(0); // packages may hold timers
}

function hello(implementation, pairs) {
  const supports = pairs.map(({ run, ...pair }) => pair);
  return { type: 'hello', protocol: 1, implementation: { language: 'javascript', ...implementation }, supports, concurrency: 4 };
}

async function answer(pairs, { id, dialect, role, input }) {
  const pair = pairs.find((candidate) => candidate.dialect === dialect && candidate.role === role);
  if (pair === undefined) return write({ type: 'skipped', id, reason: `no ${dialect} ${role} here` });
  try {
    const state = await pair.run(input, (event) => write({ type: 'event', id, event }));
    write({ type: 'done', id, state });
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Skip)) throw error; // a defect of the adapter ends it
    write({ type: error instanceof Skip ? 'skipped' : 'rejected', id, reason: error.message });
  }
}

function write(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** What an implementation told, as an error of the state. */
export function told(error) {
  const inner = error?.error?.error ?? error?.error ?? error;
  const { type, message } = typeof inner === 'object' && inner !== null ? inner : {};
  return { type: typeof type === 'string' ? type : (error?.name ?? 'error'), message: `${message ?? error?.message ?? error}` };
}

/** A value that the package may refuse to give. */
export function offered(read) {
  try {
    return read() ?? null;
  } catch {
    return null;
  }
}
