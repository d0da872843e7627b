// tool-fence, consumer: markdown as it arrives, to text deltas and the events of tool calls.

import { FallbackIds, callEvents, readCall } from './fence-call.mjs';
import { readChunks } from './input.mjs';
import { BYTE_ORDER_MARK, LineSplitter, withoutByteOrderMark } from './lines.mjs';
import { MarkdownBlocks } from './markdown-blocks.mjs';

export function consumeToolFences(input, choices) {
  const stream = new ToolFenceStream(choices.fence);
  for (const chunk of readChunks(input)) stream.push(chunk);
  return stream.end();
}

class ToolFenceStream {
  #choices;
  #lines;
  #blocks = new MarkdownBlocks();
  #ids;
  #firstLine = true;
  #fence = null; // the tool fence that isn't closed yet: {source, body, prefix, endingBefore}
  #held = null; // a line of text that waits for the next one: {text, ending}

  #fed = 0; // chunks so far
  #text = []; // text that didn't go out yet
  #events = [];
  #chunks = []; // {tool}, a fence's object, or {text}, in pieces

  constructor(choices) {
    this.#choices = choices;
    this.#lines = new LineSplitter({ loneCr: choices.loneCr === 'line ending' });
    this.#ids = new FallbackIds(choices.idPrefix, choices.firstNumber());
  }

  push(bytes) {
    this.#fed++;
    for (const line of this.#lines.push(bytes)) this.#line(line);
    this.#sendText();
  }

  end() {
    for (const line of this.#lines.end()) this.#line(line);
    if (this.#fence !== null) this.#finishFence({ closed: false });
    this.#releaseHeld({ withEnding: true });
    this.#sendText();
    const chunks = this.#chunks.map(({ tool, text }) => tool ?? { type: 'text', text: text.join('') });
    return { events: this.#events, state: { chunks } };
  }

  #line({ text, ending }) {
    let line = text;
    if (this.#firstLine) {
      this.#firstLine = false;
      line = withoutByteOrderMark(text);
      if (line !== text && this.#choices.byteOrderMark === 'text') this.#text.push(BYTE_ORDER_MARK);
    }

    const step = this.#blocks.next(line);
    if (step.cutOff && this.#fence !== null) this.#finishFence({ closed: false });

    if (step.kind === 'open' && this.#isTool(step)) {
      this.#openFence(step, line + ending);
    } else if (this.#fence !== null) {
      this.#fence.source.push(line + ending);
      if (step.kind === 'body') this.#fence.body.push(step.content);
      else this.#finishFence({ closed: true, trailing: step.trailing, ending });
    } else {
      this.#textLine(line, ending);
    }
  }

  #isTool({ info, depth }) {
    if (depth > 0 && this.#choices.inContainer === 'text') return false;
    const words = info.replace(/^[ \t]+|[ \t]+$/g, '');
    return this.#choices.infoString === 'first word' ? /^tool(?:[ \t]|$)/.test(words) : words === 'tool';
  }

  #openFence({ prefix }, source) {
    const endingBefore = this.#releaseHeld({ withEnding: false });
    this.#fence = { source: [source], body: [], prefix, endingBefore };
  }

  #finishFence({ closed, trailing, ending }) {
    const fence = this.#fence;
    this.#fence = null;
    const counts = closed || this.#choices.unclosed === 'call';
    const call = counts ? readCall(fence.body.join('\n'), this.#choices) : null;
    if (call === null) {
      if (this.#choices.count === 'fences') this.#ids.skip();
      const source = this.#choices.malformedFence === 'text' ? fence.source.join('') : '';
      this.#text.push(fence.endingBefore, source);
      return;
    }

    if (this.#choices.fenceLines === 'blanks kept') this.#text.push(fence.prefix);
    this.#sendText();
    this.#sendCall(call);
    if (this.#choices.fenceLines === 'blanks kept') this.#text.push(trailing ?? '');
    if (this.#choices.endingAfter === 'kept') this.#textLine('', ending ?? '');
  }

  #sendCall(call) {
    let id = call.id;
    if (id) {
      this.#ids.reserve(id);
      if (this.#choices.count !== 'fallback ids') this.#ids.skip();
    } else {
      id = this.#ids.generate();
    }
    for (const event of callEvents(call, id, this.#choices)) this.#send(event);

    const chunk = Object.assign(Object.create(null), call.object, { type: 'tool' });
    if (this.#choices.chunkDefaults === 'filled in') {
      chunk.toolCallId ??= id;
      chunk.toolName ??= 'tool';
    }
    this.#chunks.push({ tool: chunk });
  }

  #textLine(text, ending) {
    this.#releaseHeld({ withEnding: true });
    if (this.#choices.endingBefore === 'kept') this.#text.push(text, ending);
    else this.#held = { text, ending };
  }

  // The line ending right before a fence may belong to the fence: then it goes out only when it turns out
  // that it doesn't. Returns the ending that was kept back.
  #releaseHeld({ withEnding }) {
    if (this.#held === null) return '';
    const { text, ending } = this.#held;
    this.#held = null;
    this.#text.push(text, withEnding ? ending : '');
    return withEnding ? '' : ending;
  }

  #sendText() {
    const text = this.#text.join('');
    this.#text = [];
    if (text === '') return;
    for (const delta of this.#pieces(text)) this.#send({ type: 'text-delta', delta });

    const last = this.#chunks[this.#chunks.length - 1];
    if (last?.text !== undefined && this.#choices.textChunks === 'joined') last.text.push(text);
    else this.#chunks.push({ text: [text] });
  }

  // Small and empty pieces, without cutting a character in two.
  #pieces(text) {
    if (this.#choices.textDeltas === 'whole' || text.length > 2000) return [text];
    return ['', ...(text.match(/.{1,3}/gsu) ?? [])];
  }

  #send(event) {
    this.#events.push({ event, after: this.#fed });
  }
}
