import assert from 'node:assert/strict';
import { test } from 'node:test';

import { JsonError, JsonNumber, parse, tryParse, write } from '../json.mjs';

test('values come back as they were', () => {
  for (const text of ['{}', '[]', '0', '-0', '"\\u2028"', '[1,[2,{"a":null}],true,false]', '{"__proto__":{"constructor":1}}']) {
    assert.deepEqual(JSON.parse(write(parse(text))), JSON.parse(text));
  }
});

test('numbers keep their value at any size', () => {
  const text = '[9007199254740993,1.0,1e400,-0,123456789012345678901234567890.5e-3]';
  assert.equal(write(parse(text)), text);
  assert.ok(parse('1') instanceof JsonNumber);
});

test('__proto__ is a key like any other', () => {
  const value = parse('{"__proto__":1,"a":2}');
  assert.deepEqual(Object.keys(value), ['__proto__', 'a']);
  assert.equal(write(value), '{"__proto__":1,"a":2}');
});

test('what is no JSON is refused', () => {
  const wrong = [
    '', ' ', '{', '}', '[1,]', '{"a":1,}', '{a:1}', '01', '1.', '.5', '+1', 'nul', 'nulll', '"\n"', '"\\x"', '"\\u12"',
    '"abc', '{"a":1}{"b":2}', '[1 2]', "{'a':1}", 'NaN', '\u00a01', '{"a"}', '[1}', '"\\',
  ];
  for (const text of wrong) {
    assert.throws(() => parse(text), JsonError, text);
    assert.equal(tryParse(text), undefined);
  }
});

test('blanks are the four of JSON', () => {
  assert.deepEqual(write(parse(' \t\r\n{ "a" : [ 1 , 2 ] } \n')), '{"a":[1,2]}');
});

test('depth costs no stack', () => {
  const depth = 200_000;
  const text = '['.repeat(depth) + ']'.repeat(depth);
  assert.equal(write(parse(text)), text);
  assert.throws(() => parse('{"a":'.repeat(depth)), JsonError);
});

test('lone surrogates are written as escapes', () => {
  assert.equal(write(parse('"\\ud800"')), '"\\ud800"');
});

test('members without a value are left out', () => {
  assert.equal(write({ a: undefined, b: null }), '{"b":null}');
});

test('another spelling is the same value', () => {
  const spelling = { reverseKeys: true, number: (literal) => `${literal}.0` };
  assert.equal(write(parse('{"a":1,"b":[2]}'), spelling), '{"b":[2.0],"a":1.0}');
});
