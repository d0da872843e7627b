// The parts of a UI message, in the words of the protocol and in the package's.

const isTool = ({ type }) => type === 'dynamic-tool' || type.startsWith('tool-');

/** A part of the package. NAME is all after the first dash. */
export function held(part) {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'step-start') return { type: 'step' };
  if (part.type.startsWith('data-')) return { type: 'data', name: part.type.slice(5), id: part.id ?? null, data: part.data };
  return isTool(part) ? tool(part) : part;
}

function tool({ type, toolName, rawInput, approval, ...part }) {
  const dynamic = type === 'dynamic-tool';
  return {
    ...part,
    type: 'tool',
    toolName: dynamic ? toolName : type.slice('tool-'.length),
    dynamic,
    inputText: typeof rawInput === 'string' ? rawInput : null,
    approval: approval === undefined ? null : { id: approval.id, approved: approval.approved ?? null },
  };
}

/** A part for the package: what is null or false isn't there. */
export function stored(part) {
  if (part.type === 'step') return { type: 'step-start' };
  if (part.type === 'data') return { type: `data-${part.name}`, ...(part.id === null ? {} : { id: part.id }), data: part.data };
  return part.type === 'tool' ? storedTool(part) : part;
}

function storedTool({ toolCallId, toolName, state, input, output, errorText, inputText, dynamic, preliminary, providerExecuted, approval }) {
  const name = dynamic ? { type: 'dynamic-tool', toolName } : { type: `tool-${toolName}` };
  const there = { errorText, rawInput: inputText, preliminary: preliminary || null, providerExecuted: providerExecuted || null };
  return {
    ...name, toolCallId, state, input,
    ...(state === 'output-available' ? { output } : {}),
    ...Object.fromEntries(Object.entries(there).filter(([, value]) => value !== null && value !== undefined)),
    ...(approval ? { approval: approval.approved === null ? { id: approval.id } : approval } : {}),
  };
}
