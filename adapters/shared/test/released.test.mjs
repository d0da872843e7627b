// One plain stream through every released package that is installed: the right answer is written by hand.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const chunk = (delta, reason = null) => ({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }] });
const piece = (members) => chunk({ tool_calls: [{ index: 0, ...members }] });
function call(status, text) {
  return { type: 'function_call', id: 'fc_7', call_id: 'call_7', name: 'get', arguments: text, status };
}
function response(status, output) {
  return { id: 'resp_7', object: 'response', created_at: 1, status, model: 'm', output, error: null, incomplete_details: null, usage: { input_tokens: 1, output_tokens: 1 } };
}
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
  'openai-responses': {
    events: [
      { type: 'response.created', response: response('in_progress', []) },
      { type: 'response.output_item.added', output_index: 0, item: call('in_progress', '') },
      { type: 'response.function_call_arguments.delta', item_id: 'fc_7', output_index: 0, delta: '{"q":1}' },
      { type: 'response.function_call_arguments.done', item_id: 'fc_7', output_index: 0, name: 'get', arguments: '{"q":1}' },
      { type: 'response.output_item.done', output_index: 0, item: call('completed', '{"q":1}') },
      { type: 'response.completed', response: response('completed', [call('completed', '{"q":1}')]) },
    ].map((event, at) => ({ ...event, sequence_number: at })),
  },
  'ui-messages': {
    encoding: 'sse',
    chunks: [
      { type: 'start', messageId: 'm' }, { type: 'start-step' }, { type: 'tool-input-available', toolCallId: 'call_7', toolName: 'get', input: { q: 1 } },
      { type: 'tool-output-available', toolCallId: 'call_7', output: { n: 2 } }, { type: 'finish-step' }, { type: 'finish', finishReason: 'stop' },
    ].map((event) => `data: ${JSON.stringify(event)}\n\n`).concat('data: [DONE]\n\n'),
  },
  'ag-ui': {
    threadId: 't', runId: 'r',
    events: [
      { type: 'RUN_STARTED', threadId: 't', runId: 'r' }, { type: 'TOOL_CALL_START', toolCallId: 'call_7', toolCallName: 'get' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'call_7', delta: '{"q":1}' }, { type: 'TOOL_CALL_END', toolCallId: 'call_7' },
      { type: 'TOOL_CALL_RESULT', messageId: 'm2', toolCallId: 'call_7', content: 'two' }, { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
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
  'openai-responses': ({ status, error, output }) => {
    const [{ callId, name, arguments: value, state }] = output;
    assert.deepEqual([callId, name, typeof value === 'string' ? JSON.parse(value) : value, state], ['call_7', 'get', { q: 1 }, 'ready']);
    assert.deepEqual([status, error], ['completed', null]);
  },
  'ui-messages': ({ message, error, finishReason }) => {
    const { toolCallId, toolName, state, input, output } = message.parts.find(({ type }) => type === 'tool');
    assert.deepEqual([toolCallId, toolName, state, input, output], ['call_7', 'get', 'output-available', { q: 1 }, { n: 2 }]);
    assert.deepEqual([error, finishReason], [null, 'stop']);
  },
  'ag-ui': ({ messages, run }) => {
    const { toolCalls } = messages.find(({ role }) => role === 'assistant');
    assert.deepEqual(toolCalls.map(({ id, name, arguments: text, complete }) => [id, name, text, complete]), [['call_7', 'get', '{"q":1}', true]]);
    assert.deepEqual(messages.filter(({ role }) => role === 'tool').map(({ toolCallId, content }) => [toolCallId, content]), [['call_7', 'two']]);
    assert.equal(run.error, null);
  },
};

for (const [program, version, ...dialects] of [
  ['openai/adapter.mjs', '7.57.0', 'openai-chat', 'openai-responses'], ['anthropic-sdk/adapter.mjs', '1.12.0', 'anthropic-messages'],
  ['ai-sdk/adapter.mjs', '7.0.173', 'openai-chat', 'anthropic-messages'], ['ai-sdk/responses.mjs', '7.0.173', 'openai-responses'],
  ['ai-sdk/ui.mjs', '7.0.173', 'ui-messages'], ['assistant-stream/adapter.mjs', '0.3.55', 'ui-messages'],
  ['ag-ui/adapter.mjs', '1.0.0', 'ag-ui'], ['tanstack-ai/ag-ui.mjs', '0.58.0', 'ag-ui'],
]) {
  const folder = dirname(program);
  const installed = existsSync(path(`${folder}/node_modules`));
  for (const dialect of dialects) {
    test(`${program} ${version}, ${dialect}`, { skip: !installed && `run npm ci in adapters/${folder}` }, async () => {
      right[dialect](await answer(program, version, dialect));
    });
  }
}

async function answer(program, version, dialect) {
  const child = spawn(process.execPath, [path(program), version], { stdio: ['pipe', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => { out += text; });
  child.stdin.end(`${JSON.stringify({ type: 'case', id: '1', dialect, role: 'consumer', input: cases[dialect] })}\n`);
  await new Promise((resolve) => { child.on('close', resolve); });
  const message = JSON.parse(out);
  assert.equal(message.type, 'done');
  return message.state;
}
