#!/usr/bin/env node
// conform adapter for the chat of the npm package ai, whose tools run in the client: node chat-agent.mjs VERSION
import { answered, serveAgent } from '../shared/agent.mjs';
import { chosen, expectVersion } from '../shared/versions.mjs';

const version = chosen(['5.0.100', '7.0.173']);
expectVersion(import.meta.url, `ai-${version}`, version);
const { AbstractChat, DefaultChatTransport, lastAssistantMessageIsCompleteWithToolCalls: complete } = await import(`ai-${version}`);

// What a framework keeps for the chat: @ai-sdk/react, vue and svelte each have such a state.
const state = () => ({
  status: 'ready', error: undefined, messages: [],
  pushMessage(message) { this.messages = [...this.messages, message]; },
  popMessage() { this.messages = this.messages.slice(0, -1); },
  replaceMessage(at, message) { this.messages = this.messages.with(at, this.snapshot(message)); },
  snapshot: structuredClone,
});
class Chat extends AbstractChat {}

const loop = async ({ baseUrl, prompt, tools }) => {
  const running = [];
  let [said, known, over] = [[], 0];
  const ended = new Promise((resolve) => { over = resolve; });
  const chat = new Chat({
    state: state(), transport: new DefaultChatTransport({ api: baseUrl }), sendAutomaticallyWhen: complete,
    onToolCall: ({ toolCall: { toolName: tool, toolCallId, input } }) => {
      running.push(answered(tools, tool, input).then(({ value, error }) =>
        chat.addToolOutput(error === undefined ? { tool, toolCallId, output: value } : { tool, toolCallId, state: 'output-error', errorText: error })));
    },
    onFinish: async ({ message: { parts } }) => { // of each request; where all is answered, the chat sends the next one
      [said, known] = [parts.slice(known), parts.length];
      await Promise.all(running);
      if (chat.error || !complete(chat)) over();
    },
  });
  await chat.sendMessage({ text: prompt });
  await ended;
  if (chat.error) throw chat.error;
  return said.filter(({ type }) => type === 'text').map(({ text }) => text).join('');
};

await serveAgent({ name: 'ai (chat)', version, url: `https://www.npmjs.com/package/ai/v/${version}` }, { 'ui-messages': loop });
