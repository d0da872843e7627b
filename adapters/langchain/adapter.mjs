#!/usr/bin/env node
// conform adapter for the agent of the npm package langchain, with its providers: node adapter.mjs
import { ChatAnthropic } from '@langchain/anthropic';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';

import { serveAgent } from '../shared/agent.mjs';
import { expectVersion } from '../shared/versions.mjs';

const versions = { langchain: '1.5.14', '@langchain/core': '1.4.0', '@langchain/openai': '1.6.0', '@langchain/anthropic': '1.5.11' };
for (const [name, version] of Object.entries(versions)) expectVersion(import.meta.url, name, version);

const loop = (model) => async (input) => {
  const tools = input.tools.map(({ name, description, schema, run }) => tool(run, { name, description, schema: { properties: {}, ...schema } }));
  const agent = createAgent({ model: model(input), tools });
  const asked = { messages: [{ role: 'user', content: input.prompt }] };
  let last;
  // Read as messages, the model streams. (With streaming: true it also counts tokens, with tables from another host.)
  for await (const [mode, value] of await agent.stream(asked, { streamMode: ['messages', 'values'], recursionLimit: 4 * input.maxTurns })) {
    if (mode === 'values') last = value.messages.at(-1);
  }
  return last.text;
};
const openai = (useResponsesApi) => ({ model, apiKey, baseUrl: baseURL }) =>
  new ChatOpenAI({ model, apiKey, maxRetries: 0, useResponsesApi, configuration: { baseURL } });
const anthropic = ({ model, apiKey, baseUrl }) =>
  new ChatAnthropic({ model, apiKey, maxRetries: 0, anthropicApiUrl: baseUrl.replace(/\/v1$/, '') });

const { langchain: version, ...providers } = versions;
await serveAgent({ name: 'langchain', version, url: `https://www.npmjs.com/package/langchain/v/${version}`, providers: JSON.stringify(providers) }, {
  'openai-chat': loop(openai(false)),
  'anthropic-messages': loop(anthropic),
  'openai-responses': loop(openai(true)),
});
