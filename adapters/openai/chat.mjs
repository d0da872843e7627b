// openai-chat, through client.chat.completions.stream.
import { told } from '../shared/serve.mjs';
import { chatFrame, chatTail, playing } from '../shared/wire.mjs';

export const chat = (client) => ({
  dialect: 'openai-chat', role: 'consumer', encodings: ['events', 'sse'], omits: ['callState'], run: (input) => consume(client, input),
});

async function consume(client, input) {
  let stream;
  const fetch = playing(input, { frames: chatFrame, tail: chatTail, abort: () => stream.abort() });
  stream = client(fetch).chat.completions.stream({ model: 'm', messages: [{ role: 'user', content: 'x' }] });
  const finishedCalls = [];
  stream.on('tool_calls.function.arguments.done', ({ name, arguments: text }) => finishedCalls.push({ name, arguments: text }));
  stream.on('error', () => {});
  stream.on('abort', () => {});
  let error = null;
  let completion;
  try {
    completion = await stream.finalChatCompletion();
  } catch (reason) {
    error = told(reason);
    completion = stream.currentChatCompletionSnapshot;
  }
  const choices = (completion?.choices ?? []).filter(Boolean).map(choice);
  const own = choices.find(({ index }) => index === 0);
  return {
    content: own?.content ?? null,
    refusal: own?.refusal ?? null,
    toolCalls: own?.toolCalls ?? [],
    finishReason: own?.finishReason ?? null,
    error,
    usage: completion?.usage ?? null,
    finishedCalls,
    otherChoices: choices.filter(({ index }) => index !== 0),
  };
}

// The list of calls may have holes.
function choice({ index, message, finish_reason: finishReason }) {
  const toolCalls = (message?.tool_calls ?? []).filter(Boolean).map((call) => ({ id: call.id, name: call.function?.name, arguments: call.function?.arguments }));
  return { index, content: message?.content ?? null, refusal: message?.refusal ?? null, toolCalls, finishReason: finishReason ?? null };
}
