#!/usr/bin/env node
// conform adapter for the tool loop of the npm package @copilotkit/core: node adapter.mjs
import { randomUUID } from 'node:crypto';

import { HttpAgent } from '@ag-ui/client';
import { CopilotKitCore } from '@copilotkit/core';

import { serveAgent } from '../shared/agent.mjs';
import { expectVersion } from '../shared/versions.mjs';

const versions = { '@copilotkit/core': '1.75.0', '@ag-ui/client': '0.0.59' };
for (const [name, version] of Object.entries(versions)) expectVersion(import.meta.url, name, version);

// Where a connection breaks off, the package's fetch also leaves a rejection that nobody catches: a page goes on, and so does this.
process.on('unhandledRejection', (error) => console.error(error));

const loop = async ({ baseUrl, prompt, tools }) => {
  const agent = new HttpAgent({ url: baseUrl, agentId: 'conform', initialMessages: [{ id: randomUUID(), role: 'user', content: prompt }] });
  const core = new CopilotKitCore({ agents__unsafe_dev_only: { conform: agent } });
  for (const { name, description, schema, run } of tools) core.addTool({ name, description, parameters: open(schema), handler: run });
  let failed; // by what the last run told: after an error of a tool the loop may go on
  core.subscribe({ onError: ({ error }) => { failed = error; } });
  agent.subscribe({ onRunInitialized: () => { failed = undefined; } });
  await core.runAgent({ agent });
  if (failed !== undefined) throw failed;
  return agent.messages.at(-1).content;
};

// A schema of the kind that the package takes; it asks for the JSON of it.
const open = (schema) => ({ '~standard': { version: 1, vendor: 'conform', validate: (value) => ({ value }), jsonSchema: { input: () => schema, output: () => schema } } });

const version = versions['@copilotkit/core'];
await serveAgent({ name: '@copilotkit/core', version, url: `https://www.npmjs.com/package/@copilotkit/core/v/${version}` }, { 'ag-ui': loop });
