import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { setNames } from './observe.mjs';

const program = fileURLToPath(new URL('../adapter.mjs', import.meta.url));

async function talk(input, ...args) {
  const child = spawn(process.execPath, [program, ...args]);
  let out = '';
  let err = '';
  child.stdout.on('data', (bytes) => { out += bytes; });
  child.stderr.on('data', (bytes) => { err += bytes; });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { messages: out.split('\n').filter(Boolean).map((line) => JSON.parse(line)), code, err };
}

const line = (message) => `${JSON.stringify(message)}\n`;
const hello = line({ type: 'hello', protocol: 1, harness: { name: 'conform', version: '1' } });
const fences = (id, n) => line({
  type: 'case', id, dialect: 'tool-fence', role: 'consumer', input: { chunks: ['```tool\n{"output":1}\n```\n'.repeat(n)] },
});

test('hello, cases, and one ending for each', async () => {
  for (const set of setNames) {
    const { messages, code } = await talk(hello + fences('1', 30) + fences('2', 1) + fences('3', 30), '--choices', set);
    assert.equal(code, 0);
    assert.equal(messages[0].type, 'hello');
    assert.equal(messages[0].supports.length, 23);
    for (const id of ['1', '2', '3']) {
      const own = messages.filter((message) => message.id === id);
      assert.equal(own.filter(({ type }) => type === 'done').length, 1);
      assert.equal(own[own.length - 1].type, 'done');
    }
  }
});

test('the answers of cases in flight may alternate', async () => {
  const { messages } = await talk(fences('1', 30) + fences('2', 1), '--choices', 'other');
  const ends = messages.filter(({ type }) => type === 'done').map(({ id }) => id);
  assert.deepEqual(ends, ['2', '1']);
});

test('META-07 a case knows nothing of the one before it', async () => {
  const { messages } = await talk(fences('1', 3) + fences('1', 3));
  assert.deepEqual(messages.slice(0, messages.length / 2), messages.slice(messages.length / 2));
});

test('what is no message disturbs nothing', async () => {
  const { messages, code, err } = await talk(`nonsense\n[]\n\n${line({ type: 'news' })}${hello}`);
  assert.equal(code, 0);
  assert.deepEqual(messages.map(({ type }) => type), ['hello']);
  assert.match(err, /not a message/);
});

test('what isn\'t supported is skipped', async () => {
  const { messages } = await talk(line({ type: 'case', id: '1', dialect: 'morse', role: 'consumer', input: {} }));
  assert.equal(messages[0].type, 'skipped');
});

test('input of any shape is survived', async () => {
  const shapes = [
    null, 1, {}, [], { events: [null, [], 'x'] }, { events: {} }, { chunks: [null] }, { transcript: { items: [{}] } }, { steps: [null, {}] },
    { steps: [{ type: 'tool_call' }, { type: 'tool_result' }, { type: 'add_tool_result', toolCallId: {} }, { type: 'user_message' }] },
    { messages: [null, {}, { role: 'assistant', parts: [null, { type: 'tool-call' }, { type: 'tool-result' }, { type: 'text' }] }] },
    { events: [{ type: 'content_block_start', content_block: { type: 'tool_result', tool_use_id: [] } }, { id: [], stage: {} }] },
  ];
  const pairs = ['tool-fence', 'stage-events', 'content-blocks', 'message-parts'].flatMap((dialect) => (
    ['consumer', 'producer', 'converter'].map((role) => ({ dialect, role }))
  ));
  const cases = pairs.flatMap((pair) => shapes.map((input) => ({ ...pair, input })));
  for (const set of setNames) {
    const { messages, err } = await talk(cases.map((one, i) => line({ type: 'case', id: `${i}`, ...one })).join(''), '--choices', set);
    assert.equal(messages.filter(({ type }) => ['done', 'rejected', 'skipped'].includes(type)).length, cases.length);
    assert.equal(err, '');
  }
});

test('unknown choices are a usage error', async () => {
  assert.equal((await talk('', '--choices', 'none')).code, 2);
  assert.equal((await talk('', '--nonsense')).code, 2);
});
