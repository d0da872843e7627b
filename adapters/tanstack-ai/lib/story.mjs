// Plays the steps of one case to a ChatClient: the server's part through the fake connection, the
// application's part through the client's own methods.
import { randomUUID } from 'node:crypto';
import { Changes } from './changes.mjs';
import { Connection } from './connection.mjs';
import { PackageError } from './errors.mjs';

export class Story {
  #changes = new Changes();
  #connection;
  #client;
  #open = null; // the response that the client is reading
  #pushed = 0;
  #processed = 0;
  #callsUnderWay = 0;
  #failure = null;
  #nudges = new Set();

  constructor({ ChatClient }, createWire) {
    this.#connection = new Connection(createWire, this.#changes);
    this.#client = new ChatClient({
      connection: this.#connection,
      onChunk: () => {
        this.#processed += 1;
        this.#changes.notify();
      },
      onError: (error) => {
        console.error('the client reports', error);
        this.#open?.break();
      },
    });
  }

  async play(steps) {
    for (let i = 0; i < steps.length; ) {
      const answers = answersFrom(steps, i);
      if (answers.length > 0) await this.#answer(answers, steps[i + answers.length]);
      else if (steps[i].type === 'user_message') await this.#sendMessage(steps[i]);
      else await this.#stream(steps[i]);
      i += answers.length || 1;
    }
    // A request that the client makes of its own after the last step stays unanswered: the story says
    // nothing about it, and there are versions that take an empty answer as a reason to ask again for ever.
    if (this.#open && !this.#open.empty) await this.#endResponse();
    if (this.#failure) throw this.#failure;
    return this.#client.getMessages().filter(({ id }) => !this.#nudges.has(id));
  }

  async #stream(step) {
    if (this.#open?.turns.over(step)) await this.#endResponse();
    if (!this.#open) await this.#nudge();
    for (const chunk of this.#open.chunks(step)) await this.#deliver(chunk);
  }

  // Chunk by chunk, as a model produces them: nothing else happens before the client has seen the last one.
  async #deliver(chunk) {
    const response = this.#open;
    if (response.broken) return;
    this.#pushed += 1;
    response.push(chunk);
    await this.#changes.until(() => this.#processed >= this.#pushed || response.broken);
    this.#processed = this.#pushed;
  }

  // Results of client tools, one after the other. They come while the response goes on where the steps
  // after them belong to it, otherwise after it.
  async #answer(answers, next) {
    const turns = this.#open?.turns;
    if (turns?.finished) {
      const answered = new Set(answers.map(({ toolCallId }) => toolCallId));
      if (!next || next.type === 'user_message' || turns.over(next, answered)) await this.#endResponse();
    }
    for (const answer of answers) {
      turns?.answer(answer.toolCallId);
      await this.#act(() => this.#client.addToolResult(toolResult(answer)));
    }
  }

  // A user writes when the client is idle; earlier clients drop what is sent while they are loading.
  async #sendMessage({ text }) {
    await this.#settle();
    await this.#act(() => this.#client.sendMessage(text));
  }

  // The server has more to say, but nothing asks it: before the first message, or where a version doesn't
  // ask by itself. A user would write something. It isn't part of the steps, so it is left out of the answer.
  async #nudge() {
    await this.#settle();
    const id = `nudge-${randomUUID()}`;
    this.#nudges.add(id);
    const message = { id, role: 'user', parts: [{ type: 'text', content: 'Go on.' }], createdAt: new Date() };
    await this.#act(() => this.#client.append(message));
  }

  // Ends what is open. A response that has not begun is stopped by the user.
  async #settle() {
    while (this.#open) {
      if (this.#open.empty) {
        this.#client.stop();
        this.#open.abort();
      } else {
        this.#open.end();
      }
      await this.#closed();
    }
  }

  // Without a `finish` before it this is a cut stream: the body ends, and nothing says why.
  async #endResponse() {
    this.#open.end();
    await this.#closed();
  }

  // The client takes notice of the end, and perhaps asks again at once.
  async #closed() {
    const seen = this.#connection.responses.length;
    this.#open = null;
    await this.#changes.until(() => this.#callsUnderWay === 0 || this.#connection.responses.length > seen);
    this.#openLatest(seen);
  }

  // A call of the client lasts as long as the responses that it causes; it is awaited until the first opens.
  async #act(call) {
    const seen = this.#connection.responses.length;
    let settled = false;
    this.#callsUnderWay += 1;
    const run = async () => {
      try {
        await call();
      } catch (error) {
        this.#failure ??= new PackageError(error);
      }
      settled = true;
      this.#callsUnderWay -= 1;
      this.#changes.notify();
    };
    void run();
    await this.#changes.until(() => settled || this.#connection.responses.length > seen);
    this.#openLatest(seen);
  }

  #openLatest(seen) {
    if (this.#connection.responses.length > seen) this.#open = this.#connection.responses.at(-1);
  }
}

function answersFrom(steps, start) {
  let end = start;
  while (steps[end]?.type === 'add_tool_result') end += 1;
  return steps.slice(start, end);
}

// `output` is a required argument of addToolResult; the clients themselves give null where a tool failed.
function toolResult({ toolCallId, tool, output = null, state, errorText }) {
  return {
    toolCallId,
    tool,
    output,
    ...(state && { state }),
    ...(typeof errorText === 'string' && { errorText }),
  };
}
