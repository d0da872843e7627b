// tool-fence, producer: a transcript to markdown.

import { asText, write } from './json.mjs';
import { MarkdownBlocks } from './markdown-blocks.mjs';
import { Rejection } from './rejection.mjs';
import { inputOf, readTranscript } from './transcript.mjs';

export function produceToolFences(input, choices) {
  const transcript = readTranscript(input);
  const markdown = new Markdown(choices.fenceProducer);
  const waiting = new Set(); // calls whose fence isn't written yet, in order

  const writeUpTo = (last) => {
    for (const call of waiting) {
      waiting.delete(call);
      markdown.fence(call);
      if (call === last) return;
    }
  };

  for (const item of transcript.items) {
    if (item.type === 'text') {
      markdown.text(item.text);
    } else if (item.type === 'call') {
      waiting.add(item.call);
      const now = choices.fenceProducer.place === 'call' || item.call.result === null;
      if (now) writeUpTo(item.call);
    } else if (item.type === 'result' && waiting.has(item.call)) {
      // Fences keep the order of the calls, so those made before come along.
      writeUpTo(item.call);
    }
  }
  return { state: { markdown: markdown.end() } };
}

class Markdown {
  #choices;
  #pieces = [];
  #run = []; // text since the last fence

  constructor(choices) {
    this.#choices = choices;
  }

  text(text) {
    this.#run.push(text);
  }

  fence(call) {
    const body = this.#body(call);
    const { open, close } = this.#fenceLines(body);
    const ending = this.#choices.lineEnding;
    this.#endRun(open);
    // Nothing stands before the first fence of a document; elsewhere it has a line of its own.
    if (this.#pieces.length > 0) this.#pieces.push(ending, ending);
    this.#pieces.push([open, ...body, close].join(ending), ending, this.#choices.blankLineAfter ? ending : '');
  }

  end() {
    this.#endRun('```tool');
    return this.#pieces.join('');
  }

  // Text must leave the reader where a fence is a fence.
  #endRun(nextFence) {
    const text = this.#run.join('');
    this.#run = [];
    const blocks = new MarkdownBlocks();
    for (const line of text.split(/\r\n|\n|\r/)) {
      const step = blocks.next(line);
      if (step.kind === 'open' && step.info.trim() === 'tool') throw new Rejection('a text holds a tool fence');
    }
    const { kind, depth } = blocks.next(nextFence);
    if (kind !== 'open' || depth > 0) throw new Rejection('a text leaves a fence open');

    if (text !== '') this.#pieces.push(text);
  }

  #body(call) {
    const spelling = { reverseKeys: false, number: (literal) => literal };
    const object = fenceObject(call, this.#choices);
    const escape = (json) => (
      // A backtick can only stand inside a string.
      this.#choices.backticks === 'escaped' ? json.replaceAll('`', '\\u0060') : json
    );
    if (this.#choices.body === 'one line') return [escape(write(object, spelling))];
    const members = Object.entries(object).map(([key, value]) => `  "${key}": ${escape(write(value, spelling))}`);
    return ['{', ...members.map((line, i) => (i < members.length - 1 ? `${line},` : line)), '}'];
  }

  // Longer than any run of the fence's character inside, so that nothing inside can close it.
  #fenceLines(body) {
    const char = this.#choices.fenceChar;
    let longest = 2;
    for (const line of body) {
      for (const [run] of line.matchAll(char === '`' ? /`+/g : /~+/g)) longest = Math.max(longest, run.length);
    }
    const fence = char.repeat(longest + 1);
    return { open: `${fence}tool`, close: fence };
  }
}

function fenceObject(call, choices) {
  const object = { toolCallId: call.id, toolName: call.name };
  const { result } = call;
  if (result === null) {
    object.state = 'input-available';
    object.input = inputOf(call);
    return object;
  }

  object.state = result.status === 'success' ? 'output-available' : 'output-error';
  object.input = inputOf(call);
  if (result.status === 'success') object.output = result.content;
  else object.errorText = errorText(result);
  if (choices.moreMembers) {
    if (call.label !== undefined) object.label = call.label;
    if (result.artifact !== null) object.artifact = result.artifact;
  }
  return object;
}

function errorText({ status, content }) {
  if (status === 'error') return asText(content);
  // The dialect has no third outcome: a cancelled call is an error that says so.
  return typeof content === 'string' && content !== '' ? content : 'Cancelled by the user.';
}
