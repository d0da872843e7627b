import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MarkdownBlocks } from '../markdown-blocks.mjs';

/** One letter per line: o(pen), b(ody), c(lose), . for anything else, capital where a fence was cut off before. */
function kinds(text) {
  const blocks = new MarkdownBlocks();
  return text.split('\n').map((line) => {
    const { kind, cutOff } = blocks.next(line);
    const letter = kind === 'other' ? '.' : kind[0];
    return cutOff ? (letter === '.' ? '!' : letter.toUpperCase()) : letter;
  }).join('');
}

const cases = [
  ['a fence', '```\nx\n```\ny', 'obc.'],
  ['tildes', '~~~\n```\n~~~', 'obc'],
  ['a closing fence is as long', '````\n```\n````', 'obc'],
  ['and may be longer', '```\nx\n`````', 'obc'],
  ['and has no info string', '```\n``` x\n```', 'obc'],
  ['and is indented up to three', '```\n    ```\n   ```', 'obc'],
  ['an opening fence too', '   ```\nx\n```\n    ```', 'obc.'],
  ['a tab is four columns', '\t```\nx', '..'],
  ['backticks behind make it inline code', '```x`\ny', '..'],
  ['but not behind tildes', '~~~x`\ny', 'ob'],
  ['a fence interrupts a paragraph', 'a\n```\nb', '.ob'],
  ['two are no fence', '``\nx', '..'],
  ['a quote', '> ```\n> x\n> ```', 'obc'],
  ['a quote ends with its marker', '> ```\n> x\n```', 'obO'],
  ['a blank line ends a quote', '> ```\n\n> x', 'o!.'],
  ['an item', '- ```\n  x\n  ```', 'obc'],
  ['a blank line doesn\'t end an item', '- ```\n\n  x\n  ```', 'obbc'],
  ['less indentation does', '- ```\n  x\n```', 'obO'],
  ['the item\'s paragraph is interrupted from outside', '- a\n```\nx', '.ob'],
  ['four columns inside an item are code', '- a\n\n      ```\n      x', '....'],
  ['an ordered item', '10. ```\n    x\n    ```', 'obc'],
  ['a lazy line doesn\'t leave the quote', '> a\nb\n> ```', '..o'],
  ['an ordered item from two interrupts no paragraph', 'a\n2. ```\n```', '..o'],
  ['an empty item takes one blank line only', '-\n\n  ```\nx', '..ob'],
  ['nested', '> - > ```\n>   > x\n>   > ```', 'obc'],
  ['deeper than anybody nests', `${'>'.repeat(5000)} \`\`\`\nx\n\`\`\``, '..o'],
];

for (const [name, text, expected] of cases) {
  test(name, () => assert.equal(kinds(text), expected));
}

test('what stands in a fence and around it', () => {
  const blocks = new MarkdownBlocks();
  assert.deepEqual(blocks.next('>  ~~~~ tool x '), {
    kind: 'open', info: ' tool x ', depth: 1, prefix: '>  ', cutOff: false,
  });
  assert.equal(blocks.next('>    {').content, '  {');
  assert.equal(blocks.next('> ~~~~  ').trailing, '  ');
});
