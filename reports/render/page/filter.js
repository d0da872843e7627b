// A filter says what is wanted: words, verdicts, and one each of level, dialect,
// role and family, '' for all.

function readFilter(form) {
  const f = { words: form.querySelector('#q').value.toLowerCase().split(/\s+/).filter(Boolean), verdicts: new Set() };
  for (const chip of form.querySelectorAll('[data-verdict][aria-pressed=true]')) f.verdicts.add(chip.dataset.verdict);
  for (const select of form.querySelectorAll('[data-filter]')) f[select.dataset.filter] = select.value;
  return f;
}

// The filter stands in the address, so that a link shows what its writer saw.
function keepFilter(form) {
  const kept = new URLSearchParams();
  const words = form.querySelector('#q').value.trim();
  if (words) kept.set('q', words);
  for (const chip of form.querySelectorAll('[data-verdict][aria-pressed=true]')) kept.append('verdict', chip.dataset.verdict);
  for (const select of form.querySelectorAll('[data-filter]')) if (select.value) kept.set(select.dataset.filter, select.value);
  address({ search: kept.toString() });
}

function restoreFilter(form) {
  const kept = new URLSearchParams(location.search);
  form.querySelector('#q').value = kept.get('q') || '';
  const verdicts = kept.getAll('verdict');
  for (const chip of form.querySelectorAll('[data-verdict]')) chip.setAttribute('aria-pressed', String(verdicts.includes(chip.dataset.verdict)));
  for (const select of form.querySelectorAll('[data-filter]')) {
    const wanted = kept.get(select.dataset.filter) || '';
    if ([...select.options].some((o) => o.value === wanted)) select.value = wanted;
  }
}

// address changes the page's own address, where the browser lets a page from a file do so.
function address({ search, hash }) {
  const at = new URL(location.href);
  if (search !== undefined) at.search = search;
  if (hash !== undefined) at.hash = hash;
  if (at.href === location.href) return;
  try {
    history.replaceState(null, '', at);
  } catch { /* the page is shown where it has no address of its own */ }
}

function holdsWords(text, words) {
  return words.every((word) => text.includes(word));
}

function wantsVerdict(f, verdict) {
  return f.verdicts.size === 0 || f.verdicts.has(verdict);
}

function wants(value, wanted) {
  return !wanted || value === wanted;
}

// bindFilter calls changed(filter) at once and whenever something is chosen.
function bindFilter(form, changed) {
  let waiting = 0;
  restoreFilter(form);
  const now = () => { clearTimeout(waiting); keepFilter(form); changed(readFilter(form)); };
  form.addEventListener('submit', (e) => { e.preventDefault(); now(); });
  form.addEventListener('reset', () => {
    for (const chip of form.querySelectorAll('[data-verdict]')) chip.setAttribute('aria-pressed', 'false');
    setTimeout(now);
  });
  form.addEventListener('input', (e) => {
    clearTimeout(waiting);
    waiting = setTimeout(now, e.target.id === 'q' ? 90 : 0);
  });
  for (const chip of form.querySelectorAll('[data-verdict]')) {
    chip.addEventListener('click', () => {
      chip.setAttribute('aria-pressed', chip.getAttribute('aria-pressed') === 'true' ? 'false' : 'true');
      now();
    });
  }
  bindKeys(form, now);
  now();
}

// bindKeys: / goes to the search; Esc empties it, then leaves it.
function bindKeys(form, now) {
  const search = form.querySelector('#q');
  document.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
    if (e.key === '/' && !typing) {
      e.preventDefault();
      search.focus();
      search.select();
    } else if (e.key === 'Escape' && e.target === search) {
      e.preventDefault();
      if (search.value === '') search.blur();
      search.value = '';
      now();
    }
  });
}

// filterMatrix shows the rows of a matrix that have a wanted cell.
function filterMatrix(table, f) {
  let shown = 0;
  for (const row of table.tBodies[0].rows) {
    row.words ??= row.textContent.toLowerCase();
    let hit = false;
    for (const cell of row.querySelectorAll('.cell[data-verdict]')) {
      const counts = wants(cell.dataset.dialect, f.dialect) && wants(cell.dataset.role, f.role);
      cell.classList.toggle('dim', !counts);
      hit ||= counts && wantsVerdict(f, cell.dataset.verdict);
    }
    row.hidden = !(hit && wants(row.dataset.level, f.level) && wants(row.dataset.family, f.family) && wants(row.dataset.differs, f.differs) && holdsWords(row.words, f.words));
    if (!row.hidden) shown++;
  }
  return tell('requirements', shown, table.tBodies[0].rows.length);
}

// tell writes how many are shown, and says so where nothing is.
function tell(what, shown, all) {
  const count = document.querySelector(`[data-count=${what}]`);
  if (count) count.textContent = shown === all ? String(all) : `${shown} of ${all}`;
  const nothing = document.querySelector(`[data-nothing=${what}]`);
  if (nothing) nothing.hidden = shown > 0 || all === 0;
  return shown;
}
