'use strict';

// el makes an element. Children are elements or texts; a text becomes a text node
// and nothing else, whatever it says.
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  set(node, attributes);
  node.append(...children.filter((c) => c !== null && c !== undefined && c !== ''));
  return node;
}

function svg(tag, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  set(node, attributes);
  node.append(...children);
  return node;
}

// set is called with names of our own only, never with names out of the data.
function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === 'onclick') node.addEventListener('click', value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : value);
  }
}

const glyphs = { pass: '✓', skip: '–', unobserved: '○', warn: '!', fail: '✕' };

function verdictChip(verdict) {
  const known = Object.hasOwn(glyphs, verdict) ? verdict : 'unobserved';
  return el('span', { class: 'v v-' + known }, el('span', { 'aria-hidden': 'true' }, glyphs[known]), ' ' + verdict);
}

// prose is a text; what stands in backticks there is code.
function prose(text) {
  return text.split('`').map((part, i) => (i % 2 ? el('code', {}, part) : part));
}

function plural(n, word) {
  return n + ' ' + word + (n === 1 ? '' : 's');
}

// copyButton copies a text; where the browser has no clipboard for files, by way of
// a selection.
function copyButton(text) {
  const button = el('button', { type: 'button', 'aria-label': 'Copy the replay command' }, 'Copy');
  button.addEventListener('click', async () => {
    const done = await copy(text);
    button.textContent = done ? 'Copied' : 'Press Ctrl+C';
    setTimeout(() => { button.textContent = 'Copy'; }, 1600);
  });
  return button;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el('textarea', { readonly: true, 'aria-hidden': 'true' });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
