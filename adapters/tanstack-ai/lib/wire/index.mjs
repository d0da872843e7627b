import { AgUiWire } from './ag-ui.mjs';
import { ChunkWire } from './chunks.mjs';

export function createWire(vocabulary, responseNumber, runContext) {
  if (vocabulary === 'chunks') return new ChunkWire(responseNumber);
  return new AgUiWire(responseNumber, {
    resultsOnEnd: vocabulary === 'ag-ui-end',
    threadId: runContext?.threadId,
  });
}
