import assert from 'node:assert/strict';
import { test } from 'node:test';

import { observe, setNames, strictSetNames } from './observe.mjs';

function read(markdown, set) {
  return observe('tool-fence', 'consumer', { chunks: Array.isArray(markdown) ? markdown : [markdown] }, set);
}

const isTool = ({ type }) => type.startsWith('tool-');
const plain = ({ note, ...event }) => event;

function tools(markdown, set) {
  return read(markdown, set).events.filter(isTool).map(plain);
}

function text(markdown, set) {
  return read(markdown, set).events.filter(({ type }) => type === 'text-delta').map(({ delta }) => delta).join('');
}

const fence = (object, mark = '```') => `${mark}tool\n${typeof object === 'string' ? object : JSON.stringify(object)}\n${mark}\n`;
const types = (events) => events.map(({ type }) => type.replace('tool-', ''));

const example = `The assistant is going to search for cats.

\`\`\`tool
{
  "toolCallId": "call_123",
  "toolName": "search",
  "state": "output-available",
  "input": {
    "query": "cats"
  },
  "output": {
    "results": [
      { "title": "All About Cats", "url": "https://example.com/cats" }
    ]
  }
}
\`\`\`

Here are the results we found!
`;

test('the printed example', () => {
  const output = { results: [{ title: 'All About Cats', url: 'https://example.com/cats' }] };
  for (const set of setNames) {
    assert.deepEqual(tools(example, set), [
      { type: 'tool-input-available', toolCallId: 'call_123', toolName: 'search', input: { query: 'cats' } },
      { type: 'tool-output-available', toolCallId: 'call_123', output },
    ]);
    assert.match(text(example, set), /^The assistant is going to search for cats\.\n+Here are the results we found!\n$/);
  }
  const { chunks } = read(example).state;
  assert.deepEqual(chunks.map(({ type }) => type), ['text', 'tool', 'text']);
  assert.equal(chunks[1].toolCallId, 'call_123');
});

test('FENCE-02 text comes through unchanged', () => {
  const document = '# T\r\n\n  a\tb \n\n```js\nx\n```\n`tool` ~~x~~\n\n    ```tool\n    {}\nend';
  for (const set of setNames) assert.equal(text(document, set), document);
});

test('FENCE-03, FENCE-04 one input event', () => {
  for (const value of [{ a: 1 }, [], 0, false, '', 'x']) {
    for (const set of setNames) assert.deepEqual(tools(fence({ input: value }), set)[0].input, value);
  }
  for (const set of strictSetNames) assert.deepEqual(tools(fence({}), set)[0].input, {});
  assert.equal(tools(fence({ input: null }))[0].input, null);
  assert.deepEqual(tools(fence({ input: null }), 'other')[0].input, {});
});

test('FENCE-05, FENCE-13 falsy outputs are outputs', () => {
  for (const value of [false, 0, '', [], null, {}]) {
    for (const set of value === null ? strictSetNames : setNames) {
      assert.deepEqual(tools(fence({ input: 1, output: value }), set)[1].output, value);
    }
  }
  const bare = fence({ state: 'output-available' });
  assert.equal(tools(bare)[1].output, null);
  assert.deepEqual(tools(bare, 'third')[1].output, {});
  assert.ok(!('output' in tools(bare, 'other')[1]));
});

test('FENCE-06, FENCE-15 errors', () => {
  for (const set of setNames) {
    assert.equal(tools(fence({ input: 1, errorText: 'no' }), set)[1].errorText, 'no');
    if (strictSetNames.includes(set)) assert.equal(tools(fence({ errorText: '' }), set)[1].errorText, '');
    const bare = tools(fence({ input: 1, state: 'output-error' }), set);
    assert.deepEqual(types(bare), ['input-available', 'output-error']);
    assert.equal(typeof bare[1].errorText, 'string');
  }
});

test('FENCE-07 no outcome without a payload or an output state', () => {
  for (const set of setNames) {
    for (const state of ['input-streaming', 'input-available']) {
      assert.deepEqual(types(tools(fence({ input: 1, state }), set)), ['input-available']);
      assert.deepEqual(types(tools(fence({ input: 1, state, output: 1 }), set)), ['input-available', 'output-available']);
    }
  }
});

test('FENCE-08, FENCE-11, FENCE-25 names and ids', () => {
  for (const toolCallId of [' ', '__proto__', 'constructor', 'é', 'x'.repeat(300), '😀']) {
    for (const set of setNames) {
      const events = tools(fence({ toolCallId, toolName: toolCallId, input: 1, output: 1 }), set);
      assert.ok(events.every((event) => event.toolCallId === toolCallId));
      assert.equal(events[0].toolName, toolCallId);
    }
  }
  assert.equal(tools(fence({ input: 1 }))[0].toolName, 'tool');
});

test('FENCE-09, FENCE-10 generated ids', () => {
  for (const set of setNames) {
    const document = fence({ toolCallId: 'tool-call-1', input: 1 }) + fence({ input: 1, output: 1 }) + fence('[]') + fence({ input: 1 });
    const ids = tools(document, set).map(({ toolCallId }) => toolCallId);
    assert.equal(ids[1], ids[2]);
    assert.equal(new Set(ids).size, 3);
    if (strictSetNames.includes(set)) assert.ok(ids.every((id) => /^tool-call-[0-9]+$/.test(id)));
  }
  for (const set of strictSetNames) {
    const late = [fence({ input: 1 }), ...[1, 2, 3].map((n) => fence({ toolCallId: `tool-call-${n}` }))].join('');
    assert.equal(new Set(tools(late, set).map(({ toolCallId }) => toolCallId)).size, 4);
  }
});

test('FENCE-12 other members are preserved', () => {
  const object = { toolCallId: 'a', progress: { a: [1] }, pieces: 1, text: 'x', note: undefined };
  for (const set of setNames.filter((name) => name !== 'sparse')) {
    const chunk = read(fence(object), set).state.chunks.find(({ type }) => type === 'tool');
    assert.deepEqual([chunk.progress, chunk.pieces, chunk.text], [{ a: [1] }, 1, 'x']);
  }
});

test('FENCE-14 two outcomes', () => {
  for (const object of [{ output: 1, errorText: 'x' }, { state: 'output-error', output: 1 }, { state: 'output-available', errorText: 'x' }]) {
    assert.deepEqual(types(tools(fence(object))), ['input-available', 'output-error']);
    assert.deepEqual(types(tools(fence(object), 'other')), ['input-available', 'output-available', 'output-error']);
    assert.deepEqual(types(tools(fence(object), 'third')), ['input-available', 'output-error', 'output-available']);
  }
});

test('FENCE-16 a malformed body stays text', () => {
  for (const body of ['', '{', '[]', '1', 'null', '"x"', '{}{}', '{} x', '{"a":1,}']) {
    const document = `a\n${fence(body)}b\n`;
    for (const set of strictSetNames) {
      assert.deepEqual(tools(document, set), []);
      assert.equal(text(document, set), document);
      assert.equal(tools(document + fence({ input: 1 }), set).length, 1);
    }
    assert.equal(text(document, 'lax'), 'a\nb\n');
  }
});

test('FENCE-17 wrong types', () => {
  for (const key of ['toolCallId', 'toolName', 'errorText', 'state']) {
    for (const value of [42, null, {}, [], true]) {
      const document = fence({ toolCallId: 'a', [key]: value });
      assert.equal(tools(document, 'other').length, 0);
      for (const set of setNames) {
        for (const event of tools(document, set)) {
          assert.equal(typeof event.toolCallId, 'string');
          assert.ok(!('errorText' in event) || typeof event.errorText === 'string');
        }
      }
    }
  }
  assert.deepEqual(types(tools(fence({ state: 'done' }))), ['input-available']);
  assert.equal(tools(fence({ toolCallId: 42 }), 'third')[0].toolCallId, '42');
});

test('FENCE-18 what is no tool fence', () => {
  for (const info of ['toolbox', 'tool-call', 'TOOL', 'Tool', 'json', '']) {
    const document = fence({ input: 1 }).replace('tool', info);
    for (const set of setNames) {
      assert.deepEqual(tools(document, set), []);
      assert.equal(text(document, set), document);
    }
  }
  for (const document of [
    `a \`\`\`tool\n{}\n`, `    ${fence({ input: 1 })}`, `\`\`\`\`md\n${fence({ input: 1 })}\`\`\`\`\n`, `~~~\n${fence({ input: 1 })}~~~\n`,
    '```tool {}```\n',
  ]) {
    for (const set of setNames) {
      assert.deepEqual(tools(document, set), [], document);
      assert.equal(tools(`${document}${document.startsWith('    ') ? '```\n' : ''}${fence({ input: 1 })}`, set).length, 1, document);
    }
  }
});

test('FENCE-18 backticks in a value close nothing', () => {
  const document = fence('{"input":{"a":"```"},\n"output":"``` x"}');
  for (const set of setNames) assert.equal(tools(document, set).length, 2);
});

test('FENCE-19 other spellings of the fence', () => {
  for (const document of [
    fence({ input: 1 }, '~~~'), fence({ input: 1 }, '`````'), fence({ input: 1 }).replace('tool', '  tool \t'), '   ```tool\n   {"input":1}\n  ```\n',
  ]) {
    for (const set of setNames) assert.equal(tools(document, set).length, 1, document);
  }
  assert.equal(tools(fence({ input: 1 }).replace('tool', 'tool json')).length, 0);
  assert.equal(tools(fence({ input: 1 }).replace('tool', 'tool json'), 'other').length, 1);
});

test('FENCE-20 line endings and the byte order mark', () => {
  for (const set of setNames) {
    assert.deepEqual(tools(example.replaceAll('\n', '\r\n'), set), tools(example, set));
    assert.equal(tools(`\uFEFF${fence({ input: 1 })}`, set).length, 1);
  }
  assert.equal(tools(example.replaceAll('\n', '\r')).length, 2);
  assert.equal(text('\uFEFFa', 'other'), '\uFEFFa');
});

test('FENCE-21 never closed', () => {
  for (const set of setNames) {
    assert.deepEqual(tools('a\n```tool\n{"input"', set), []);
    assert.equal(text('a\n```tool\n{"input"', set), set === 'lax' ? 'a\n' : 'a\n```tool\n{"input"');
    assert.equal(tools('```tool\n{"input":1}\n```', set).length, 1);
  }
  assert.equal(tools('```tool\n{}\n').length, 0);
  assert.equal(tools('```tool\n{}\n', 'other').length, 1);
});

test('FENCE-23 prompt', () => {
  const { events, after } = read(['a', '', '\nb\n', '```tool\n{"output":1}\n```', '\n', 'c']);
  const when = events.map((event, i) => [event.type, event.delta, after[i]]);
  assert.deepEqual(when, [
    ['text-delta', 'a\nb\n', 3],
    ['tool-input-available', undefined, 5],
    ['tool-output-available', undefined, 5],
    ['text-delta', 'c', 6],
  ]);
});

test('FENCE-24 containers', () => {
  for (const prefix of ['> ', '- ', '1. ', '> - ']) {
    const rest = prefix.replace(/[^> ]/g, ' ');
    const document = `${prefix}a\n${rest}\n${rest}\`\`\`tool\n${rest}{"input":1}\n${rest}\`\`\`\n${rest}b\n\nend\n${fence({ input: 1 })}`;
    for (const set of setNames) {
      assert.equal(tools(document, set).length, set === 'other' ? 1 : 2, document);
      const seen = text(document, set);
      for (const word of ['a', 'b', 'end']) assert.ok(seen.includes(word));
    }
  }
  const cut = `> \`\`\`tool\n> {}\na\n${fence({ input: 1 })}`;
  for (const set of setNames) assert.equal(tools(cut, set).length, 1);
});

test('META-01 cuts change nothing', () => {
  const documents = [
    example, example.replaceAll('\n', '\r\n'), `\uFEFFü😀\n${fence({ output: 'é' })}\n> ${fence('x')}`,
    `a\r${fence({ input: 1 })}\r\r\nb\n\n${fence('[]')}`,
  ];
  const settled = (input, set) => {
    const { events, state } = observe('tool-fence', 'consumer', input, set);
    const told = JSON.stringify(events.filter(isTool)).replace(/(?:tool-call-|fallback )[0-9]+/g, 'id');
    const delta = events.filter(({ type }) => type === 'text-delta').map((event) => event.delta).join('');
    return [told, delta, (state.chunks ?? []).filter(({ type }) => type === 'tool').length];
  };
  for (const document of documents) {
    const bytes = Buffer.from(document);
    for (const set of setNames) {
      const whole = settled({ chunks: [document] }, set);
      for (let at = 0; at <= bytes.length; at++) {
        const cut = [bytes.subarray(0, at), bytes.subarray(at)].map((part) => part.toString('base64'));
        assert.deepEqual(settled({ chunks_base64: cut }, set), whole);
      }
    }
  }
});

test('ROBUST-06 a prefix tells no outcome that isn\'t there', () => {
  for (const set of setNames) {
    for (let at = 0; at < example.indexOf('"output":'); at++) {
      assert.deepEqual(tools(example.slice(0, at), set), []);
    }
  }
});
