#!/usr/bin/env node
// conform adapter for released versions of the npm package openai: node adapter.mjs VERSION
import { serve } from '../shared/serve.mjs';
import { chosen, expectVersion } from '../shared/versions.mjs';
import { chat } from './chat.mjs';
import { responses } from './responses.mjs';

const version = chosen(['5.0.1', '6.49.0', '7.57.0']);
expectVersion(import.meta.url, `openai-${version}`, version);
const { default: OpenAI } = await import(`openai-${version}`);
const client = (fetch) => new OpenAI({ apiKey: 'x', maxRetries: 0, fetch });

await serve({ name: 'openai', version, url: `https://www.npmjs.com/package/openai/v/${version}` }, [chat(client), responses(client)]);
