// A network for clients: a fetch that plays a case's bytes, one read at a time, or that keeps a request's body.

/** `{fetch}` of a case. `frames` writes an event as a frame, `tail` ends a whole stream; `abort` is called behind the last event of an aborted one. */
export function playing(input, { frames, tail = '', abort = () => {} }) {
  const reads = readsOf(input, frames, tail);
  const withheld = input.abortAfter !== undefined;
  const fetch = async (_url, init) => {
    let next = 0;
    const body = new ReadableStream({
      start(controller) {
        init?.signal?.addEventListener('abort', () => fail(controller, init.signal.reason));
      },
      async pull(controller) {
        if (next < reads.length) controller.enqueue(reads[next++]);
        else if (withheld) await settled().then(abort);
        else controller.close();
      },
    }, { highWaterMark: 0 });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  return fetch;
}

function fail(controller, reason) {
  try {
    controller.error(reason ?? new DOMException('This operation was aborted', 'AbortError'));
  } catch {
    // it was closed before
  }
}

// What was read is worked through.
async function settled() {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => { setImmediate(resolve); });
}

function readsOf(input, frames, tail) {
  if (Array.isArray(input.events)) {
    const whole = input.abortAfter === undefined && input.cut !== true;
    const events = input.abortAfter === undefined ? input.events : input.events.slice(0, input.abortAfter);
    return [...events.map(frames), ...(whole && tail !== '' ? [tail] : [])].map((text) => Buffer.from(text));
  }
  const encoded = input.chunks === undefined;
  const reads = (input.chunks ?? input.chunks_base64).map((chunk) => Buffer.from(chunk, encoded ? 'base64' : 'utf8'));
  return reads.filter((bytes) => bytes.length > 0); // a stream of bytes has no empty reads
}

/** Everything that a case brings, as one text. */
export function textOf(input) {
  return Array.isArray(input.events) ? JSON.stringify(input.events) : Buffer.concat(readsOf(input, String, '')).toString();
}

/** `{fetch, messages}`: `messages()` are those of the body that was sent, undefined where none was. */
export function keeping(answer) {
  let body;
  const fetch = async (_url, init) => {
    body = JSON.parse(init.body);
    return Response.json(answer);
  };
  return { fetch, messages: () => body?.messages };
}

export const chatFrame = (chunk) => `data: ${JSON.stringify(chunk)}\n\n`;
export const chatTail = 'data: [DONE]\n\n';
export const messagesFrame = (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
export const responsesFrame = messagesFrame;

/** What a server answers a request that is not a stream. */
export const chatAnswer = {
  id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};
export const messagesAnswer = {
  id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'ok' }],
  stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 },
};
