#!/usr/bin/env node
// conform adapter for the tool loop of the npm package ai, with its providers: node agent.mjs VERSION
import { serveAgent } from '../shared/agent.mjs';
import { chosen, expectVersion } from '../shared/versions.mjs';

const sets = {
  '5.0.100': { openai: '2.0.72', anthropic: '2.0.0' },
  '7.0.173': { openai: '4.0.118', anthropic: '4.0.105' },
};
const version = chosen(Object.keys(sets));
const { openai, anthropic } = sets[version];
expectVersion(import.meta.url, `ai-${version}`, version);
expectVersion(import.meta.url, `openai-${openai}`, openai);
expectVersion(import.meta.url, `anthropic-${anthropic}`, anthropic);

globalThis.AI_SDK_LOG_WARNINGS = false;
const { jsonSchema, stepCountIs, streamText, tool } = await import(`ai-${version}`);
const { createOpenAI } = await import(`openai-${openai}`);
const { createAnthropic } = await import(`anthropic-${anthropic}`);

const loop = (model) => async (input) => {
  const tools = Object.fromEntries(input.tools.map(({ name, description, schema, run }) => [name, tool({ description, inputSchema: jsonSchema(schema), execute: run })]));
  const errors = [];
  const onError = ({ error }) => errors.push(error);
  const result = streamText({ model: model(input), prompt: input.prompt, tools, stopWhen: stepCountIs(input.maxTurns), maxRetries: 0, onError });
  await result.consumeStream({ onError: (error) => errors.push(error) });
  if (errors.length > 0) throw errors[0];
  return result.text;
};
const settings = ({ baseUrl, apiKey }) => ({ baseURL: baseUrl, apiKey });

const providers = `@ai-sdk/openai ${openai}, @ai-sdk/anthropic ${anthropic}`;
await serveAgent({ name: 'ai', version, url: `https://www.npmjs.com/package/ai/v/${version}`, providers }, {
  'openai-chat': loop((input) => createOpenAI(settings(input)).chat(input.model)),
  'anthropic-messages': loop((input) => createAnthropic(settings(input))(input.model)),
  'openai-responses': loop((input) => createOpenAI(settings(input)).responses(input.model)),
});
