#!/usr/bin/env node
// conform adapter for released versions of the npm package assistant-stream: node adapter.mjs VERSION
import { Skip, serve } from '../shared/serve.mjs';
import { chosen, expectVersion } from '../shared/versions.mjs';
import { playing } from '../shared/wire.mjs';

const version = chosen(['0.3.31', '0.3.44', '0.3.55']);
expectVersion(import.meta.url, `assistant-stream-${version}`, version);
const { AssistantMessageAccumulator, UIMessageStreamDecoder } = await import(`assistant-stream-${version}`);

async function consume(input) {
  if (input.message) throw new Skip('the decoder has no calls but those of its stream');
  const { body } = await playing(input, {})();
  let message;
  let error = null;
  try {
    const held = body.pipeThrough(new UIMessageStreamDecoder()).pipeThrough(new AssistantMessageAccumulator());
    for await (const next of held) message = next;
  } catch (reason) {
    error = `${reason?.message ?? reason}`;
  }
  const parts = (message?.parts ?? []).map(part);
  const status = message?.status;
  if (status?.error) error = status.error.message ?? `${status.error}`;
  return {
    message: parts.length === 0 ? null : { parts },
    finishReason: reasonOf(status),
    error,
  };
}

// The accumulator keeps no word of its own for a message that ended without a reason.
const reasonOf = (status) => ([undefined, 'unknown'].includes(status?.reason) || status.error ? null : status.reason);

function part({ type, text, ...call }) {
  if (type === 'text') return { type, text };
  return type === 'tool-call' ? tool(call) : { type };
}

const states = { 'partial-call': 'input-streaming', call: 'input-available' };

function tool({ toolCallId, toolName, state, argsText, result, isError }) {
  const told = { type: 'tool', toolCallId, toolName, state: states[state], input: parsed(argsText), output: null, errorText: null, inputText: argsText };
  if (state !== 'result') return told;
  return isError ? { ...told, state: 'output-error', errorText: result } : { ...told, state: 'output-available', output: result ?? null };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

await serve({ name: 'assistant-stream', version, url: `https://www.npmjs.com/package/assistant-stream/v/${version}` }, [{
  dialect: 'ui-messages', role: 'consumer', encodings: ['sse'], run: consume,
  omits: ['id', 'dynamic', 'preliminary', 'providerExecuted', 'steps', 'data', 'approval', 'aborted'],
}]);
