// A client with a released SDK: it does what standard input says, and writes what came of it, all as JSON.
//   {"talk": [base URLs], "key", "empties"}: a conversation with tools at each; the requests and answers in base64, as fetch had them.
//   {"time": [base URLs], "key", "rounds"}: milliseconds to the first chunk, of each in turn.
import { text } from 'node:stream/consumers';
import OpenAI from '../../adapters/openai/node_modules/openai-7.57.0/index.mjs';

const asked = JSON.parse(await text(process.stdin));
const schema = { type: 'object', properties: { q: { type: 'string' }, n: { type: 'integer' } }, required: ['q'] };
const tools = [{ type: 'function', function: { name: 'search', description: 'Searches.', parameters: schema } }];
const messages = [{ role: 'user', content: 'Please look it up. 🎸' }];

// The network of the SDK, which keeps what goes both ways.
const keeping = (exchanges) => async (url, init) => {
  const response = await fetch(url, init);
  const [own, other] = response.body.tee();
  exchanges.push(new Response(other).arrayBuffer().then((got) => ({
    sent: Buffer.from(init.body).toString('base64'), got: Buffer.from(got).toString('base64'), type: response.headers.get('content-type'),
  })));
  return new Response(own, response);
};

async function talk(baseURL) {
  const exchanges = [];
  const client = new OpenAI({ baseURL, apiKey: asked.key, maxRetries: 0, fetch: keeping(exchanges) });
  const history = [...messages];
  let error = null;
  try {
    for (let turn = 0; turn < 6; turn++) {
      const stream = client.chat.completions.stream({ model: 'm', messages: history, tools, stream_options: { include_usage: true } });
      const { message } = (await stream.finalChatCompletion()).choices[0];
      if (!message.tool_calls?.length) break;
      const calls = message.tool_calls.map(({ id, type, function: { name, arguments: given } }) => ({ id, type, function: { name, arguments: asked.empties ? '{}' : given } }));
      history.push({ role: 'assistant', content: message.content, tool_calls: calls });
      history.push(...message.tool_calls.map((call) => ({ role: 'tool', tool_call_id: call.id, content: call.function.arguments })));
    }
  } catch (reason) {
    error = String(reason.message);
  }
  return { exchanges: await Promise.all(exchanges), error };
}

async function time() {
  const clients = asked.time.map((baseURL) => new OpenAI({ baseURL, apiKey: asked.key, maxRetries: 0 }));
  const took = clients.map(() => []);
  for (let round = 0; round < asked.rounds; round++) {
    for (const [i, client] of clients.entries()) {
      const began = performance.now();
      const stream = await client.chat.completions.create({ model: 'm', messages, stream: true });
      const chunks = stream[Symbol.asyncIterator]();
      await chunks.next();
      took[i].push(performance.now() - began);
      while (!(await chunks.next()).done) { /* to its end, so that the connection is used again */ }
    }
  }
  return took;
}

process.stdout.write(JSON.stringify(asked.time ? await time() : await Promise.all(asked.talk.map(talk))));
process.exit(0);
