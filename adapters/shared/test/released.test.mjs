// One plain stream through every released package that is installed: the right answer is written by hand.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const chunk = (delta, reason = null) => ({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }] });
const piece = (members) => chunk({ tool_calls: [{ index: 0, ...members }] });
const cases = {
  'openai-chat': {
    events: [
      chunk({ role: 'assistant', content: 'Look' }), piece({ id: 'call_7', type: 'function', function: { name: 'get', arguments: '{"q"' } }),
      piece({ function: { arguments: ':1}' } }), chunk({}, 'tool_calls'),
    ],
  },
  'anthropic-messages': {
    tools: ['get'],
    events: [
      { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'toolu_7', name: 'get', input: {} } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"q":' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '1}' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 2 } }, { type: 'message_stop' },
    ],
  },
};
const right = {
  'openai-chat': (state) => {
    const [{ id, name, arguments: value }] = state.toolCalls;
    assert.deepEqual([id, name, typeof value === 'string' ? JSON.parse(value) : value], ['call_7', 'get', { q: 1 }]);
    assert.deepEqual([state.content, state.finishReason, state.error], ['Look', 'tool_calls', null]);
  },
  'anthropic-messages': (state) => {
    assert.deepEqual(state.content.map(({ id, name, input }) => [id, name, input]), [['toolu_7', 'get', { q: 1 }]]);
    assert.deepEqual([state.stopReason, state.error, state.reported], ['tool_use', null, ['toolu_7']]);
  },
};

for (const [folder, version, ...dialects] of [
  ['openai', '7.57.0', 'openai-chat'], ['anthropic-sdk', '1.12.0', 'anthropic-messages'], ['ai-sdk', '7.0.173', 'openai-chat', 'anthropic-messages'],
]) {
  const installed = existsSync(path(`${folder}/node_modules`));
  for (const dialect of dialects) {
    test(`${folder} ${version}, ${dialect}`, { skip: !installed && `run npm ci in adapters/${folder}` }, async () => {
      right[dialect](await answer(folder, version, dialect));
    });
  }
}

async function answer(folder, version, dialect) {
  const child = spawn(process.execPath, [path(`${folder}/adapter.mjs`), version], { stdio: ['pipe', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => { out += text; });
  child.stdin.end(`${JSON.stringify({ type: 'case', id: '1', dialect, role: 'consumer', input: cases[dialect] })}\n`);
  await new Promise((resolve) => { child.on('close', resolve); });
  const message = JSON.parse(out);
  assert.equal(message.type, 'done');
  return message.state;
}
