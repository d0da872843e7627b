import assert from 'node:assert/strict';
import { test } from 'node:test';

import { observe, setNames } from './observe.mjs';

function produce(items, set) {
  return observe('tool-fence', 'producer', { transcript: { messageId: 'm', items } }, set);
}

// What a reader makes of the markdown.
function readBack(items, set) {
  const { state } = produce(items, set);
  const { chunks } = observe('tool-fence', 'consumer', { chunks: [state.markdown] }).state;
  return chunks.map((chunk) => (chunk.type === 'text' ? chunk.text.replace(/^[\r\n]+|[\r\n]+$/g, '') : chunk)).filter((c) => c !== '');
}

const call = (id, input = {}) => ({ type: 'call', id, name: `name of ${id}`, input, label: 'Label' });
const result = (callId, content = 'ok', status = 'success') => ({ type: 'result', callId, status, content });
const text = (value) => ({ type: 'text', text: value });
const stop = (reason) => ({ type: 'stop', reason });

test('FENCE-50, FENCE-51 calls, results and errors', () => {
  for (const set of setNames) {
    const items = [text('a'), call('1', { n: 1 }), result('1', { x: [] }), text('b'), call('2'), result('2', 'no', 'error'), text('c')];
    const [a, first, b, second, c] = readBack(items, set);
    assert.deepEqual([a, b, c], ['a', 'b', 'c']);
    assert.equal(first.toolCallId, '1');
    assert.equal(first.toolName, 'name of 1');
    assert.deepEqual([first.state, first.input, first.output], ['output-available', { n: 1 }, { x: [] }]);
    assert.deepEqual([second.state, second.errorText, second.output], ['output-error', 'no', undefined]);
  }
});

test('FENCE-52 a cancelled call is an error that says so', () => {
  for (const set of setNames) {
    for (const content of ['', null, 'stopped']) {
      const [fence] = readBack([call('1'), result('1', content, 'cancelled')], set);
      assert.equal(fence.state, 'output-error');
      assert.ok(fence.errorText.length > 0);
    }
  }
});

test('FENCE-53 order of calls and text', () => {
  const items = [call('1'), text('x'), call('2'), text('y'), result('2'), text('z'), result('1'), text('end\n')];
  for (const set of setNames) {
    const seen = readBack(items, set);
    const ids = seen.filter((chunk) => typeof chunk !== 'string').map(({ toolCallId }) => toolCallId);
    assert.deepEqual(ids, ['1', '2']);
    assert.equal(seen.filter((chunk) => typeof chunk === 'string').join(''), 'xyzend');
    const z = seen.findIndex((chunk) => typeof chunk === 'string' && chunk.includes('z'));
    assert.ok(z > seen.findIndex(({ toolCallId }) => toolCallId === '2'));
  }
});

test('text alone stays as it is', () => {
  for (const set of setNames) assert.equal(produce([text('a\n'), text('- b')], set).state.markdown, 'a\n- b');
});

test('text in containers and indented text', () => {
  for (const before of ['- item', '> quote', '    code', 'a\n---', '```\nx\n```', '1. a\n   ```\n   b']) {
    for (const set of setNames) {
      const seen = readBack([text(before), call('1'), result('1')], set);
      assert.deepEqual([seen[0], seen[1].toolCallId], [before, '1']);
    }
  }
});

test('FENCE-54 backticks and fence lines in values', () => {
  const value = { '```': '\n```\n~~~~~\n``` ', b: '`````' };
  for (const set of setNames) {
    const [fence] = readBack([call('1', value), result('1', value)], set);
    assert.deepEqual([fence.input, fence.output], [value, value]);
  }
});

test('an open call has no outcome', () => {
  for (const set of setNames) {
    const [fence] = readBack([call('1'), stop('user_stopped')], set);
    assert.equal(fence.state, 'input-available');
    assert.ok(!('output' in fence) && !('errorText' in fence));
  }
});

test('invalid transcripts are refused', () => {
  const wrong = [
    [call('1')], [call('1'), call('1'), result('1')], [result('1')], [call('1'), result('1'), result('1')],
    [stop('completed'), text('a')], [stop('tired')], [call('1'), result('1', '', 'fine')], [null], [{ type: 'call' }],
    [text('```tool\n{}\n```')], [text('```\nx'), call('1'), result('1')], [text('~~~')],
    [call('1'), { type: 'progress', callId: '1', text: '' }, { type: 'input-delta', callId: '1', delta: '' }, result('1')],
    [call('1', []), result('1')],
  ];
  for (const items of wrong) assert.equal(produce(items).ending, 'rejected', JSON.stringify(items));
  assert.equal(observe('tool-fence', 'producer', {}).ending, 'rejected');
});
