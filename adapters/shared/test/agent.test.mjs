// What adapters of agents share, driven over the protocol with a loop of a few lines; and what tools come to.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { answered } from '../agent.mjs';

const shared = fileURLToPath(new URL('../agent.mjs', import.meta.url));
// A loop that runs each tool once, and tells the prompt, or throws it.
const program = `import { serveAgent } from ${JSON.stringify(shared)};
await serveAgent({ name: 'x', version: '1' }, { 'openai-chat': async ({ prompt, tools }) => {
  const given = { q: [1] };
  for (const tool of tools) await Promise.resolve(given).then(tool.run).catch(() => {});
  given.q.push(2);
  if (prompt === 'throws') throw Object.assign(new Error('broke'), { name: 'Broken' });
  return prompt;
} });`;

async function talk(messages) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => { out += text; });
  child.stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  const code = await new Promise((resolve) => { child.on('close', resolve); });
  assert.equal(code, 0);
  return out.trim().split('\n').map((line) => JSON.parse(line));
}

const tools = [{ name: 'a', does: 'echo' }, { name: 'b', does: { throw: 'no such folder' } }, { name: 'c', does: { return: 0 } }];
const asked = (id, prompt, more) => ({ type: 'case', id, dialect: 'openai-chat', role: 'agent', input: { prompt, tools }, ...more });

test('the hello says what is offered', async () => {
  const [hello] = await talk([{ type: 'hello' }]);
  assert.deepEqual(hello.supports, [{ dialect: 'openai-chat', role: 'agent' }]);
  assert.deepEqual([hello.implementation.name, hello.protocol], ['x', 1]);
});

test('a state has the text, and each run with its arguments as they were then', async () => {
  const [{ type, state }] = await talk([asked('1', 'hi')]);
  assert.equal(type, 'done');
  const run = (name) => ({ name, arguments: { q: [1] } });
  assert.deepEqual(state, { text: 'hi', error: null, runs: [run('a'), run('b'), run('c')] });
});

test('a loop that throws is told, with what it ran', async () => {
  const [{ type, state }] = await talk([asked('1', 'throws')]);
  assert.deepEqual([type, state.text, state.error, state.runs.length], ['done', '', { type: 'Broken', message: 'broke' }, 3]);
});

test('cases in flight are kept apart, and another pair is skipped', async () => {
  const got = await talk([asked('1', 'one'), asked('2', 'two'), asked('3', 'x', { role: 'consumer' })]);
  const by = Object.fromEntries(got.map((message) => [message.id, message]));
  assert.deepEqual([by[1].state.text, by[2].state.text, by[1].state.runs.length, by[2].state.runs.length, by[3].type], ['one', 'two', 3, 3, 'skipped']);
});

test('what a call comes to, where an application runs it', async () => {
  const own = [{ name: 'ok', run: (given) => given.q }, { name: 'bad', run: () => { throw new Error('no'); } }, { name: 'late', run: async () => 0 }];
  assert.deepEqual(await answered(own, 'ok', { q: null }), { value: null });
  assert.deepEqual(await answered(own, 'late', {}), { value: 0 });
  assert.deepEqual(await answered(own, 'bad', {}), { error: 'no' });
  assert.match((await answered(own, 'gone', {})).error, /gone/);
});
