import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { versions } from '../lib/versions.mjs';

const adapter = fileURLToPath(new URL('../adapter.mjs', import.meta.url));

// Feeds messages to an adapter process, closes its input and returns its answers by case id.
async function run(version, messages) {
  const child = spawn(process.execPath, [adapter, version], { stdio: ['pipe', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.equal(code, 0);
  const answers = output.trim().split('\n').map((line) => JSON.parse(line));
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  assert.equal(byId.size, answers.length, 'one answer each');
  return byId;
}

const consumer = (id, ...steps) =>
  ({ type: 'case', id, dialect: 'message-parts', role: 'consumer', deadline_ms: 5000, input: { steps } });
const converter = (id, ...messages) =>
  ({ type: 'case', id, dialect: 'message-parts', role: 'converter', deadline_ms: 5000, input: { messages } });
const call = (id, execution) =>
  ({ type: 'tool_call', toolCall: { id, name: 'pick', arguments: '{"n":7}' }, execution });
const answer = (toolCallId, output) => ({ type: 'add_tool_result', toolCallId, tool: 'pick', output });
const finish = (reason) => ({ type: 'finish', reason });
const text = (words) => ({ type: 'text', text: words });
const user = (words) => ({ type: 'user_message', text: words });

const ofType = ({ messages }, type) =>
  messages.flatMap(({ parts }) => parts).filter((part) => part.type === type);
const toolMessages = ({ modelMessages }) =>
  modelMessages.filter(({ role }) => role === 'tool').map(({ toolCallId, content }) => [toolCallId, content]);

const failed = {
  id: 'm1',
  role: 'assistant',
  parts: [
    { type: 'tool-call', id: 'c1', name: 'pick', arguments: '{}', state: 'input-complete', output: { error: 'no' } },
    { type: 'tool-result', toolCallId: 'c1', content: 'it failed', state: 'error', error: 'no' },
  ],
};
const duplicating = new Set(['0.3.1', '0.4.2']);
const tellsErrors = new Set(['0.32.0', '0.58.0']);

for (const version of versions.keys()) {
  const duplicates = duplicating.has(version) ? 2 : 1;

  test(`${version}: hello`, async () => {
    const hello = (await run(version, [{ type: 'hello', protocol: 1 }])).get(undefined);
    assert.equal(hello.protocol, 1);
    assert.equal(hello.implementation.version, version);
    assert.deepEqual(hello.supports.map(({ role }) => role), ['consumer', 'converter']);
  });

  test(`${version}: a server and a client tool, and a question after them`, async () => {
    const steps = [
      user('which one?'), call('s1', 'server'), call('c1', 'client'), finish('tool_calls'),
      { type: 'tool_result', toolCallId: 's1', content: 'six left', state: 'complete' },
      answer('c1', { id: '6' }), text('The sixth.'), finish('stop'), user('why?'),
    ];
    const { state } = (await run(version, [consumer('1', ...steps)])).get('1');
    assert.deepEqual(ofType(state, 'tool-call').map(({ id }) => id), ['s1', 'c1']);
    assert.deepEqual(ofType(state, 'tool-call')[1].output, { id: '6' });
    assert.deepEqual(
      ofType(state, 'tool-result').map(({ toolCallId, content }) => [toolCallId, content]),
      [['s1', 'six left'], ['c1', '{"id":"6"}']],
    );
    assert.equal(toolMessages(state).length, 1 + duplicates);
    const asked = state.modelMessages.filter(({ role }) => role === 'user').map(({ content }) => content);
    assert.deepEqual(asked, ['which one?', 'why?']);
    assert.ok(state.modelMessages.some(({ content }) => content === 'The sixth.'));
  });

  test(`${version}: conversion of a call with output and result`, async () => {
    const { state } = (await run(version, [converter('1', failed)])).get('1');
    const [assistant] = state.modelMessages;
    assert.deepEqual(assistant.toolCalls, [{ id: 'c1', name: 'pick', arguments: '{}' }]);
    const expected = [['c1', 'it failed'], ['c1', '{"error":"no"}']];
    assert.deepEqual(toolMessages(state), expected.slice(0, duplicates));
  });

  test(`${version}: every case is answered once, whatever it says`, async () => {
    const answers = await run(version, [
      consumer('nothing'),
      consumer('unknown step', { type: 'dance' }),
      { ...consumer('no input'), input: {} },
      { ...consumer('other role'), role: 'producer' },
      consumer('result of nothing', answer('ghost', 1), text('on')),
      consumer('cut', { type: 'tool_call_delta', id: '__proto__', name: 'pick', argumentsDelta: '{"n":', execution: 'client' }),
      consumer('twice', call('c1', 'client'), finish('tool_calls'), answer('c1', 1), answer('c1', 2), user('and?')),
      consumer('again', call('c1', 'client'), answer('c1', 1), call('c1', 'client')),
      consumer('failed', call('s1', 'server'), { type: 'tool_result', toolCallId: 's1', content: 'out of stock', state: 'error' }, text('Sorry.')),
      consumer('replaced', { type: 'tool_call_delta', id: 'c1', name: 'pick', argumentsDelta: 'x', execution: 'client' }, call('c1', 'client')),
      converter('no message', null),
    ]);
    const endings = Object.fromEntries([...answers].map(([id, { type }]) => [id, type]));
    assert.deepEqual(endings, {
      'nothing': 'done',
      'unknown step': 'skipped',
      'no input': 'skipped',
      'other role': 'skipped',
      'result of nothing': 'done',
      'cut': 'done',
      'twice': 'done',
      'again': 'skipped',
      'failed': tellsErrors.has(version) ? 'done' : 'skipped',
      'replaced': 'skipped',
      'no message': 'rejected',
    });
    assert.equal(ofType(answers.get('twice').state, 'tool-result').length, 1);
    assert.match(answers.get('again').reason, /cannot tell call c1 again/);
    if (tellsErrors.has(version)) {
      const [{ state, content }] = ofType(answers.get('failed').state, 'tool-result');
      assert.deepEqual([state, content], ['error', 'out of stock']);
    } else {
      assert.match(answers.get('failed').reason, /no word for a result that is an error/);
    }
  });
}
