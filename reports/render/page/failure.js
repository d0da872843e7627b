// One case told in full: what was found, the streams as pictures, the state, and
// how to see it again.

function caseView(c, requirement) {
  const view = el('div', { class: 'told' });
  const own = (c.findings || []).filter((f) => !requirement || f.requirement === requirement);
  const others = (c.findings || []).filter((f) => requirement && f.requirement !== requirement);
  for (const f of own) view.append(findingView(f, !requirement));
  if (c.reason) view.append(el('p', {}, 'How it ended: ' + c.reason));
  view.append(...streams(c, own.find(pointsAt) || own[0] || null, (requirement ? requirement + ' in ' : '') + c.id));
  if (c.replay) {
    view.append(el('div', { class: 'replay' }, el('span', {}, 'replay'), el('code', {}, c.replay), copyButton(c.replay)));
  }
  view.append(...details(c, others));
  return view;
}

function findingView(f, named) {
  const box = el('div', { class: 'finding' }, el('p', {}, named ? el('b', {}, f.requirement + ' ') : '', ...prose(f.message),
    f.known ? ' (known)' : '', f.where ? el('span', { class: 'where' }, '  ' + f.where) : ''));
  if (f.compared) box.append(diffView(f.expected || '', f.actual || ''));
  return box;
}

function streams(c, finding, of) {
  const e = c.evidence;
  if (!e) {
    return (c.findings || []).length ? [el('p', { class: 'quiet' }, 'The streams of this case are not in this page; the JSON result or the replay shows them.')] : [];
  }
  const list = [];
  const at = (which) => (finding && e.judged === which ? finding.at : null);
  if (e.sent) list.push(pictureOf(e.judged === 'answered' ? 'What was asked for' : 'What was sent', e.sent, at('sent'), of));
  if (e.answered) list.push(pictureOf('What came back', e.answered, at('answered'), of));
  return list;
}

function details(c, others) {
  const e = c.evidence;
  const list = [];
  if (others.length) {
    list.push(more(`Also found in this case: ${[...new Set(others.map((f) => f.requirement))].join(', ')}`,
      ...others.map((f) => { const v = findingView(f, true); v.classList.add('other'); return v; }),
      c.more ? el('p', { class: 'quiet' }, plural(c.more, 'further finding')) : ''));
  }
  if (!e) return list;
  if (e.state) list.push(more('The state that came back', el('pre', { tabindex: '0' }, e.state)));
  for (const [title, p] of [['Events as JSON, sent', e.sent], ['Events as JSON, answered', e.answered]]) {
    if (p) list.push(more(title, el('pre', { tabindex: '0' }, p.marks.map((m) => m.n + '  ' + m.text).join('\n'))));
  }
  if (e.stderr) list.push(more('Standard error of the adapter', el('pre', { tabindex: '0' }, e.stderr)));
  return list;
}

function more(title, ...children) {
  return el('details', { class: 'more' }, el('summary', {}, title), ...children);
}

// diffView shows two texts beside each other and marks what differs: lines first,
// then the characters of lines that stand for one another.
function diffView(expected, actual) {
  const want = el('pre', { tabindex: '0' });
  const got = el('pre', { tabindex: '0' });
  if (expected === '') want.append(el('span', { class: 'absent' }, 'nothing'));
  if (actual === '') got.append(el('span', { class: 'absent' }, 'nothing'));
  const a = expected === '' ? [] : expected.split('\n');
  const b = actual === '' ? [] : actual.split('\n');
  for (const [left, right] of alignLines(a, b)) lineDiff(want, got, left, right);
  return el('div', { class: 'diff' }, el('figure', {}, el('figcaption', {}, 'expected'), want), el('figure', {}, el('figcaption', {}, 'actual'), got));
}

function lineDiff(want, got, left, right) {
  if (left === right) {
    want.append(left + '\n');
    got.append(right + '\n');
    return;
  }
  let from = 0;
  const l = left ?? '';
  const r = right ?? '';
  while (from < Math.min(l.length, r.length) && l[from] === r[from]) from++;
  let to = 0;
  while (to < Math.min(l.length, r.length) - from && l[l.length - 1 - to] === r[r.length - 1 - to]) to++;
  if (left !== null) want.append(l.slice(0, from), el('ins', {}, l.slice(from, l.length - to)), l.slice(l.length - to) + '\n');
  if (right !== null) got.append(r.slice(0, from), el('del', {}, r.slice(from, r.length - to)), r.slice(r.length - to) + '\n');
}

// alignLines pairs equal lines (the longest common subsequence), and what stands
// between them in order. Long texts are paired line by line.
function alignLines(a, b) {
  if (a.length * b.length > 90000) {
    return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => [a[i] ?? null, b[i] ?? null]);
  }
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i][j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
    }
  }
  const pairs = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) pairs.push([a[i++], b[j++]]);
    else if (table[i + 1][j + 1] === table[i][j]) pairs.push([a[i++], b[j++]]);
    else if (table[i + 1][j] >= table[i][j + 1]) pairs.push([a[i++], null]);
    else pairs.push([null, b[j++]]);
  }
  while (i < a.length) pairs.push([a[i++], null]);
  while (j < b.length) pairs.push([null, b[j++]]);
  return pairs;
}

// pointsAt tells whether a finding has a place in its picture.
function pointsAt(f) {
  return f.at.event >= 0 || f.at.instead >= 0;
}

// fillMiss tells a failure by its plainest case, with a way to the others.
function fillMiss(miss, data) {
  if (miss.filled) return;
  miss.filled = true;
  const told = miss.querySelector('.told');
  // in the order in which every report tells them, the simplest first
  const cases = (miss.dataset.cases.match(/\d+/g) || []).map(Number).map((i) => data.cases[i]);
  if (cases.length === 0) return;
  const show = (i) => told.replaceChildren(...caseHead(cases, i, show), ...caseView(cases[i], miss.dataset.requirement).children);
  show(0);
}

function caseHead(cases, i, show) {
  const c = cases[i];
  const head = el('div', { class: 'case-head' }, el('h3', {}, c.title || c.id, el('span', { class: 'quiet' }, ' ' + c.id)));
  if (cases.length > 1) {
    const step = (by, label) => {
      const button = el('button', { type: 'button', 'aria-label': label + ' case', disabled: i + by < 0 || i + by >= cases.length }, label);
      button.addEventListener('click', () => {
        const told = button.closest('.told');
        show(i + by);
        const again = told.querySelector(`.stepper button[aria-label="${label} case"]`);
        (again.disabled ? told.querySelector('.stepper button:not([disabled])') : again).focus();
      });
      return button;
    };
    head.append(el('div', { class: 'stepper' }, step(-1, 'Previous'), el('span', { role: 'status' }, `${i + 1} of ${cases.length}`), step(1, 'Next')));
  }
  return [head];
}

function filterMissed(data, f) {
  const all = document.querySelectorAll('.miss');
  let shown = 0;
  for (const miss of all) {
    miss.words ??= (miss.querySelector('summary').textContent + ' ' + miss.querySelector('.rule').textContent + ' ' +
      (miss.dataset.cases.match(/\d+/g) || []).slice(0, 200).map((i) => data.cases[i].id).join(' ')).toLowerCase();
    const d = miss.dataset;
    miss.hidden = !(wantsVerdict(f, d.verdict) && wants(d.level, f.level) && wants(d.dialect, f.dialect) && wants(d.role, f.role) &&
      wants(d.family, f.family) && holdsWords(miss.words, f.words));
    if (!miss.hidden) shown++;
  }
  return tell('missed', shown, all.length);
}
