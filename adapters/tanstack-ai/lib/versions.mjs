// The releases that can be chosen. A release of @tanstack/ai-client pins the @tanstack/ai it was made
// for, so the client alias in package.json is what decides which pair is installed.
//
// `wire` is the stream vocabulary of the pair:
//   chunks           its own chunks: content, tool_call, tool_result, done
//   ag-ui-end        AG-UI events, a server's tool result travels on TOOL_CALL_END
//   ag-ui-result     AG-UI events, a server's tool result travels on TOOL_CALL_RESULT
//   ag-ui-state      the same, and a member `state` says that the result is an error
//   ag-ui-metadata   the same, and `metadata` says so
export const versions = new Map([
  ['0.0.1', { client: '0.0.1', wire: 'chunks' }],
  ['0.2.2', { client: '0.2.2', wire: 'chunks' }],
  ['0.3.0', { client: '0.3.0', wire: 'ag-ui-end' }],
  ['0.3.1', { client: '0.4.0', wire: 'ag-ui-end' }],
  ['0.4.2', { client: '0.4.3', wire: 'ag-ui-end' }],
  ['0.5.0', { client: '0.4.4', wire: 'ag-ui-end' }],
  ['0.6.1', { client: '0.5.1', wire: 'ag-ui-end' }],
  ['0.6.3', { client: '0.6.0', wire: 'ag-ui-end' }],
  ['0.22.0', { client: '0.11.8', wire: 'ag-ui-result' }],
  ['0.32.0', { client: '0.18.0', wire: 'ag-ui-state' }],
  ['0.58.0', { client: '0.33.2', wire: 'ag-ui-metadata' }],
]);
