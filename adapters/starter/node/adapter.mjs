// An adapter on stdin and stdout: one message a line.
//
//   conform run -- node adapter.mjs

import { createInterface } from 'node:readline';
import { answer, hello, parse, stringify } from './protocol.mjs';

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const message = parse(line);
  if (message.type === 'hello') process.stdout.write(stringify(hello) + '\n');
  if (message.type === 'case') process.stdout.write(stringify(answer(message)) + '\n');
}
