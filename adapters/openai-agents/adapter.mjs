#!/usr/bin/env node
// conform adapter for the tool loop of the npm package @openai/agents: node adapter.mjs
import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents';

import { serveAgent } from '../shared/agent.mjs';
import { expectVersion } from '../shared/versions.mjs';

const version = '0.20.0';
expectVersion(import.meta.url, '@openai/agents', version);
setTracingDisabled(true);

const loop = (useResponses) => async ({ baseUrl, apiKey, model, prompt, maxTurns, tools }) => {
  const modelProvider = new OpenAIProvider({ baseURL: baseUrl, apiKey, useResponses });
  const agent = new Agent({
    name: 'conform',
    model,
    tools: tools.map(({ name, description, schema, run }) =>
      tool({ name, description, parameters: { properties: {}, required: [], additionalProperties: true, ...schema }, strict: false, execute: run })),
  });
  const result = await new Runner({ modelProvider, tracingDisabled: true }).run(agent, prompt, { stream: true, maxTurns });
  await result.completed;
  if (result.error) throw result.error;
  return result.finalOutput ?? '';
};

await serveAgent({ name: '@openai/agents', version, url: `https://www.npmjs.com/package/@openai/agents/v/${version}` }, {
  'openai-chat': loop(false),
  'openai-responses': loop(true),
});
