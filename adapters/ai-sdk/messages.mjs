// anthropic-messages, through @ai-sdk/anthropic.
import { messagesAnswer, messagesFrame, playing } from '../shared/wire.mjs';
import { sent } from './history.mjs';
import { callsIn, failureIn, partsOf, textOfDelta } from './stream.mjs';

const reasons = { stop: 'end_turn', length: 'max_tokens', 'tool-calls': 'tool_use', 'content-filter': 'refusal' };

/** `own` are the provider's tools that the API runs itself. */
export function messages(ai, model, own) {
  const omits = ai.major < 6 ? ['stopReasonWord'] : [];
  return [
    { dialect: 'anthropic-messages', role: 'consumer', encodings: ['events', 'sse'], omits, run: (input) => consume(ai, model, input, own) },
    { dialect: 'anthropic-messages', role: 'converter', run: ({ history }) => sent(ai, model, history, messagesAnswer) },
  ];
}

async function consume(ai, model, input, own) {
  const executed = [];
  const tools = Object.fromEntries((input.tools ?? []).map((name) => [name, ai.tool({
    description: name,
    inputSchema: ai.jsonSchema({}),
    execute: (value, { toolCallId }) => {
      executed.push({ id: toolCallId, input: value });
      return 'ok';
    },
  })]));
  // Nobody gets a call of the API's own tool who didn't ask for it.
  if (tools.web_search === undefined) tools.web_search = own.webSearch_20250305({});
  const play = (abort) => playing(input, { frames: messagesFrame, abort });
  const parts = await partsOf(ai, model, tools, play);
  const calls = callsIn(parts);
  const finish = parts.find(({ type }) => type === 'finish');
  return {
    id: parts.find(({ type }) => type === 'finish-step')?.response?.id ?? null,
    stopReason: finish?.rawFinishReason ?? reasons[finish?.finishReason] ?? null,
    content: contentOf(parts, calls),
    error: failureIn(parts),
    reported: calls.filter(({ invalid }) => !invalid).map(({ toolCallId }) => toolCallId),
    executed,
  };
}

// Texts stand where they begin, calls where they are told. A text that says it is the summary of a compaction is a block of another type.
function contentOf(parts, calls) {
  const summaries = new Set(parts.filter((part) => part.providerMetadata?.anthropic?.type === 'compaction').map(({ id }) => id));
  const texts = new Map();
  const content = [];
  for (const part of parts) {
    if (summaries.has(part.id)) continue;
    if (part.type === 'text-start' || (part.type === 'text-delta' && !texts.has(part.id))) {
      texts.set(part.id, { type: 'text', text: '' });
      content.push(texts.get(part.id));
    }
    if (part.type === 'text-delta') texts.get(part.id).text += textOfDelta(part);
    if (calls.includes(part)) content.push({ type: 'tool_use', id: part.toolCallId, name: part.toolName, input: part.invalid ? null : (part.input ?? null) });
  }
  return content;
}
