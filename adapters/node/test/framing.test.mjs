import assert from 'node:assert/strict';
import { test } from 'node:test';

import { observe } from './observe.mjs';

const start = { id: 'a', stage: 'start', name: 'x' };
const chunk = { id: 'a', stage: 'streaming', parametersChunk: '{"ü":"\u2028\u2029\u0085😀"}' };
const end = { id: 'a', stage: 'end', result: 'ok', success: true };
const other = { id: 'b', stage: 'start', name: 'y' };
const all = [start, chunk, end, other];

function blocks(input, set) {
  return observe('stage-events', 'consumer', input, set);
}

function bytes(text) {
  return [...Buffer.from(text)].map((byte) => Buffer.from([byte]).toString('base64'));
}

const expected = blocks({ events: all }).state;

function same(encoding, text, set) {
  assert.deepEqual(blocks({ encoding, chunks: [text] }, set).state, set ? blocks({ events: all }, set).state : expected, text);
  assert.deepEqual(blocks({ encoding, chunks_base64: bytes(text) }, set).state, blocks({ events: all }, set).state, text);
}

const sse = (events, { ending = '\n', space = ' ' } = {}) => (
  events.map((event) => `data:${space}${JSON.stringify(event)}${ending}${ending}`).join('')
);

test('FRAME-01 lines end in LF, CRLF or CR', () => {
  for (const ending of ['\n', '\r\n', '\r']) same('sse', sse(all, { ending }));
  same('sse', `data: ${JSON.stringify(start)}\r\n\ndata: ${JSON.stringify(chunk)}\n\r${sse([end], { ending: '\r' })}${sse([other])}`);
  for (const ending of ['\n', '\r\n', '\n\n\r\n']) same('ndjson', all.map((event) => JSON.stringify(event) + ending).join(''));
});

test('FRAME-02 a leading byte order mark is skipped', () => {
  same('sse', `\uFEFF${sse(all)}`);
  same('ndjson', `\uFEFF${all.map((event) => `${JSON.stringify(event)}\n`).join('')}`);
});

test('FRAME-03 the space after the colon is optional', () => {
  same('sse', sse(all, { space: '' }));
});

test('FRAME-04 several data lines are one event', () => {
  same('sse', all.map((event) => `data: ${JSON.stringify(event).replace(',', ',\ndata:')}\n\n`).join(''));
});

test('FRAME-05, FRAME-06, FRAME-07 what stands between disturbs nothing', () => {
  const between = ': hello\n\n:\nid: 7\nretry: 10\nfoo: bar\nfoo\nevent: ping\n\ndata:\n\ndata\n\ndata: \n\n';
  for (const set of ['main', 'other', 'third']) {
    same('sse', between + all.map((event) => `event: nonsense\nid: 1\n${sse([event])}${between}`).join(''), set);
  }
});

test('FRAME-09 a line of 16 MiB passes', () => {
  const parametersChunk = 'é\n'.repeat(4 << 20);
  const events = [start, { id: 'a', stage: 'streaming', parametersChunk }];
  for (const [encoding, text] of [['sse', sse(events)], ['ndjson', events.map((e) => `${JSON.stringify(e)}\n`).join('')]]) {
    assert.equal(blocks({ encoding, chunks: [text] }).state.toolBlocks[0].parameters, parametersChunk);
  }
});

test('FRAME-11 a last event that isn\'t ended is taken or dropped, whole', () => {
  const whole = sse([start, chunk]) + `data: ${JSON.stringify(end)}`;
  assert.equal(blocks({ encoding: 'sse', chunks: [whole] }).state.toolBlocks[0].stage, 'end');
  assert.equal(blocks({ encoding: 'sse', chunks: [whole] }, 'other').state.toolBlocks[0].stage, 'streaming');
  for (const set of ['main', 'other']) {
    for (const encoding of ['sse', 'ndjson']) {
      const cut = encoding === 'sse' ? whole.slice(0, -5) : `${JSON.stringify(start)}\n{"id":"a","st`;
      const { ending, state } = blocks({ encoding, chunks: [cut] }, set);
      assert.equal(ending, 'done');
      assert.notEqual(state.toolBlocks[0].stage, 'end');
    }
  }
});

test('FRAME-12, FRAME-13 a malformed frame is skipped, or the input refused', () => {
  for (const wrong of ['{"id":', 'null', '7', '[]', '"x"', '[DONE]x', 'nonsense']) {
    same('sse', `data: ${wrong}\n\n${sse(all)}`);
    same('ndjson', `${wrong}\n${all.map((event) => `${JSON.stringify(event)}\n`).join('')}`);
    assert.equal(blocks({ encoding: 'sse', chunks: [`data: ${wrong}\n\n${sse(all)}`] }, 'other').ending, 'rejected');
  }
  same('ndjson', `[DONE]\n${all.map((event) => `${JSON.stringify(event)}\n`).join('')}`);
});

test('FRAME-13 [DONE] ends the stream', () => {
  for (const set of ['main', 'other', 'third']) {
    same('sse', `${sse(all)}data: [DONE]\n\ndata: nonsense\n\n${sse([{ id: 'c', stage: 'start' }])}`, set);
  }
});

test('an event that is no object is ignored or refused', () => {
  assert.deepEqual(blocks({ events: [null, 1, 'x', [], ...all] }).state, expected);
  assert.equal(blocks({ events: [null] }, 'other').ending, 'rejected');
});

test('input without a known form is refused', () => {
  for (const input of [{}, { encoding: 'xml', chunks: [] }, { encoding: 'sse' }, { encoding: 'sse', chunks: [1] }]) {
    assert.equal(blocks(input).ending, 'rejected');
  }
});
