#!/usr/bin/env node
// conform adapter for the tool loops of @assistant-ui/react-data-stream and @assistant-ui/ai-sdk: node adapter.mjs data-stream|ai-sdk
import { serveAgent } from '../shared/agent.mjs';
import { chosen, expectVersion } from '../shared/versions.mjs';

const versions = { '@assistant-ui/react-data-stream': '0.12.32', '@assistant-ui/ai-sdk': '0.0.7', '@assistant-ui/core': '0.3.20', 'assistant-stream': '0.3.44', ai: '7.0.173' };
for (const [name, version] of Object.entries(versions)) expectVersion(import.meta.url, name, version);
process.env.NODE_ENV = 'production';
const { createElement, useEffect } = await import('react');
const { create } = await import('react-test-renderer');
const { AssistantRuntimeProvider } = await import('@assistant-ui/core/react');
const { useDataStreamRuntime } = await import('@assistant-ui/react-data-stream');
const { AssistantChatTransport, useChatRuntime } = await import('@assistant-ui/ai-sdk');
const { lastAssistantMessageIsCompleteWithToolCalls } = await import('ai');

// A run that fails leaves a rejection that nobody catches, too: a page goes on, and so does this.
process.on('unhandledRejection', (error) => console.error(error));

// The runtimes are hooks of React. `turn` is told of each answer as it begins, ends or fails.
const dataStream = ({ baseUrl, maxTurns }, turn) => useDataStreamRuntime({ api: baseUrl, maxSteps: maxTurns, onResponse: turn.begins, onError: turn.fails });
const chat = ({ baseUrl }, turn) => useChatRuntime({
  transport: new AssistantChatTransport({ api: baseUrl, fetch: async (...request) => { turn.begins(); return fetch(...request); } }),
  sendAutomaticallyWhen: (chat) => turn.decides(lastAssistantMessageIsCompleteWithToolCalls(chat)), onFinish: turn.ends, onError: turn.fails,
});

const loop = (useRuntime) => async (input) => {
  const last = () => { const message = thread.getState().messages.at(-1); return message?.role === 'assistant' ? message.content : []; };
  let [failed, asking, sends, behind, known, step, page] = [undefined, true, false, 0, 0]; // step: the parts of the last answer, where the chat tells them
  const turn = {
    begins: () => { [failed, asking, sends, behind, step] = [undefined, true, false, last().length]; },
    ends: ({ message: { parts } }) => { [asking, step, known] = [false, parts.slice(known), parts.length]; },
    decides: (whether) => { sends = whether; return whether; },
    fails: (error) => { [failed, asking] = [error, false]; },
  };
  const tools = Object.fromEntries(input.tools.map(({ name, description, schema, run }) => [name, { type: 'frontend', description, parameters: schema, execute: run }]));
  const { thread } = await new Promise((ready) => {
    const Page = () => {
      const runtime = useRuntime(input, turn);
      useEffect(() => { runtime.registerModelContextProvider({ getModelContext: () => ({ tools }) }); ready(runtime); }, []);
      return createElement(AssistantRuntimeProvider, { runtime }, null);
    };
    page = create(createElement(Page));
  });
  const over = new Promise((resolve) => { useRuntime === dataStream ? thread.unstable_on('runEnd', resolve) : settled(resolve); });
  // The chat doesn't tell that no request is to come: one is, where it decided so, or a tool of its own has no result yet.
  function settled(resolve) {
    const done = (call) => call.state.startsWith('output-') || last().some(({ toolCallId, result }) => toolCallId === call.toolCallId && result !== undefined);
    const runs = (call) => call.state === 'input-available' && Object.hasOwn(tools, call.toolName ?? call.type.slice('tool-'.length));
    const goesOn = sends || step?.some((part) => part.toolCallId && runs(part) && !done(part));
    if (asking || goesOn) setTimeout(settled, 10, resolve);
    else resolve();
  }
  thread.append({ role: 'user', content: [{ type: 'text', text: input.prompt }] });
  await over;
  const said = step ?? last().slice(behind);
  page.unmount();
  if (failed !== undefined) throw failed;
  return said.filter(({ type }) => type === 'text').map(({ text }) => text).join('');
};

const [name, runtime] = { 'data-stream': ['@assistant-ui/react-data-stream', dataStream], 'ai-sdk': ['@assistant-ui/ai-sdk', chat] }[chosen(['data-stream', 'ai-sdk'])];
await serveAgent({ name, version: versions[name], url: `https://www.npmjs.com/package/${name}/v/${versions[name]}` }, { 'ui-messages': loop(runtime) });
