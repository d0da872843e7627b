import assert from 'node:assert/strict';
import { test } from 'node:test';

import { observe, setNames, strictSetNames } from './observe.mjs';

const order = ['start', 'streaming', 'running', 'end'];

function read(updates, set) {
  return observe('stage-events', 'consumer', { events: updates }, set).state.toolBlocks.map(({ note, ...block }) => block);
}

function produce(items, set) {
  return observe('stage-events', 'producer', { transcript: { items } }, set).events;
}

const up = (id, stage, more = {}) => ({ id, stage, ...more });
const parsed = (value) => (typeof value === 'string' ? JSON.parse(value) : value);

test('STAGE-50 to STAGE-53, STAGE-58 a life in four stages', () => {
  const updates = [
    up('a', 'start', { name: 'one' }), up('b', 'start', { name: 'two', isRunning: true }),
    up('a', 'streaming', { parametersChunk: '{"x":' }), up('b', 'streaming', { parameters: '{"y"' }),
    up('a', 'streaming', { parametersChunk: '1}', result: 'too early' }), up('b', 'streaming', { parameters: '{"y":2}', parametersChunk: 'no' }),
    up('b', 'running', { shortResult: 's' }), up('b', 'end', { error: 'no' }), up('a', 'end', { result: 'ok', success: true }),
  ];
  for (const set of setNames) {
    const [a, b] = read(updates, set);
    assert.deepEqual([a.id, a.name, a.stage, a.result, a.success, a.error], ['a', 'one', 'end', 'ok', true, null]);
    assert.deepEqual([b.id, b.name, b.stage, b.result, b.error], ['b', 'two', 'end', null, 'no']);
    assert.notEqual(b.success, true);
    assert.deepEqual([parsed(a.parameters), parsed(b.parameters)], [{ x: 1 }, { y: 2 }]);
    assert.ok(!('isRunning' in b));
    assert.equal(read(updates.slice(0, 5), set)[0].result, null);
  }
});

test('STAGE-54 nothing wakes the dead', () => {
  const life = [up('a', 'start', { name: 'one' }), up('a', 'end', { result: 'ok', success: true })];
  for (const late of [up('a', 'running'), up('a', 'streaming', { parameters: '{}' }), up('a', 'end', { error: 'no', success: false })]) {
    for (const set of setNames) assert.deepEqual(read([...life, late], set), read(life, set));
  }
  assert.deepEqual(read([...life, ...life]), read(life));
  assert.deepEqual(read([...life, ...life], 'other'), [...read(life, 'other'), ...read(life, 'other')]);
});

test('a replayed start doubles nothing', () => {
  const once = [up('a', 'start', { name: 'x' }), up('a', 'streaming', { parametersChunk: '{}' })];
  for (const set of setNames) assert.deepEqual(read([...once, once[0]], set), read(once, set));
});

test('STAGE-55 a stage that comes late doesn\'t move the block back', () => {
  for (const set of strictSetNames) {
    assert.equal(read([up('a', 'start'), up('a', 'running'), up('a', 'streaming', { parametersChunk: '{}' })], set)[0].stage, 'running');
  }
});

test('STAGE-56 orphans and the unknown', () => {
  const known = [up('a', 'start', { name: 'x' }), up('a', 'end', { result: 'ok' })];
  const noise = [{}, { id: 'z' }, { id: 7, stage: 'end' }, up('z', 'done'), { stage: 'start' }, { type: 'ping' }];
  for (const set of setNames) {
    assert.deepEqual(read([...noise, known[0], ...noise, known[1]], set), read(known, set));
    const seen = read([up('o', 'streaming'), ...known, up('o', 'end', { result: 'x' }), up('o', 'start', { name: 'late' })], set);
    assert.deepEqual(seen.filter(({ id }) => id === 'a'), read(known, set));
  }
  assert.equal(read([up('o', 'end')]).length, 0);
  assert.equal(read([up('o', 'end')], 'other').length, 1);
});

test('an error beside a success is a failure', () => {
  for (const set of setNames) {
    for (const end of [{ success: true, error: 'x', result: 'y' }, { success: true, error: '' }, { success: false, result: 'y' }]) {
      const [block] = read([up('a', 'start'), up('a', 'end', end)], set);
      assert.notEqual(block.success, true);
      assert.ok(block.error !== null || block.success === false);
    }
  }
});

test('STAGE-57 a cut stream shows no success', () => {
  for (const set of setNames) {
    const [block] = read([up('a', 'start'), up('a', 'running', { result: 'x', success: true })], set);
    assert.deepEqual([block.stage, block.success, block.result], ['running', null, null]);
  }
});

test('ROBUST-05 odd ids', () => {
  for (const id of ['__proto__', 'constructor', ' ', '😀']) {
    for (const set of setNames) assert.equal(read([up(id, 'start', { name: 'x' }), up(id, 'end')], set)[0].stage, 'end');
  }
});

const call = (id, more = {}) => ({ type: 'call', id, name: `name of ${id}`, input: { of: id, n: '😀😀😀' }, ...more });
const delta = (callId, text) => ({ type: 'input-delta', callId, delta: text });
const progress = (callId) => ({ type: 'progress', callId, text: 'working' });
const result = (callId, status = 'success', content = `r of ${callId}`) => ({ type: 'result', callId, status, content });

const turns = {
  plain: [call('a'), progress('a'), progress('a'), result('a')],
  parallel: [
    call('a', { input: { x: 1 } }), call('b', { input: { y: 2 } }), delta('a', ''), delta('b', '{"y"'), delta('a', '{"x":'), delta('b', ':2}'),
    delta('a', '1}'), progress('b'), result('b', 'error', 'no'), result('a', 'success', [1]),
  ],
  odd: [
    call('none', { input: undefined }), call('bad', { input: undefined, arguments: '{"a":' }), delta('bad', '{"a"'), delta('bad', ':'),
    call('twin1', { name: 't', input: {} }), call('twin2', { name: 't', input: {} }), result('twin2'), result('bad', 'error', ''),
    result('none', 'cancelled', ''), result('twin1', 'cancelled', 'by you'),
  ],
  stopped: [call('a'), delta('a', '{"of"'), call('b'), { type: 'stop', reason: 'user_stopped' }],
  failed: [call('a'), progress('a'), { type: 'stop', reason: 'error' }],
};

for (const set of setNames) {
  for (const [name, items] of Object.entries(turns)) {
    test(`STAGE-01 to STAGE-13, ${name}, ${set}`, () => {
      const updates = produce(items, set);
      const calls = items.filter(({ type }) => type === 'call');
      assert.deepEqual(new Set(updates.map(({ id }) => id)), new Set(calls.map(({ id }) => id)));
      for (const made of calls) {
        const own = updates.filter(({ id }) => id === made.id);
        const stages = own.map(({ stage }) => order.indexOf(stage));
        assert.deepEqual(stages, [...stages].sort());
        assert.equal(own.filter(({ stage }) => stage === 'start').length, 1);
        assert.equal(own.filter(({ stage }) => stage === 'end').length, 1);
        assert.equal(own[0].name, made.name);
        assert.ok(!own.some((update) => 'isRunning' in update));

        const told = items.find((item) => item.type === 'result' && item.callId === made.id);
        const end = own[own.length - 1];
        const failed = end.error !== undefined || end.success === false;
        assert.equal(failed, told?.status !== 'success');
        if (told?.status === 'success') {
          assert.equal(end.result, typeof told.content === 'string' ? told.content : JSON.stringify(told.content));
        } else if (told?.status === 'error' && strictSetNames.includes(set)) {
          assert.equal(end.error ?? end.result, told.content);
        }
        assert.ok(own.slice(0, -1).every((update) => update.error === undefined && update.success === undefined));

        const deltas = items.filter((item) => item.type === 'input-delta' && item.callId === made.id).map((item) => item.delta).join('');
        const text = made.arguments ?? (deltas || (made.input ? JSON.stringify(made.input) : ''));
        const pieces = own.filter(({ parametersChunk }) => parametersChunk !== undefined).map(({ parametersChunk }) => parametersChunk);
        if (pieces.length > 0) assert.equal(pieces.join(''), deltas || text);
        for (const { parameters } of own) assert.ok(parameters === undefined || text.startsWith(parameters));
        if (strictSetNames.includes(set) && items.some((item) => item.type === 'progress' && item.callId === made.id)) {
          assert.ok(own.some(({ stage }) => stage === 'running'));
        }
      }
    });
  }
}

test('what a producer writes, a consumer reads', () => {
  for (const set of setNames) {
    const [a, b] = read(produce(turns.parallel, set));
    assert.deepEqual([a.name, JSON.parse(a.parameters), a.result], ['name of a', { x: 1 }, '[1]']);
    assert.deepEqual(JSON.parse(b.parameters), { y: 2 });
    assert.ok(strictSetNames.includes(set) ? (b.error ?? b.result) === 'no' : b.error !== null);
  }
});
