// openai-chat, through @ai-sdk/openai-compatible.
import { chatAnswer, chatFrame, chatTail, playing, textOf } from '../shared/wire.mjs';
import { sent } from './history.mjs';
import { callsIn, failureIn, partsOf, textOfDelta } from './stream.mjs';

const reasons = { stop: 'stop', length: 'length', 'tool-calls': 'tool_calls', 'content-filter': 'content_filter' };

export function chat(ai, model) {
  return [
    { dialect: 'openai-chat', role: 'consumer', encodings: ['events', 'sse'], omits: ['refusal', 'finishedCalls', 'otherChoices'], run: (input) => consume(ai, model, input) },
    { dialect: 'openai-chat', role: 'converter', run: ({ history }) => sent(ai, model, history, chatAnswer) },
  ];
}

async function consume(ai, model, input) {
  const play = (abort) => playing(input, { frames: chatFrame, tail: chatTail, abort });
  const parts = await partsOf(ai, model, anyTool(ai), play);
  const finish = parts.find(({ type }) => type === 'finish');
  const usage = finish?.totalUsage;
  return {
    content: parts.filter(({ type }) => type === 'text-delta').map(textOfDelta).join(''),
    toolCalls: callsIn(parts).map(({ toolCallId, toolName, input: value, invalid }) => ({
      id: toolCallId, name: toolName, arguments: value, state: invalid ? 'open' : 'ready',
    })),
    finishReason: reasonOf(ai, finish, input),
    error: failureIn(parts),
    usage: usage?.totalTokens === undefined ? null : { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens, total_tokens: usage.totalTokens },
  };
}

// Whatever the name, there is such a tool: the case doesn't say which are registered.
function anyTool(ai) {
  const one = ai.tool({ description: 'any', inputSchema: ai.jsonSchema({ type: 'object' }) });
  const own = { value: one, writable: true, enumerable: true, configurable: true };
  return new Proxy({ any: one }, {
    get: (tools, name) => (typeof name === 'string' ? one : tools[name]),
    has: () => true,
    getOwnPropertyDescriptor: () => own,
  });
}

// ai 5 has no raw reason, and one word for none and for any other.
function reasonOf(ai, finish, input) {
  if (finish === undefined) return null;
  if (finish.rawFinishReason !== undefined) return finish.rawFinishReason;
  const came = /"finish_reason":\s*"/.test(textOf(input));
  return reasons[finish.finishReason] ?? (came && ai.major < 6 ? 'other' : null);
}
