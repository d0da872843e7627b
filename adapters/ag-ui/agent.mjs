#!/usr/bin/env node
// conform adapter for released versions of the npm package @ag-ui/client, with the loop that is left to its applications: node agent.mjs VERSION
import { randomUUID } from 'node:crypto';

import { answered, serveAgent } from '../shared/agent.mjs';
import { chosen, expectVersion } from '../shared/versions.mjs';

const version = chosen(['0.0.59', '1.0.0']);
expectVersion(import.meta.url, `client-${version}`, version);
const { HttpAgent } = await import(`client-${version}`);

// Where a connection breaks off, the package's fetch also leaves a rejection that nobody catches: a page goes on, and so does this.
process.on('unhandledRejection', (error) => console.error(error));

const loop = async ({ baseUrl, prompt, maxTurns, tools }) => {
  const agent = new HttpAgent({ url: baseUrl, initialMessages: [{ id: randomUUID(), role: 'user', content: prompt }] });
  const offered = tools.map(({ name, description, schema }) => ({ name, description, parameters: schema }));
  for (let turn = 0; turn < maxTurns; turn++) {
    const calls = [];
    const onToolCallEndEvent = ({ event, toolCallName, toolCallArgs }) => { calls.push({ id: event.toolCallId, name: toolCallName, given: toolCallArgs }); };
    const { newMessages } = await agent.runAgent({ tools: offered }, { onToolCallEndEvent });
    const due = calls.filter(({ id }) => !agent.messages.some(({ role, toolCallId }) => role === 'tool' && toolCallId === id)); // the others the server has answered
    if (due.length === 0) return newMessages.at(-1)?.content ?? '';
    for (const { id, name, given } of due) {
      const { value, error } = await answered(tools, name, given);
      const told = error === undefined ? {} : { error };
      agent.addMessage({ id: randomUUID(), role: 'tool', toolCallId: id, content: error ?? (typeof value === 'string' ? value : JSON.stringify(value)), ...told });
    }
  }
  throw new Error(`no answer within ${maxTurns} turns`);
};

await serveAgent({ name: '@ag-ui/client', version, url: `https://www.npmjs.com/package/@ag-ui/client/v/${version}` }, { 'ag-ui': loop });
