// What streamText gives of a case, part by part.
import { told } from '../shared/serve.mjs';

/** The parts of the full stream. `play(abort)` gives the fetch, `model` makes a model of it. */
export async function partsOf(ai, model, tools, play) {
  const controller = new AbortController();
  const parts = [];
  const result = ai.streamText({
    model: model(play(() => controller.abort())),
    prompt: 'x',
    tools,
    maxRetries: 0,
    abortSignal: controller.signal,
    onError() {},
  });
  try {
    for await (const part of result.fullStream) parts.push(part);
  } catch (error) {
    parts.push({ type: 'error', error }); // the stream itself threw
  }
  return parts;
}

export const textOfDelta = (part) => part.text ?? part.delta ?? '';

/** What told the caller that the turn failed. */
export function failureIn(parts) {
  const failure = parts.find(({ type }) => type === 'error');
  if (failure !== undefined) return told(typeof failure.error === 'string' ? new Error(failure.error) : failure.error);
  return parts.some(({ type }) => type === 'abort') ? { type: 'abort', message: 'the stream was aborted' } : null;
}

/** The calls that are the application's: those that a provider runs itself are none. */
export const callsIn = (parts) => parts.filter((part) => part.type === 'tool-call' && part.providerExecuted !== true);
