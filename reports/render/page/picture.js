// A stream as a picture: a lane for each call from top to bottom, an event on each
// line (as high as the style sheet says), an arc from each call to its result.

const rowHeight = 32;
const laneWidth = 24;
const kindWords = { call: 'call', piece: 'piece', result: 'result', error: 'error', stop: 'stop', text: 'text', end: 'end', other: 'other' };

function laneClass(at) {
  return 'c' + (at === 0 ? 0 : 1 + (at - 1) % 8);
}

// pictureOf draws a stream. `at` is where a finding points, or null.
function pictureOf(title, picture, at, of) {
  const box = el('section', { class: 'picture', 'aria-label': of ? title + ': ' + of : title }, el('h4', {}, title));
  if (picture.lanes.length > 1) box.append(legend(picture, at));
  if (picture.before) box.append(el('p', { class: 'gap' }, plural(picture.before, 'event') + ' before these'));
  box.append(el('div', { class: 'swim' }, drawing(picture, at), eventList(picture, at)));
  if (picture.after) box.append(el('p', { class: 'gap' }, plural(picture.after, 'event') + ' more'));
  return box;
}

function legend(picture, at) {
  const list = el('ul', { class: 'lanes' });
  picture.lanes.forEach((lane, i) => {
    if (i === 0) return;
    const dot = svg('svg', { width: 14, height: 14, 'aria-hidden': 'true' }, svg('circle', { class: 'dot', cx: 7, cy: 7, r: 5 }));
    list.append(el('li', { class: laneClass(i) + (at && at.lane === i ? ' about' : '') }, dot, lane.call, lane.name ? el('span', {}, lane.name) : ''));
  });
  return list;
}

function eventList(picture, at) {
  const list = el('ol', {});
  picture.marks.forEach((mark, i) => {
    const wrong = at && at.event === i;
    const instead = at && at.instead === i;
    const kind = Object.hasOwn(kindWords, mark.kind) ? kindWords[mark.kind] : 'other';
    list.append(el('li', { class: wrong ? 'wrong' : instead ? 'instead' : null },
      el('span', { class: 'n' }, String(mark.n)), el('span', { class: 'kind' }, kind), el('code', {}, mark.gist || ''),
      wrong ? el('span', { class: 'tag' }, 'first wrong event') : instead ? el('span', { class: 'tag' }, 'held instead') : ''));
  });
  return list;
}

const y = (row) => row * rowHeight + rowHeight / 2;

// drawing leaves the lane of the turn out where nothing stands in it.
function drawing(picture, at) {
  const first = picture.marks.some((mark) => mark.lane === 0) ? 0 : 1;
  const x = (lane) => 30 + (lane - first) * laneWidth;
  const height = picture.marks.length * rowHeight;
  const canvas = svg('svg', { width: x(Math.max(first, picture.lanes.length - 1)) + 18, height, 'aria-hidden': 'true' });
  picture.lanes.forEach((_, lane) => canvas.append(...laneLine(picture, lane, x)));
  canvas.append(...arcs(picture, x));
  if (at && at.instead >= 0) canvas.append(...wrongArc(picture, at, x));
  picture.marks.forEach((mark, row) => canvas.append(shapeOf(mark.kind, laneClass(mark.lane), x(mark.lane), y(row))));
  if (at && at.event >= 0) canvas.append(svg('circle', { class: 'halo', cx: x(picture.marks[at.event].lane), cy: y(at.event), r: 11 }));
  return canvas;
}

// laneLine reaches from the first event of the lane to its last.
function laneLine(picture, lane, x) {
  const rows = picture.marks.flatMap((mark, row) => (mark.lane === lane ? [row] : []));
  if (rows.length < (lane > 0 ? 2 : 1)) return [];
  const from = lane === 0 ? 0 : rows[0];
  const to = lane === 0 ? picture.marks.length - 1 : rows[rows.length - 1];
  return [svg('line', { class: 'line ' + laneClass(lane), x1: x(lane), x2: x(lane), y1: y(from), y2: y(to) })];
}

// arcs pair each result with the call before it in its lane, or after it where the
// result came too early.
function arcs(picture, x) {
  const list = [];
  picture.marks.forEach((mark, row) => {
    if (mark.lane === 0 || (mark.kind !== 'result' && mark.kind !== 'error')) return;
    const calls = picture.marks.flatMap((m, r) => (m.lane === mark.lane && m.kind === 'call' ? [r] : []));
    const call = calls.filter((r) => r < row).pop() ?? calls[0];
    if (call === undefined) return;
    const left = x(mark.lane) - 11;
    list.push(svg('path', { class: 'arc ' + laneClass(mark.lane), d: `M${x(mark.lane)} ${y(call)} C${left} ${y(call) + 8} ${left} ${y(row) - 8} ${x(mark.lane)} ${y(row)}` }));
  });
  return list;
}

// wrongArc leads from the call to the result of another call that it holds instead.
function wrongArc(picture, at, x) {
  const call = picture.marks.findIndex((m) => m.lane === at.lane && m.kind === 'call');
  if (call < 0) return [];
  const mark = picture.marks[at.instead];
  const bend = (x(at.lane) + x(mark.lane)) / 2 + (mark.lane > at.lane ? 6 : -6);
  return [svg('path', { class: 'instead', d: `M${x(at.lane)} ${y(call)} C${bend} ${y(call)} ${bend} ${y(at.instead)} ${x(mark.lane)} ${y(at.instead)}` })];
}

function shapeOf(kind, lane, cx, cy) {
  const group = svg('g', { class: lane });
  switch (kind) {
    case 'call':
      group.append(svg('circle', { class: 'dot', cx, cy, r: 7 }));
      break;
    case 'result':
      group.append(svg('rect', { class: 'dot', x: cx - 6.5, y: cy - 6.5, width: 13, height: 13, rx: 3 }));
      break;
    case 'error':
      group.append(svg('rect', { class: 'dot', x: cx - 6.5, y: cy - 6.5, width: 13, height: 13, rx: 3 }),
        svg('path', { class: 'cross', d: `M${cx - 2.6} ${cy - 2.6}l5.2 5.2m0 -5.2l-5.2 5.2` }));
      break;
    case 'end':
      group.append(svg('rect', { class: 'dot', x: cx - 9, y: cy - 2.5, width: 18, height: 5, rx: 2.5 }));
      break;
    case 'stop':
      group.append(svg('circle', { class: 'ring', cx, cy, r: 3.6 }));
      break;
    default:
      group.append(svg('circle', { class: 'dot', cx, cy, r: 3.6 }));
  }
  return group;
}
