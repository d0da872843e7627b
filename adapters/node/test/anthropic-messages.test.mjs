// The answers of the anthropic-messages adapters, written by hand.

import assert from 'node:assert/strict';
import test from 'node:test';

import { observe, strictSetNames } from './observe.mjs';
import { repaired } from '../partial-json.mjs';
import { write } from '../json.mjs';

const start = { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', content: [], usage: { input_tokens: 1, output_tokens: 1 } } };
const call = (index, id, name, ...fragments) => [
  { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } },
  ...fragments.map((text) => ({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: text } })),
];
const stop = (index) => ({ type: 'content_block_stop', index });
const end = (reason) => [{ type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 2 } }, { type: 'message_stop' }];
const consume = (set, tools, ...events) => observe('anthropic-messages', 'consumer', { events: events.flat(), tools }, set).state;

test('fragments belong to the call of their index, and both calls run', () => {
  for (const set of strictSetNames.filter((name) => name !== 'sparse')) {
    const state = consume(set, ['x', 'y'], start, call(0, 'b', 'x', '{"a"'), call(1, 'a', 'y', '{"of":"b"}'), call(0, 'b', 'x', ':1}').slice(1), stop(1), stop(0), end('tool_use'));
    assert.deepEqual(state.content.filter(({ type }) => type === 'tool_use').map(({ id, input }) => [id, input]), [['b', { a: 1 }], ['a', { of: 'b' }]]);
    assert.deepEqual(new Set(state.executed.map(({ id }) => id)), new Set(['a', 'b']));
    assert.equal(state.stopReason, 'tool_use');
  }
});

test('a tool that nobody registered does not run', () => {
  assert.deepEqual(consume('main', ['other'], start, call(0, 'a', 'x', '{}'), stop(0), end('tool_use')).executed, []);
});

test('malformed arguments are never an object', () => {
  for (const set of strictSetNames) {
    const { content } = consume(set, ['x'], start, call(0, 'a', 'x', '{"a": nope}'), stop(0), end('tool_use'));
    assert.ok([null, '{"a": nope}'].includes(content.find(({ type }) => type === 'tool_use').input), set);
  }
});

test('what an unfinished text is repaired to', () => {
  for (const [text, value] of [
    ['{"a":[1,2', '{"a":[1,2]}'], ['{"a":tr', '{"a":true}'], ['{"a":"x\\u00', '{"a":"x"}'], ['{"a":1,"b', '{"a":1}'], ['{"a":', '{}'],
    ['{"a":{"b":"c"},', '{"a":{"b":"c"}}'], ['{"a":1.', '{"a":1}'], ['{"a": nope', '{}'], ['nope', undefined], ['[1', undefined],
  ]) {
    const got = repaired(text);
    assert.equal(got === undefined ? undefined : write(got), value, text);
  }
});

test('a cut call keeps its beginning, and the reason says that it was cut', () => {
  const items = [{ type: 'call', id: 'a', name: 'x' }, { type: 'input-delta', callId: 'a', delta: '{"p":"/e' }, { type: 'stop', reason: 'length' }];
  const { events } = observe('anthropic-messages', 'producer', { transcript: { messageId: 'm', items } });
  assert.equal(events.filter(({ delta }) => delta?.type === 'input_json_delta').map(({ delta }) => delta.partial_json).join(''), '{"p":"/e');
  assert.equal(events.find(({ type }) => type === 'message_delta').delta.stop_reason, 'max_tokens');
});

test('results stand at the head of the user message behind their calls', () => {
  const history = [
    { role: 'user', text: 'hi' },
    { role: 'assistant', parts: [{ type: 'call', callId: 'a', name: 'x', arguments: '' }, { type: 'call', callId: 'b', name: 'x', arguments: '{}' }] },
    { role: 'tool', callId: 'b', name: 'x', output: '', status: 'error' }, { role: 'user', text: 'and?' },
  ];
  const { messages } = observe('anthropic-messages', 'converter', { history }).state;
  assert.deepEqual(messages.map(({ role }) => role), ['user', 'assistant', 'user']);
  assert.deepEqual(messages[2].content.map(({ tool_use_id: id, is_error: failed, text }) => id ?? text ?? failed), ['a', 'b', 'and?']);
  assert.equal(messages[2].content[1].is_error, true);
  assert.notEqual(messages[2].content[1].content, '');
});
