// The list of all cases, a page of it at a time: thousands stay quick that way.

const pageSize = 100;

function caseList(data) {
  const table = document.querySelector('.case-table');
  const pager = document.querySelector('.pager');
  const index = data.cases.map((c) => caseIndex(data, c));
  let hits = [];
  let page = 0;
  const draw = () => {
    table.hidden = hits.length === 0;
    pager.hidden = hits.length <= pageSize;
    table.tBodies[0].replaceChildren(...hits.slice(page * pageSize, (page + 1) * pageSize).map((i) => caseRow(data.cases[i])));
    const pages = Math.ceil(hits.length / pageSize);
    pager.querySelector('span').textContent = `page ${page + 1} of ${pages}`;
    for (const button of pager.querySelectorAll('button')) {
      const to = page + Number(button.dataset.page);
      button.disabled = to < 0 || to >= pages;
    }
  };
  for (const button of pager.querySelectorAll('button')) {
    button.addEventListener('click', () => {
      page += Number(button.dataset.page);
      draw();
      document.getElementById('cases').focus();
    });
  }
  return (f) => {
    hits = [];
    index.forEach((c, i) => { if (wantsCase(c, f)) hits.push(i); });
    page = 0;
    draw();
    return tell('cases', hits.length, data.cases.length);
  };
}

// caseIndex is what the filters ask of a case.
function caseIndex(data, c) {
  const ids = [...c.tests, ...(c.findings || []).map((f) => f.requirement)];
  return {
    verdict: c.verdict, dialect: data.pairs[c.pair].dialect, role: data.pairs[c.pair].role,
    families: new Set(ids.map((id) => id.split('-')[0])), levels: new Set(ids.map((id) => (Object.hasOwn(data.levels, id) ? data.levels[id] : ''))),
    words: [c.id, c.title, c.reason, ...ids, ...(c.findings || []).map((f) => f.message)].join(' ').toLowerCase(),
  };
}

function wantsCase(c, f) {
  return wantsVerdict(f, c.verdict) && wants(c.dialect, f.dialect) && wants(c.role, f.role) &&
    (!f.family || c.families.has(f.family)) && (!f.level || c.levels.has(f.level)) && holdsWords(c.words, f.words);
}

function caseRow(c) {
  const tells = (c.findings || []).length > 0 || c.reason;
  const title = el('span', { class: 'title' }, c.title || '');
  const name = tells ? el('button', { type: 'button', 'aria-expanded': 'false' }, c.id) : el('span', { class: 'case-id' }, c.id);
  const row = el('tr', {}, el('td', {}, verdictChip(c.verdict)), el('td', {}, name, title), el('td', { class: 'quiet' }, c.class), el('td', { class: 'quiet' }, c.tests.join(', ')));
  if (tells) {
    name.addEventListener('click', () => {
      const open = name.getAttribute('aria-expanded') === 'true';
      name.setAttribute('aria-expanded', String(!open));
      if (!open) address({ hash: '#case=' + encodeURIComponent(c.id) });
      if (open) row.nextSibling.remove();
      else row.after(el('tr', { class: 'unfolded' }, el('td', { colspan: 4 }, caseView(c, ''))));
    });
  }
  return row;
}
