#!/usr/bin/env node
// conform adapter for released versions of the npm package @ag-ui/client: node adapter.mjs VERSION
import { Refusal, serve } from '../shared/serve.mjs';
import { chosen, expectVersion } from '../shared/versions.mjs';
import { playing } from '../shared/wire.mjs';

const omitted = {
  '0.0.39': ['pending', 'interrupts', 'metadata'],
  '0.0.47': ['pending', 'interrupts', 'metadata'],
  '1.0.0': [],
};
const version = chosen(Object.keys(omitted));
expectVersion(import.meta.url, `client-${version}`, version);

// Before 1.0 the client knows no other fetch than the global one: each case has an address of its own.
const networks = new Map();
globalThis.fetch = (url, init) => networks.get(url)(url, init);
const { HttpAgent } = await import(`client-${version}`);

let cases = 0;
async function withAgent(config, fetch, use) {
  const url = `http://h/${cases++}`;
  networks.set(url, fetch);
  try {
    return await use(new HttpAgent({ ...config, url, fetch }));
  } finally {
    networks.delete(url);
  }
}

const frame = (event) => `data: ${JSON.stringify(event)}\n\n`;
const noRun = () => ({ status: 'open', error: null, code: null, pending: [], interrupts: [] });

function consume(input) {
  let left = () => {};
  const fetch = playing(input, { frames: frame, abort: () => left() });
  const config = { threadId: input.threadId, initialMessages: input.messages ?? [] };
  return withAgent(config, fetch, async (agent) => {
    left = () => agent.abortRun();
    const run = noRun();
    const ended = new Set();
    try {
      await agent.runAgent({ runId: input.runId }, {
        onRunStartedEvent: () => { Object.assign(run, noRun()); },
        onToolCallEndEvent: ({ event }) => { ended.add(event.toolCallId); },
        onRunFinishedEvent: ({ outcome, pendingToolCallIds, interrupts }) => {
          run.status = { interrupt: 'interrupted', cancelled: 'cancelled' }[outcome] ?? 'success';
          run.pending = pendingToolCallIds ?? [];
          run.interrupts = (interrupts ?? []).map(({ id }) => id);
        },
        onRunErrorEvent: ({ event }) => { Object.assign(run, { status: 'failed', error: event.message, code: event.code ?? null }); },
      });
    } catch (error) {
      Object.assign(run, { status: 'rejected', error: `${error?.message ?? error}` });
    }
    return { messages: agent.messages.map((message) => held(message, ended)), run };
  });
}

// `function` is taken off a call, and `type`; nothing else is renamed.
const flat = ({ type, function: { name, arguments: text }, ...call }) => ({ ...call, name, arguments: text });

function held(message, ended) {
  if (message.role !== 'assistant') return message;
  return { ...message, toolCalls: message.toolCalls?.map((call) => ({ ...flat(call), complete: ended.has(call.id) })) };
}

const answer = [{ type: 'RUN_STARTED', threadId: 't', runId: 'r' }, { type: 'RUN_FINISHED', threadId: 't', runId: 'r' }];

async function convert({ messages }) {
  let body;
  let refusal;
  const fetch = async (_url, init) => {
    body = JSON.parse(init.body);
    return new Response(answer.map(frame).join(''), { headers: { 'content-type': 'text/event-stream' } });
  };
  await withAgent({ threadId: 't', initialMessages: messages }, fetch, async (agent) => {
    try {
      await agent.runAgent({ runId: 'r' });
    } catch (error) {
      refusal = error;
    }
  });
  if (body === undefined) throw new Refusal(`${refusal?.name}: ${refusal?.message}`);
  return { modelMessages: body.messages.map((message) => (Array.isArray(message.toolCalls) ? { ...message, toolCalls: message.toolCalls.map(flat) } : message)) };
}

await serve({ name: '@ag-ui/client', version, url: `https://www.npmjs.com/package/@ag-ui/client/v/${version}` }, [
  { dialect: 'ag-ui', role: 'consumer', encodings: ['events', 'sse'], omits: omitted[version], run: consume },
  { dialect: 'ag-ui', role: 'converter', run: convert },
]);
