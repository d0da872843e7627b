// The answers of openai-responses, ag-ui and ui-messages, written by hand.

import assert from 'node:assert/strict';
import test from 'node:test';

import { observe, setNames } from './observe.mjs';

const item = (members) => ({ type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'get', arguments: '', status: 'in_progress', ...members });
const responses = [
  { type: 'response.created', sequence_number: 0, response: { id: 'resp_1', status: 'in_progress', output: [] } },
  { type: 'response.output_item.added', sequence_number: 1, output_index: 0, item: item({}) },
  { type: 'response.function_call_arguments.delta', sequence_number: 2, item_id: 'fc_1', output_index: 0, delta: '{"q"' },
];

test('openai-responses: a call is ready when its response is completed, and open where it is cut', () => {
  const whole = item({ arguments: '{"q":1}', status: 'completed' });
  const events = [...responses, { type: 'response.output_item.done', sequence_number: 3, output_index: 0, item: whole },
    { type: 'response.completed', sequence_number: 4, response: { id: 'resp_1', status: 'completed', output: [whole] } }];
  for (const set of setNames) {
    const { state } = observe('openai-responses', 'consumer', { events }, set);
    assert.equal(state.status, 'completed', set);
    assert.deepEqual(state.output.map(({ callId, state: told }) => [callId, told]), [['c1', 'ready']], set);
    const cut = observe('openai-responses', 'consumer', { events: responses }, set).state;
    assert.notEqual(cut.status, 'completed', set);
    assert.ok((cut.output ?? []).every(({ state: told }) => told === 'open'), set);
  }
});

test('openai-responses: an error fails the response, and a result is one output', () => {
  const items = [{ type: 'text', text: 'Hi' }, { type: 'stop', reason: 'error', message: 'gone' }];
  const { events } = observe('openai-responses', 'producer', { transcript: { items } });
  assert.equal(events.at(-1).type, 'response.failed');
  assert.match(events.at(-1).response.error.message, /gone/);
  const history = [{ role: 'assistant', parts: [{ type: 'call', callId: 'c1', name: 'get', arguments: '{}' }] },
    { role: 'tool', callId: 'c1', name: 'get', output: false, status: 'success' }];
  const { state } = observe('openai-responses', 'converter', { history });
  assert.deepEqual(state.input.at(-1), { type: 'function_call_output', call_id: 'c1', output: 'false' });
});

const run = { threadId: 't', runId: 'r' };
const started = { type: 'RUN_STARTED', ...run };
const call = [{ type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'get' }, { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{}' }];

test('ag-ui: a call waits for its result, and what is open at the end of a run is refused', () => {
  const events = [started, ...call, { type: 'TOOL_CALL_END', toolCallId: 'c1' }, { type: 'RUN_FINISHED', ...run }];
  const { state } = observe('ag-ui', 'consumer', { ...run, events });
  assert.deepEqual(state.run.pending, ['c1']);
  assert.equal(state.messages[0].toolCalls[0].complete, true);
  const refused = observe('ag-ui', 'consumer', { ...run, events: [started, ...call, { type: 'RUN_FINISHED', ...run }] });
  assert.equal(refused.state.run.status, 'rejected');
  assert.equal(refused.state.messages[0].toolCalls[0].arguments, '{}');
});

test('ag-ui: a stopped run is cancelled, and a failure goes on as one', () => {
  const { events } = observe('ag-ui', 'producer', { ...run, transcript: { items: [{ type: 'text', text: 'Hi' }, { type: 'stop', reason: 'user_stopped' }] } });
  assert.deepEqual(events.at(-1).outcome, { type: 'cancelled' });
  const messages = [{ id: 'm1', role: 'assistant', toolCalls: [{ id: 'c1', type: 'function', function: { name: 'get', arguments: '{}' } }] },
    { id: 'm2', role: 'tool', toolCallId: 'c1', content: '', error: 'gone' }];
  assert.equal(observe('ag-ui', 'converter', { messages }).state.modelMessages.at(-1).error, 'gone');
});

test('ui-messages: an id behind a later step is another call, and an abort answers none', () => {
  const told = (input) => ({ type: 'tool-input-available', toolCallId: 'c1', toolName: 'get', input });
  const events = [{ type: 'start-step' }, told({ q: 1 }), { type: 'tool-output-available', toolCallId: 'c1', output: null },
    { type: 'start-step' }, told({ q: 2 }), { type: 'abort' }];
  const { state } = observe('ui-messages', 'consumer', { events });
  assert.deepEqual(state.message.parts.filter(({ type }) => type === 'tool').map((part) => [part.state, part.input.q]), [['output-available', 1], ['input-available', 2]]);
  assert.equal(state.aborted, true);
});

test('ui-messages: what ends with an error ends with [DONE] too, and a denial is no value', () => {
  const { events, state } = observe('ui-messages', 'producer', { transcript: { items: [{ type: 'stop', reason: 'error', message: 'gone' }] } });
  assert.equal(events.at(-1).errorText, 'gone');
  assert.match(state.body, /data: \[DONE\]\n\n$/);
  const parts = [{ type: 'tool', toolCallId: 'c1', toolName: 'get', state: 'output-denied', input: {} }];
  const sent = observe('ui-messages', 'converter', { messages: [{ id: 'm', role: 'assistant', parts }] }).state.modelMessages;
  assert.equal(sent[1].content[0].kind, 'denied');
});
