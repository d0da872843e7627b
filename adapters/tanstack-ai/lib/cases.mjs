// One case → the state of its ending.
import { Untellable } from './errors.mjs';
import { modelMessages } from './model-messages.mjs';
import { Story } from './story.mjs';
import { Calls } from './wire/calls.mjs';
import { createWire } from './wire/index.mjs';

const stepTypes = new Set([
  'text', 'tool_call', 'tool_call_delta', 'tool_result', 'add_tool_result', 'finish', 'user_message',
]);

export async function runCase(packages, { dialect, role, input }) {
  if (dialect === 'message-parts' && role === 'consumer') return consume(packages, input);
  if (dialect === 'message-parts' && role === 'converter') return convert(packages, input);
  throw new Untellable(`${dialect} ${role} is not offered`);
}

async function consume(packages, input) {
  if (!Array.isArray(input?.steps)) throw new Untellable('the input holds no steps');
  const unknown = input.steps.find((step) => !stepTypes.has(step?.type));
  if (unknown) throw new Untellable(`unknown step: ${JSON.stringify(unknown)}`);
  const calls = new Calls();
  const story = new Story(packages, (number, runContext) => createWire(packages.wire, number, calls, runContext));
  const messages = await story.play(input.steps);
  return { messages, modelMessages: modelMessages(packages, messages) };
}

function convert(packages, input) {
  if (!Array.isArray(input?.messages)) throw new Untellable('the input holds no messages');
  return { modelMessages: modelMessages(packages, input.messages) };
}
