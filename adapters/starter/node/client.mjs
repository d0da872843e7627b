// Your implementation goes here. This one is a client of content blocks: it merges each result into its call.

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

export function merge(events, fromHistory) {
  const calls = new Map(); // by id, in order of arrival
  const results = new Map(); // started and not stopped, by index
  let over = fromHistory; // nothing waits for a result any more

  for (const event of events) {
    if (!isObject(event)) continue;
    const index = String(event.index);
    const block = event.content_block;
    if (event.type === 'content_block_start' && isObject(block)) {
      results.delete(index); // an index used again belongs to its new block
      if (block.type === 'tool_use' && typeof block.id === 'string' && !calls.has(block.id)) {
        calls.set(block.id, {
          type: 'tool_use',
          id: block.id,
          name: block.name,
          input: block.input,
          tool_content_message: block.tool_content_message ?? null,
          toolResult: null,
          toolResultError: false,
          artifact: null,
          isStreaming: false,
          isFromHistory: fromHistory,
        });
      } else if (block.type === 'tool_result') {
        results.set(index, block);
      } else if (block.type === 'terminal_user_stopped' || block.type === 'terminal_error') {
        over = true;
      }
    } else if (event.type === 'content_block_stop') {
      const result = results.get(index);
      const call = calls.get(result?.tool_use_id);
      results.delete(index);
      if (call === undefined || result.content === undefined || result.content === null) continue;
      call.toolResult = result.content;
      call.toolResultError = result.status !== 'success';
      call.artifact = result.artifact ?? null;
    }
  }

  for (const call of calls.values()) {
    const active = call.toolResult === null && !over;
    call.dotStatus = active ? 'active' : call.toolResultError ? 'error' : 'done';
  }
  return [...calls.values()];
}
