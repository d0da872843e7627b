// A history as the messages of the package, and what is sent of it.
import { Refusal } from '../shared/serve.mjs';
import { keeping } from '../shared/wire.mjs';

/** The messages of the request that generateText sends. */
export async function sent(ai, model, history, answer) {
  const network = keeping(answer);
  let refusal;
  try {
    await ai.generateText({ model: model(network.fetch), messages: history.map(message), maxRetries: 0 });
  } catch (error) {
    refusal = error;
  }
  const messages = network.messages();
  if (messages === undefined) throw new Refusal(`${refusal?.name}: ${refusal?.message}`);
  return { messages };
}

/** A message of the package. */
export function message({ role, text, parts, callId, name, output, status }) {
  if (role === 'user') return { role, content: text };
  if (role === 'assistant') return { role, content: parts.map(part) };
  return { role, content: [{ type: 'tool-result', toolCallId: callId, toolName: name, output: outputOf(output, status) }] };
}

function part({ type, text, callId, name, arguments: raw }) {
  return type === 'text' ? { type, text } : { type: 'tool-call', toolCallId: callId, toolName: name, input: inputOf(raw) };
}

// The input of a call that could not be parsed is its text, as in the package's own parts.
function inputOf(text) {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return text;
  }
}

function outputOf(output, status) {
  if (status !== 'success') return { type: 'error-text', value: output };
  return typeof output === 'string' ? { type: 'text', value: output } : { type: 'json', value: output };
}
