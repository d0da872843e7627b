import assert from 'node:assert/strict';
import { test } from 'node:test';

import { observe, setNames, withoutNotes } from './observe.mjs';

function hold(steps, set) {
  return withoutNotes(observe('message-parts', 'consumer', { steps }, set).state);
}

function convert(messages, set) {
  return withoutNotes(observe('message-parts', 'converter', { messages }, set).state.modelMessages);
}

const call = (id, text = '{}', execution = 'client') => ({ type: 'tool_call', toolCall: { id, name: `name of ${id}`, arguments: text }, execution });
const delta = (id, argumentsDelta) => ({ type: 'tool_call_delta', id, name: `name of ${id}`, argumentsDelta, execution: 'client' });
const server = (toolCallId, content = `r of ${toolCallId}`, state = 'complete') => ({ type: 'tool_result', toolCallId, content, state });
const client = (toolCallId, output, more = {}) => ({ type: 'add_tool_result', toolCallId, tool: 'x', output, ...more });
const finish = { type: 'finish', reason: 'tool_calls' };
const text = (value) => ({ type: 'text', text: value });
const user = (value) => ({ type: 'user_message', text: value });

const partsOf = ({ messages }) => messages.flatMap(({ parts }) => parts);
const callPart = (state, id) => partsOf(state).find((part) => part.type === 'tool-call' && part.id === id);
const resultParts = (state, id) => partsOf(state).filter((part) => part.type === 'tool-result' && part.toolCallId === id);
const toolMessages = ({ modelMessages }, id) => modelMessages.filter((message) => message.role === 'tool' && message.toolCallId === id);
const value = (given) => (typeof given === 'string' ? JSON.parse(given) : given);

const guitar = [
  user('please recommend a good acoustic guitar'), call('fc_1', '{}', 'server'), server('fc_1', '[...]'),
  delta('fc_2', '{"id":'), delta('fc_2', '"6"}'), finish, client('fc_2', { id: '6' }), user('why did you choose that?'),
];

test('the printed example', () => {
  const [, assistant] = hold(guitar).messages;
  assert.deepEqual(assistant.parts, [
    { type: 'tool-call', id: 'fc_1', name: 'name of fc_1', arguments: '{}', state: 'input-complete' },
    { type: 'tool-result', toolCallId: 'fc_1', content: '[...]', state: 'complete' },
    { type: 'tool-call', id: 'fc_2', name: 'name of fc_2', arguments: '{"id":"6"}', state: 'input-complete', output: { id: '6' } },
    { type: 'tool-result', toolCallId: 'fc_2', content: '{"id":"6"}', state: 'complete' },
  ]);
});

test('PART-20 to PART-23, PART-25 what the model is sent', () => {
  for (const set of setNames) {
    const state = hold(guitar, set);
    for (const modelMessages of [state.modelMessages, convert(state.messages, set)]) {
      const sent = modelMessages.flatMap(({ toolCalls }) => toolCalls ?? []);
      assert.deepEqual(sent.map(({ id, name, arguments: given }) => [id, name, value(given)]), [
        ['fc_1', 'name of fc_1', {}], ['fc_2', 'name of fc_2', { id: '6' }],
      ]);
      for (const [id, content] of [['fc_1', '[...]'], ['fc_2', '{"id":"6"}']]) {
        assert.deepEqual(toolMessages({ modelMessages }, id).map((message) => message.content), [content]);
        const asked = modelMessages.findIndex(({ toolCalls }) => toolCalls?.some((one) => one.id === id));
        const answered = modelMessages.findIndex(({ toolCallId }) => toolCallId === id);
        const why = modelMessages.findIndex(({ content: said }) => said?.startsWith('why'));
        assert.ok(asked < answered && answered < why);
      }
    }
  }
});

test('PART-01 to PART-09 every order of result, finish and continuation', () => {
  const steps = [server('s', 'S'), client('c', 0), finish, text('more')];
  const orders = [[0, 1, 2, 3], [1, 0, 2, 3], [2, 0, 1, 3], [2, 1, 3, 0], [0, 2, 1, 3], [1, 2, 3, 0]];
  for (const set of setNames) {
    for (const way of orders) {
      const state = hold([delta('c', '{"a":1}'), call('s', '{}', 'server'), ...way.map((i) => steps[i])], set);
      assert.equal(callPart(state, 'c').output, 0);
      assert.equal(callPart(state, 'c').state, 'input-complete');
      assert.deepEqual(resultParts(state, 'c').map(({ content, state: s }) => [content, s]), [['0', 'complete']]);
      assert.deepEqual(resultParts(state, 's').map(({ content, state: s }) => [content, s]), [['S', 'complete']]);
      const holder = state.messages.find(({ parts }) => parts.some(({ id }) => id === 'c'));
      assert.ok(holder.parts.some(({ toolCallId }) => toolCallId === 'c'));
      assert.deepEqual([toolMessages(state, 'c').length, toolMessages(state, 's').length], [1, 1]);
    }
  }
});

test('PART-03, PART-09 falsy outputs', () => {
  for (const set of setNames) {
    for (const output of [false, 0, '', null, [], 'x']) {
      const state = hold([call('c'), finish, client('c', output)], set);
      assert.deepEqual(callPart(state, 'c').output, output);
      assert.equal(resultParts(state, 'c')[0].content, typeof output === 'string' ? output : JSON.stringify(output));
    }
  }
});

test('PART-04, PART-24 errors reach the model', () => {
  for (const set of setNames) {
    for (const errorText of ['broken', '', null, undefined]) {
      for (const begin of [[call('c'), finish], [delta('c', '{}')], [delta('c', '{"a":')]]) {
        const state = hold([...begin, client('c', undefined, { state: 'output-error', errorText })], set);
        const [part] = resultParts(state, 'c');
        assert.equal(part.state, 'error');
        if (errorText) assert.ok(part.error === errorText || part.content === errorText);
        assert.ok(!['awaiting-input', 'input-streaming'].includes(callPart(state, 'c').state));
        const [{ content }] = toolMessages(state, 'c');
        assert.ok(content.length > 0 && content !== 'null');
        if (errorText) assert.ok(content.includes(errorText));
      }
    }
    const state = hold([call('c', '{}', 'server'), server('c', '', 'error')], set);
    assert.equal(resultParts(state, 'c')[0].state, 'error');
    assert.notEqual(toolMessages(state, 'c')[0].content, '');
  }
});

test('PART-10 an orphan reaches nobody', () => {
  for (const set of setNames) {
    const state = hold([call('a'), server('x', 'stray'), client('y', 1), finish, client('a', 2)], set);
    assert.equal(callPart(state, 'a').output, 2);
    assert.deepEqual(state.modelMessages.filter(({ role }) => role === 'tool').map(({ toolCallId }) => toolCallId), ['a']);
  }
});

test('PART-11 a second result', () => {
  for (const set of setNames) {
    const state = hold([call('a'), finish, client('a', 1), client('a', 2, { state: 'output-error', errorText: 'no' })], set);
    const [part, ...more] = resultParts(state, 'a');
    assert.equal(more.length, 0);
    const second = set === 'other';
    assert.equal(part.state, second ? 'error' : 'complete');
    assert.equal(callPart(state, 'a').output, second ? undefined : 1);
    assert.equal(toolMessages(state, 'a').length, 1);
  }
});

test('PART-12 cut inside the arguments', () => {
  const whole = '{"id":"6","n":12}';
  for (const set of setNames) {
    for (let at = 0; at < whole.length; at++) {
      const state = hold([user('x'), delta('c', whole.slice(0, at))], set);
      const sent = state.modelMessages.flatMap(({ toolCalls }) => toolCalls ?? []);
      assert.equal(sent.length, set === 'other' ? 1 : 0);
      if (sent.length > 0) {
        assert.deepEqual(value(sent[0].arguments), {});
        assert.match(toolMessages(state, 'c')[0].content, /cut off/);
      }
    }
  }
});

test('PART-25 malformed and empty arguments', () => {
  for (const set of setNames) {
    const state = hold([call('bad', '{"a"'), call('none', ''), finish, client('bad', 1), client('none', 2)], set);
    const sent = state.modelMessages.flatMap(({ toolCalls }) => toolCalls ?? []);
    const leftOut = ['other', 'third'].includes(set);
    assert.deepEqual(sent.map(({ id }) => id), leftOut ? ['none'] : ['bad', 'none']);
    assert.equal(toolMessages(state, 'bad').length, leftOut ? 0 : 1);
    assert.equal(toolMessages(state, 'none').length, 1);
  }
});

const assistant = (...parts) => ({ id: 'm', role: 'assistant', parts });
const stored = (id, more = {}) => ({ type: 'tool-call', id, name: 'n', arguments: '{}', state: 'input-complete', ...more });
const answer = (toolCallId, content = 'r', state = 'complete') => ({ type: 'tool-result', toolCallId, content, state });
const said = (content) => ({ type: 'text', content });

test('PART-21 an output adds nothing beside a result part', () => {
  for (const set of setNames) {
    assert.equal(toolMessages({ modelMessages: convert([assistant(stored('a', { output: 1 }), answer('a'))], set) }, 'a').length, 1);
  }
  const bare = [assistant(stored('a', { output: { x: 1 } }))];
  assert.deepEqual(convert(bare).map(({ role, content }) => [role, content]), [['assistant', ''], ['tool', '{"x":1}']]);
  assert.deepEqual(convert(bare, 'other').map(({ role }) => role), ['assistant']);
  assert.deepEqual(convert(bare, 'third'), []);
});

test('PART-22 results apart from their calls', () => {
  const messages = [
    assistant(answer('b'), stored('a'), stored('b')), { id: 'u', role: 'user', parts: [said('?')] }, assistant(answer('a'), answer('nobody')),
  ];
  for (const set of setNames) {
    const roles = convert(messages, set).map(({ role, toolCallId }) => toolCallId ?? role);
    assert.deepEqual([roles[0], roles[3]], ['assistant', 'user']);
    assert.deepEqual(roles.slice(1, 3).sort(), ['a', 'b']);
    assert.equal(roles.length, 4);
  }
});

test('PART-26 order', () => {
  const parts = [said('1'), stored('a'), answer('a'), said('2'), stored('b'), stored('c'), answer('c'), answer('b'), said('3')];
  for (const set of setNames) {
    const seen = convert([assistant(...parts)], set);
    const order = seen.flatMap(({ role, content, toolCallId, toolCalls }) => (
      role === 'tool' ? [toolCallId] : [content, ...(toolCalls ?? []).map(({ id }) => id.toUpperCase())].filter(Boolean)
    )).join('');
    assert.equal(order, set === 'other' ? '1Aa2BCcb3' : '1Aa2BCbc3');
  }
});

test('an id that comes back in a later turn is another call', () => {
  for (const set of setNames) {
    const turn = (n) => [user(`${n}`), call('c', `{"n":${n}}`), finish, client('c', n)];
    const state = hold([...turn(1), ...turn(2)], set);
    assert.deepEqual(partsOf(state).filter(({ type }) => type === 'tool-call').map(({ output }) => output), [1, 2]);
    assert.deepEqual(toolMessages(state, 'c').map(({ content }) => content), ['1', '2']);
  }
});

test('input without steps or messages is refused', () => {
  assert.equal(observe('message-parts', 'consumer', {}).ending, 'rejected');
  assert.equal(observe('message-parts', 'converter', { messages: 1 }).ending, 'rejected');
});
