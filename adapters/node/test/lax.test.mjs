import assert from 'node:assert/strict';
import { test } from 'node:test';

import { observe } from './observe.mjs';

// What this set misses is missed on purpose: each line is a SHOULD.

const fences = (object) => observe('tool-fence', 'consumer', { chunks: [`\`\`\`tool\n${JSON.stringify(object)}\n\`\`\`\n`] }, 'lax').events;

test('tool-fence', () => {
  assert.deepEqual(fences({ output: null, errorText: '' }), []);
  assert.equal(fences({ input: 1 })[0].toolCallId, 'fallback 1');
  assert.deepEqual(fences([]), []);
});

test('content-blocks', () => {
  const both = (index, block) => [{ type: 'content_block_start', index, content_block: block }, { type: 'content_block_stop', index }];
  const events = [
    ...both(0, { type: 'tool_use', id: 'a', name: 'x', input: {}, tool_content_message: 'L' }),
    ...both(1, { type: 'tool_use', id: 'b', name: 'x', input: {} }),
    ...both(2, { type: 'tool_result', tool_use_id: 'b', content: '', status: 'TIMEOUT' }),
    ...both(3, { type: 'terminal_error' }),
  ];
  const [a, b] = observe('content-blocks', 'consumer', { events }, 'lax').state.blocks;
  assert.deepEqual([a.tool_content_message, a.dotStatus, a.isStreaming], [null, 'active', false]);
  assert.equal(b.toolResultError, false);
});

test('stage-events', () => {
  const events = [{ id: 'a', stage: 'start' }, { id: 'a', stage: 'running' }, { id: 'a', stage: 'streaming' }];
  assert.equal(observe('stage-events', 'consumer', { events }, 'lax').state.toolBlocks[0].stage, 'streaming');
  const items = [
    { type: 'call', id: 'a', name: 'x', input: {} }, { type: 'progress', callId: 'a', text: '' },
    { type: 'result', callId: 'a', status: 'error', content: 'no' },
  ];
  const updates = observe('stage-events', 'producer', { transcript: { items } }, 'lax').events;
  assert.deepEqual(updates.map(({ stage, error }) => error ?? stage), ['start', 'The tool failed.']);
});
