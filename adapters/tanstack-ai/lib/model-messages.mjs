import { PackageError } from './errors.mjs';

// The version's own conversion; only the wrapper around a call's name and arguments is taken off.
export function modelMessages({ convertMessagesToModelMessages }, messages) {
  let converted;
  try {
    converted = convertMessagesToModelMessages(messages);
  } catch (error) {
    throw new PackageError(error);
  }
  return converted.map((message) => ({
    ...message,
    ...(message.toolCalls && { toolCalls: message.toolCalls.map(flatten) }),
  }));
}

function flatten({ id, function: { name, arguments: text } }) {
  return { id, name, arguments: text };
}
