// openai-responses, through client.responses.stream.
import { playing, responsesFrame } from '../shared/wire.mjs';

export const responses = (client) => ({
  dialect: 'openai-responses', role: 'consumer', encodings: ['events', 'sse'], run: (input) => consume(client, input),
});

async function consume(client, input) {
  let stream;
  const fetch = playing(input, { frames: responsesFrame, abort: () => stream.abort() });
  stream = client(fetch).responses.stream({ model: 'm', input: 'x' });
  stream.on('error', () => {});
  stream.on('abort', () => {});
  let response;
  try {
    response = await stream.finalResponse();
  } catch (error) {
    // What was gathered is private to the stream then.
    return { responseId: null, status: 'failed', incompleteReason: null, error: { code: error?.code ?? null, message: `${error?.message ?? error}` }, output: null };
  }
  return {
    responseId: response.id,
    status: statuses[response.status] ?? 'unfinished',
    incompleteReason: response.incomplete_details?.reason ?? null,
    error: response.error ?? null,
    output: (response.output ?? []).flatMap((item) => entries(item, response)),
  };
}

const statuses = { completed: 'completed', incomplete: 'incomplete', failed: 'failed' };

function entries(item, response) {
  if (item.type === 'message') return item.content.map(content);
  if (item.type === 'function_call_output') return [{ type: 'result', callId: item.call_id, output: item.output }];
  if (item.type !== 'function_call') return [];
  const whole = item.status === 'completed' || (item.status == null && response.status === 'completed');
  return [{ type: 'call', itemId: item.id, callId: item.call_id, name: item.name, arguments: item.arguments, state: whole ? 'ready' : 'open' }];
}

const content = (part) => (part.type === 'refusal' ? { type: 'refusal', text: part.refusal } : { type: 'text', text: part.text });
