// Released servers to probe, until stdin ends: node servers.mjs UPSTREAM
// UPSTREAM is the /v1 of a server of Chat Completions, out of which the gateway makes Messages.
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { LLMock } from '@copilotkit/aimock';

const call = (name, given) => ({ name, arguments: JSON.stringify(given) });
const weather = (city) => call('get_weather', { city });
const order = { customer: { name: 'Ada', vip: false }, lines: [{ sku: 'a-1', count: 0, note: null }, { sku: 'b-2', count: 2, note: 'urgent' }] };
const file = (content) => call('write_file', { path: 'a.txt', content });

// The first that fits answers. A word of each of the probe's questions leads to what a model does that does as it is asked.
const answers = [
  [{ hasToolResult: true }, { content: 'It is sunny there.' }],
  [{ userMessage: 'Oslo, for Lima' }, { toolCalls: [weather('Oslo'), weather('Lima'), weather('Pune')] }],
  [{ userMessage: 'First say' }, { content: 'I look it up.', toolCalls: [weather('Oslo')] }],
  [{ userMessage: 'get_weather' }, { toolCalls: [weather('Oslo')] }],
  [{ userMessage: 'save_order' }, { toolCalls: [call('save_order', order)] }],
  [{ userMessage: 'He said' }, { toolCalls: [file('He said "hi" \\ 🎉\nÜber \'quotes\' & <tags>')] }],
  [{ userMessage: 'write_file' }, { toolCalls: [file('A long line about the sea.\n'.repeat(40))] }],
  [{ userMessage: 'What time' }, { toolCalls: [call('now', {})] }],
  [{ userMessage: '' }, { content: '  He said "hi" & left: <b>🎉</b>\n\n  Über  ' }],
];
const mock = new LLMock({ port: 0, chunkSize: 20, logLevel: 'silent' });
for (const [match, response] of answers) mock.addFixture({ match, response });
await mock.start();

const free = () => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => { const { port } = server.address(); server.close(() => resolve(port)); });
});
const port = await free();
const { default: Gateway } = createRequire(import.meta.url)('@musistudio/llms');
const provider = { name: 'up', api_base_url: `${process.argv[2]}/chat/completions`, api_key: 'k', models: ['m'] };
const log = console.log; // the gateway talks there
console.log = console.error;
await new Gateway({ initialConfig: { HOST: '127.0.0.1', PORT: port, providers: [provider] }, logger: false }).start();

log(JSON.stringify({ mock: mock.url, gateway: `http://127.0.0.1:${port}` }));
process.stdin.on('end', () => process.exit()).resume();
