import assert from 'node:assert/strict';
import { test } from 'node:test';

import { observe, setNames, strictSetNames } from './observe.mjs';

// Sets that omit nothing; those among them that hold every SHOULD.
const full = setNames.filter((name) => name !== 'sparse');
const strict = strictSetNames.filter((name) => name !== 'sparse');

function blocks(events, { history, set } = {}) {
  return observe('content-blocks', 'consumer', { events, history }, set).state.blocks;
}

const tools = (events, options) => blocks(events, options).filter(({ type }) => type === 'tool_use');
const start = (index, content_block, more = {}) => ({ type: 'content_block_start', index, content_block, ...more });
const stop = (index) => ({ type: 'content_block_stop', index });
const both = (index, block) => [start(index, block), stop(index)];
const call = (index, id, more = {}) => both(index, { type: 'tool_use', id, name: 'search', input: { of: id }, ...more });
const result = (index, id, content = `r of ${id}`, status = 'success', more = {}) => (
  both(index, { type: 'tool_result', tool_use_id: id, content, status, ...more })
);

test('the printed example', () => {
  const events = [
    start(2, {
      type: 'tool_use', id: 'toolu_01XyzAbc', name: 'search_stock', input: { symbol: 'VNM' },
      tool_content_message: 'Tìm kiếm cổ phiếu VNM',
    }, { message_id: 'msg-abc' }),
    stop(2),
    ...result(3, 'toolu_01XyzAbc', 'VNM - Vinamilk\nGiá: 82,000 VND', 'success', { tool_name: 'search_stock', artifact: null }),
  ];
  assert.deepEqual(tools(events), [{
    type: 'tool_use', id: 'toolu_01XyzAbc', name: 'search_stock', input: { symbol: 'VNM' },
    tool_content_message: 'Tìm kiếm cổ phiếu VNM', toolResult: 'VNM - Vinamilk\nGiá: 82,000 VND', toolResultError: false,
    artifact: null, isStreaming: false, isFromHistory: false, dotStatus: 'done',
  }]);
});

test('the printed example of two parallel calls', () => {
  const events = [...call(1, 'toolu_01'), ...call(2, 'toolu_02'), ...result(3, 'toolu_01'), ...result(4, 'toolu_02')];
  for (const set of setNames) {
    assert.deepEqual(tools(events, { set }).map(({ id, toolResult }) => [id, toolResult]), [
      ['toolu_01', 'r of toolu_01'], ['toolu_02', 'r of toolu_02'],
    ]);
  }
});

test('BLOCK-02, BLOCK-11, META-03 pairing by id alone', () => {
  const calls = [...call(1, '3'), ...call(2, '2'), ...call(3, '1')];
  const results = [result(4, '1', '2'), result(5, '2', '3'), result(6, '3', '1')];
  for (const set of setNames) {
    for (const order of [[0, 1, 2], [2, 1, 0], [1, 2, 0]]) {
      const seen = tools([...calls, ...order.flatMap((i) => results[i])], { set });
      assert.deepEqual(seen.map(({ id, toolResult }) => id + toolResult), ['31', '23', '12']);
    }
  }
});

test('BLOCK-03, BLOCK-04, BLOCK-06, BLOCK-07 what a result shows', () => {
  const rows = [['success', false, 'done'], ['error', true, 'error'], ['cancelled', true, 'error']];
  for (const set of full) {
    for (const [status, toolResultError, dotStatus] of rows) {
      for (const content of ['', 'x', '0']) {
        for (const history of [false, true]) {
          const [block] = tools([...call(0, 'a'), ...result(1, 'a', content, status)], { set, history });
          assert.deepEqual([block.toolResult, block.toolResultError, block.dotStatus], [content, toolResultError, dotStatus]);
          assert.equal(block.isFromHistory, history);
        }
      }
    }
    assert.equal(tools(call(0, 'a'), { set })[0].dotStatus, 'active');
    assert.equal(tools(call(0, 'a'), { set, history: true })[0].dotStatus, 'done');
  }
});

test('BLOCK-05 artifacts', () => {
  const artifact = { type: 'chart', data: { labels: ['T2'], values: [82000] } };
  for (const set of full) {
    assert.deepEqual(tools([...call(0, 'a'), ...result(1, 'a', 'x', 'success', { artifact })], { set })[0].artifact, artifact);
    assert.equal(tools([...call(0, 'a'), ...result(1, 'a')], { set })[0].artifact, null);
  }
});

test('BLOCK-08, BLOCK-09 a terminal ends everything and invents nothing', () => {
  for (const type of ['terminal_user_stopped', 'terminal_error']) {
    for (const set of full) {
      const seen = blocks([start(0, { type: 'text' }), ...call(1, 'a'), ...both(2, { type })], { set });
      assert.ok(seen.every(({ isStreaming }) => isStreaming === false));
      const open = seen.find(({ id }) => id === 'a');
      assert.deepEqual([open.toolResult, open.toolResultError], [null, false]);
      if (strict.includes(set)) assert.equal(open.dotStatus, 'done');
    }
  }
});

test('BLOCK-12, META-04 the unknown changes nothing', () => {
  const events = [...call(0, 'a'), ...result(1, 'a')];
  const noise = [
    { type: 'ping' }, { type: 'group_start' }, {}, { type: 7 }, start(90, { type: 'thinking' }), stop(90), start(91, null),
    { type: 'message_start', message: { id: 'a' } },
  ];
  const noisy = events.flatMap((event) => [...noise, { ...event, extra: 1, content_block: event.content_block && { ...event.content_block, extra: {} } }]);
  for (const set of setNames) assert.deepEqual(blocks(noisy, { set }), blocks(events, { set }));
});

test('BLOCK-13, BLOCK-16 results without their call', () => {
  for (const set of setNames) {
    const seen = tools([...result(0, 'later'), ...call(1, 'a'), ...result(2, 'nobody'), ...result(3, 'a'), ...call(4, 'later')], { set });
    assert.equal(seen[0].toolResult, 'r of a');
    assert.equal(seen[1].toolResult, ['other', 'third'].includes(set) ? null : 'r of later');
    assert.equal(seen.length, 2);
  }
});

test('BLOCK-14 a second result replaces the first whole, or not at all', () => {
  const events = [...call(0, 'a'), ...result(1, 'a', 'one', 'success', { artifact: 1 }), ...result(2, 'a', 'two', 'error')];
  const [last] = tools(events);
  assert.deepEqual([last.toolResult, last.toolResultError, last.artifact], ['two', true, null]);
  const [first] = tools(events, { set: 'other' });
  assert.deepEqual([first.toolResult, first.toolResultError, first.artifact], ['one', false, 1]);
});

test('BLOCK-15 nothing but success is shown as a success', () => {
  for (const set of strictSetNames) {
    for (const status of ['SUCCESS', 'timeout', null, undefined, 7]) {
      const [block] = tools([...call(0, 'a'), ...both(1, { type: 'tool_result', tool_use_id: 'a', content: 'x', status })], { set });
      assert.deepEqual([block.toolResult, block.toolResultError], ['x', true]);
    }
  }
  for (const set of setNames) {
    for (const content of [null, undefined]) {
      const [block] = tools([...call(0, 'a'), ...both(1, { type: 'tool_result', tool_use_id: 'a', content, status: 'error' })], { set });
      assert.ok(block.toolResult === null || block.toolResultError);
    }
  }
});

test('BLOCK-10, BLOCK-17 indices are names', () => {
  const overlap = [
    start(7, { type: 'tool_use', id: 'a', name: 'x', input: {} }), start(3, { type: 'tool_use', id: 'b', name: 'x', input: {} }),
    stop(7), stop(3), stop(99), start(5, { type: 'tool_result', tool_use_id: 'a', content: 'A', status: 'success' }),
    start(6, { type: 'tool_result', tool_use_id: 'b', content: 'B', status: 'success' }), stop(6), stop(5),
  ];
  for (const set of setNames) {
    assert.deepEqual(tools(overlap, { set }).map(({ toolResult }) => toolResult), ['A', 'B']);
    const again = [
      ...call(0, 'a'), ...call(0, 'b'), start(0, { type: 'tool_use', id: 'c', name: 'x', input: {} }), ...result(0, 'b'), ...result(0, 'a'),
    ];
    assert.deepEqual(tools(again, { set }).map(({ toolResult }) => toolResult), ['r of a', 'r of b', null]);
  }
  const started = overlap.slice(0, 7);
  assert.deepEqual(tools(started).map(({ toolResult }) => toolResult), [null, null]);
  assert.deepEqual(tools(started, { set: 'other' }).map(({ toolResult }) => toolResult), ['A', 'B']);
});

test('BLOCK-18 two calls with one id', () => {
  for (const set of setNames) {
    const seen = tools([...call(0, 'a'), ...call(1, 'a'), ...call(2, 'b'), ...result(3, 'b'), ...result(4, 'a')], { set });
    assert.equal(seen.filter(({ id }) => id === 'b')[0].toolResult, 'r of b');
    assert.ok(seen.length === 2 || seen.length === 3);
  }
});

test('BLOCK-19 the label is kept', () => {
  for (const set of strict) assert.equal(tools(call(0, 'a', { tool_content_message: 'L' }), { set })[0].tool_content_message, 'L');
});

test('META-05 what is held after a prefix stays held', () => {
  const events = [...call(0, 'a'), ...result(1, 'a'), ...call(2, 'b'), ...both(3, { type: 'terminal_error' }), ...result(4, 'b')];
  for (const set of setNames) {
    let held = 0;
    for (let n = 0; n <= events.length; n++) {
      const now = tools(events.slice(0, n), { set }).filter(({ toolResult }) => toolResult !== null).length;
      assert.ok(now >= held);
      held = now;
    }
    assert.equal(held, 2);
  }
});

test('ROBUST-05 odd ids', () => {
  const ids = ['__proto__', 'constructor', ' ', 'A', 'a', ' a', 'é', 'e\u0301', '😀', 'x'.repeat(300)];
  for (const set of setNames) {
    const seen = tools([...ids.flatMap((id, i) => call(i, id)), ...ids.flatMap((id, i) => result(50 + i, id))], { set });
    assert.deepEqual(seen.map(({ toolResult }) => toolResult), ids.map((id) => `r of ${id}`));
  }
});
