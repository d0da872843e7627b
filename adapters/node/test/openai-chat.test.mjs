// The answers of the openai-chat adapters, written by hand.

import assert from 'node:assert/strict';
import test from 'node:test';

import { parse } from '../json.mjs';
import { consumeOpenAIChat } from '../openai-chat-consumer.mjs';
import { convertOpenAIChat } from '../openai-chat-converter.mjs';
import { produceOpenAIChat } from '../openai-chat-producer.mjs';

const chunk = (delta, reason = null) => ({ choices: [{ index: 0, delta, finish_reason: reason }] });
const events = (...list) => parse(JSON.stringify({ events: list }));

test('fragments belong to the call of their index', () => {
  const call = (index, members) => ({ tool_calls: [{ index, ...members }] });
  const { state } = consumeOpenAIChat(events(
    chunk(call(0, { id: 'b', type: 'function', function: { name: 'x', arguments: '{"a"' } })),
    chunk(call(1, { id: 'a', type: 'function', function: { name: 'y', arguments: '{}' } })),
    chunk(call(0, { function: { arguments: ':1}' } })),
    chunk({}, 'tool_calls'),
  ));
  assert.deepEqual(state.toolCalls, [
    { id: 'b', name: 'x', arguments: '{"a":1}', state: 'ready' },
    { id: 'a', name: 'y', arguments: '{}', state: 'ready' },
  ]);
  assert.equal(state.error, null);
});

test('a stream without a reason is an error, and its calls are open', () => {
  const { state } = consumeOpenAIChat(events(chunk({ content: 'a' }), chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'x', arguments: '{"a' } }] })));
  assert.match(state.error.message, /finish_reason/);
  assert.equal(state.toolCalls[0].state, 'open');
  assert.equal(state.content, 'a');
});

test('a turn that fails just ends, one that is whole ends with [DONE]', () => {
  const of = (reason) => produceOpenAIChat({ transcript: { items: [{ type: 'text', text: 'a' }, { type: 'stop', reason }] } }).state.sse;
  assert.doesNotMatch(of('error'), /DONE|"stop"/);
  assert.match(of('completed'), /"finish_reason":"stop"[^]*data: \[DONE\]\n\n$/);
});

test('an open call is answered with a sentence', () => {
  const { state } = convertOpenAIChat({ history: [{ role: 'assistant', parts: [{ type: 'call', callId: 'c', name: 'x', arguments: '' }] }] });
  assert.deepEqual(state.messages.map((message) => message.role), ['assistant', 'tool']);
  assert.match(state.messages[1].content, /no result/);
});

test('calls that share an id have their own results', () => {
  const call = (name) => ({ type: 'call', callId: 'c', name, arguments: '{}' });
  const result = (output) => ({ role: 'tool', callId: 'c', output, status: 'success' });
  const sent = (...history) => convertOpenAIChat({ history }).state.messages
    .flatMap((m) => m.tool_calls?.map((c) => c.function.name) ?? `${m.tool_call_id}: ${m.content}`);
  const together = { role: 'assistant', parts: [call('x'), call('y')] };
  assert.deepEqual(sent(together, result('one'), result('two')), ['x', 'c: one', 'y', 'c: two']);
  const [first, second] = [{ role: 'assistant', parts: [call('x')] }, { role: 'assistant', parts: [call('y')] }];
  assert.deepEqual(sent(first, result('one'), result('again'), second, result('two')), ['x', 'c: one', 'y', 'c: two']);
  assert.deepEqual(sent(result('early'), first), ['x', 'c: early']);
});
