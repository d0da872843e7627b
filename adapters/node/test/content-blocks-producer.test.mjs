import assert from 'node:assert/strict';
import { test } from 'node:test';

import { observe, setNames, strictSetNames } from './observe.mjs';

function produce(items, set) {
  return observe('content-blocks', 'producer', { transcript: { messageId: 'msg-1', items } }, set).events;
}

const call = (id) => ({ type: 'call', id, name: `name of ${id}`, input: { of: id }, label: `label of ${id}` });
const result = (callId, status = 'success', content = `r of ${callId}`, artifact) => ({ type: 'result', callId, status, content, artifact });
const stop = (reason) => ({ type: 'stop', reason });

const turns = {
  plain: [{ type: 'text', text: 'x' }, call('a'), result('a'), call('b'), result('b', 'error')],
  parallel: [call('a'), call('b'), call('c'), result('c'), result('a', 'cancelled', ''), result('b', 'success', { x: [1] }, { type: 'chart' })],
  stopped: [call('a'), call('b'), result('b'), stop('user_stopped')],
  failed: [call('a'), stop('error')],
  stoppedIdle: [call('a'), result('a'), stop('user_stopped')],
  empty: [],
};

for (const set of setNames) {
  for (const [name, items] of Object.entries(turns)) {
    test(`BLOCK-50 to BLOCK-60, ${name}, ${set}`, () => {
      const events = produce(items, set);
      const starts = events.filter(({ type }) => type === 'content_block_start');
      const blocks = starts.map(({ index, content_block: block }) => ({
        index, ...block, started: events.findIndex((e) => e.type === 'content_block_start' && e.index === index),
        stopped: events.findIndex((e) => e.type === 'content_block_stop' && e.index === index),
      }));
      const stops = events.filter(({ type }) => type === 'content_block_stop');

      assert.equal(stops.length, starts.length);
      assert.equal(new Set(starts.map(({ index }) => index)).size, starts.length);
      assert.ok(blocks.every(({ started, stopped }) => started < stopped));
      const indices = blocks.map(({ index }) => index);
      if (strictSetNames.includes(set)) assert.deepEqual(indices, [...indices].sort((x, y) => x - y));

      const calls = blocks.filter(({ type }) => type === 'tool_use');
      const meant = items.filter(({ type }) => type === 'call');
      assert.deepEqual(calls.map(({ id, name: n, input }) => [id, n, input]), meant.map(({ id, name: n, input }) => [id, n, input]));

      const terminal = blocks.find(({ type }) => type.startsWith('terminal'));
      const results = blocks.filter(({ type }) => type === 'tool_result');
      for (const { id, stopped } of calls) {
        const own = results.filter((block) => block.tool_use_id === id);
        assert.equal(new Set(own.map(({ tool_use_id: use }) => use)).size, own.length);
        assert.ok(own.every(({ started }) => started > stopped));
        const told = items.find((item) => item.type === 'result' && item.callId === id);
        if (told === undefined) {
          assert.ok(own.length === 1 ? own[0].status !== 'success' : terminal !== undefined);
        } else {
          assert.equal(own[0].status, told.status);
          assert.equal(own[0].content, typeof told.content === 'string' ? told.content : JSON.stringify(told.content));
          assert.deepEqual(own[0].artifact ?? null, told.artifact ?? null);
        }
      }
      assert.ok(!events.some(({ type, index }) => type === 'content_block_delta' && calls.some((block) => block.index === index)));
      if (terminal !== undefined) assert.equal(starts[starts.length - 1].index, terminal.index);
      for (const { message_id: id } of starts) assert.ok(id === undefined || id === 'msg-1');
    });
  }
}

test('what a producer writes, a consumer reads', () => {
  for (const set of setNames) {
    const { blocks } = observe('content-blocks', 'consumer', { events: produce(turns.parallel, set) }).state;
    const seen = blocks.filter(({ type }) => type === 'tool_use').map(({ toolResult, toolResultError }) => [toolResult, toolResultError]);
    assert.deepEqual(seen, [['', true], ['{"x":[1]}', false], ['r of c', false]]);
  }
});
