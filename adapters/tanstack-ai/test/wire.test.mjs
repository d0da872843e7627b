// What each vocabulary says of the steps, and what it cannot say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Untellable } from '../lib/errors.mjs';
import { Calls } from '../lib/wire/calls.mjs';
import { createWire } from '../lib/wire/index.mjs';

const vocabularies = ['chunks', 'ag-ui-end', 'ag-ui-result', 'ag-ui-state', 'ag-ui-metadata'];

const call = (text) => ({ type: 'tool_call', toolCall: { id: 'c1', name: 'pick', arguments: text }, execution: 'server' });
const piece = (argumentsDelta) => ({ type: 'tool_call_delta', id: 'c1', argumentsDelta });
const firstPiece = (text) => ({ ...piece(text), name: 'pick', execution: 'server' });
const text = { type: 'text', text: 'Wait.' };
const finish = { type: 'finish', reason: 'tool_calls' };
const result = (state) => ({ type: 'tool_result', toolCallId: 'c1', content: 'it failed', state });

// Each list of steps is a response of its own, all of one story.
function play(vocabulary, ...responses) {
  const calls = new Calls();
  return responses.flatMap((steps, i) => {
    const wire = createWire(vocabulary, i + 1, calls);
    return steps.flatMap((step) => wire.chunks(step));
  });
}

const types = (chunks) => chunks.map(({ type }) => type);
const ofCall = (chunks) => types(chunks).filter((type) => type.startsWith('TOOL_CALL'));
const argumentText = (chunks) =>
  chunks.map((chunk) => (chunk.type === 'TOOL_CALL_ARGS' ? chunk.delta : chunk.toolCall?.function.arguments) ?? '').join('');

for (const vocabulary of vocabularies) {
  const agUi = vocabulary !== 'chunks';
  const cannot = (steps, reason) => assert.throws(() => play(vocabulary, ...steps), (error) => {
    assert.ok(error instanceof Untellable, error.stack);
    assert.match(error.message, reason);
    return true;
  });

  test(`${vocabulary}: a call in pieces that its whole completes is started once and told once`, () => {
    const chunks = play(vocabulary, [firstPiece('{"n"'), text, piece(':'), call('{"n":7}'), finish]);
    assert.equal(argumentText(chunks), '{"n":7}');
    if (agUi) {
      assert.deepEqual(ofCall(chunks), ['TOOL_CALL_START', 'TOOL_CALL_ARGS', 'TOOL_CALL_ARGS', 'TOOL_CALL_ARGS', 'TOOL_CALL_END']);
    }
  });

  test(`${vocabulary}: a call that was whole cannot be told again, in this response or a later one`, () => {
    cannot([[call('{}'), call('{}')]], /cannot tell call c1 again/);
    cannot([[call('{}'), result('complete'), call('{}')]], /cannot tell call c1 again/);
    cannot([[firstPiece('{}'), finish], [call('{}')]], /cannot tell call c1 again/);
  });

  test(`${vocabulary}: arguments cannot be replaced, and a call has a name`, () => {
    cannot([[firstPiece('{"x":1}'), call('{}')]], /cannot replace the arguments/);
    cannot([[piece('{}')]], /cannot begin call c1 without a name/);
  });

  test(`${vocabulary}: a piece that comes too late is a piece`, () => {
    const chunks = play(vocabulary, [call('{}'), piece('}')], [piece(' ')]);
    assert.equal(argumentText(chunks), '{}} ');
  });

  test(`${vocabulary}: the result of a server's tool, and its error`, () => {
    const last = (state) => play(vocabulary, [call('{}'), finish, result(state)]).at(-1);
    const { type, toolCallId, content, result: onEnd } = last('complete');
    const expected = { chunks: 'tool_result', 'ag-ui-end': 'TOOL_CALL_END' };
    assert.deepEqual([type, toolCallId, content ?? onEnd], [expected[vocabulary] ?? 'TOOL_CALL_RESULT', 'c1', 'it failed']);
    if (vocabulary === 'ag-ui-state') assert.equal(last('error').state, 'output-error');
    else if (vocabulary === 'ag-ui-metadata') assert.deepEqual(last('error').metadata, { tanstack: { state: 'output-error' } });
    else cannot([[call('{}'), result('error')]], /no word for a result that is an error/);
  });
}

test('a call that one response cut is not ended by the next one', () => {
  const chunks = play('ag-ui-metadata', [firstPiece('{"n"')], [text, finish]);
  assert.deepEqual(ofCall(chunks), ['TOOL_CALL_START', 'TOOL_CALL_ARGS']);
});

test('the latest vocabulary is AG-UI and nothing besides', () => {
  const known = new Set(['type', 'timestamp', 'metadata', 'threadId', 'runId', 'messageId', 'role', 'delta', 'toolCallId', 'toolCallName', 'parentMessageId', 'content']);
  const chunks = play('ag-ui-metadata', [text, call('{}'), finish, result('error')]);
  assert.deepEqual(chunks.flatMap((chunk) => Object.keys(chunk)).filter((name) => !known.has(name)), []);
  assert.ok(!('content' in chunks.find(({ type }) => type === 'TEXT_MESSAGE_CONTENT')));
});
