import { AgUiWire } from './ag-ui.mjs';
import { ChunkWire } from './chunks.mjs';

// AG-UI as the versions speak it: `resultOn` is the event that brings a server's tool result, `failure` how
// that event says that the result is an error. Without it there is no way to say so.
const dialects = new Map([
  ['ag-ui-end', { resultOn: 'TOOL_CALL_END' }],
  ['ag-ui-result', { resultOn: 'TOOL_CALL_RESULT' }],
  ['ag-ui-state', { resultOn: 'TOOL_CALL_RESULT', failure: 'member' }],
  ['ag-ui-metadata', { resultOn: 'TOOL_CALL_RESULT', failure: 'metadata' }],
]);

export function createWire(vocabulary, responseNumber, calls, runContext) {
  if (vocabulary === 'chunks') return new ChunkWire(responseNumber, calls);
  return new AgUiWire(responseNumber, calls, { ...dialects.get(vocabulary), threadId: runContext?.threadId });
}
