#!/usr/bin/env node
// conform adapter for released versions of the npm package ai, with its providers of two wires: node adapter.mjs VERSION
import { serve } from '../shared/serve.mjs';
import { chosen, expectVersion } from '../shared/versions.mjs';
import { chat } from './chat.mjs';
import { messages } from './messages.mjs';

const sets = {
  '5.0.100': { compatible: '1.0.27', anthropic: '2.0.0' },
  '7.0.173': { compatible: '3.0.92', anthropic: '4.0.105' },
};
const version = chosen(Object.keys(sets));
const { compatible, anthropic } = sets[version];
expectVersion(import.meta.url, `ai-${version}`, version);
expectVersion(import.meta.url, `openai-compatible-${compatible}`, compatible);
expectVersion(import.meta.url, `anthropic-${anthropic}`, anthropic);

globalThis.AI_SDK_LOG_WARNINGS = false;
const ai = { ...(await import(`ai-${version}`)), major: Number(version.split('.')[0]) };
const { createOpenAICompatible } = await import(`openai-compatible-${compatible}`);
const { createAnthropic } = await import(`anthropic-${anthropic}`);

const providers = `@ai-sdk/openai-compatible ${compatible}, @ai-sdk/anthropic ${anthropic}`;
await serve({ name: 'ai', version, url: `https://www.npmjs.com/package/ai/v/${version}`, providers }, [
  ...chat(ai, (fetch) => createOpenAICompatible({ name: 'c', baseURL: 'http://h/v1', includeUsage: true, fetch }).chatModel('m')),
  ...messages(ai, (fetch) => createAnthropic({ apiKey: 'x', fetch })('m'), createAnthropic({ apiKey: 'x' }).tools),
]);
