(function start() {
  const data = JSON.parse(document.getElementById('data').textContent);
  const form = document.querySelector('.filters');
  const matrix = document.querySelector('.matrix');
  const filterCases = caseList(data);

  for (const miss of document.querySelectorAll('.miss')) {
    miss.addEventListener('toggle', () => { if (miss.open) fillMiss(miss, data); });
    // Whoever opens a failure can hand on the address: it names the failure.
    miss.querySelector('summary').addEventListener('click', () => { if (!miss.open) address({ hash: '#' + miss.id }); });
  }
  bindFilter(form, (f) => {
    const requirements = filterMatrix(matrix, f);
    const missed = filterMissed(data, f);
    const cases = filterCases(f);
    document.getElementById('filter-status').textContent =
      `${plural(requirements, 'requirement')}, ${missed} missed, ${plural(cases, 'case')}`;
  });

  const follow = () => {
    if (location.hash.startsWith('#case=')) {
      followCase(form, location.hash.slice(6));
      return;
    }
    const target = /^#(missed|requirement)-[\w-]+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
    if (!target) return;
    if (target.tagName === 'TR') {
      target.hidden = false;
      target.scrollIntoView({ block: 'center' });
      return;
    }
    target.hidden = false;
    target.open = true;
    fillMiss(target, data);
    target.querySelector('summary').focus({ preventScroll: true });
    target.scrollIntoView();
  };
  window.addEventListener('hashchange', follow);
  document.addEventListener('click', (e) => {
    const link = e.target.closest && e.target.closest('a[href^="#missed-"]');
    if (link && link.hash === location.hash) follow();
  });
  // Esc in an open failure closes it.
  document.addEventListener('keydown', (e) => {
    const open = e.key === 'Escape' && e.target.closest && e.target.closest('.miss[open]');
    if (!open) return;
    open.open = false;
    open.querySelector('summary').focus();
  });
  printing(data);
  if (location.hash) follow();
  else openFirst(data);
})();

// followCase shows one case and opens it: it is searched for by its whole id.
function followCase(form, encoded) {
  let id = '';
  try {
    id = decodeURIComponent(encoded);
  } catch {
    return;
  }
  form.querySelector('#q').value = id;
  form.requestSubmit();
  const button = [...document.querySelectorAll('.case-table tbody button')].find((b) => b.textContent === id);
  if (button && button.getAttribute('aria-expanded') === 'false') button.click();
  document.getElementById('cases').scrollIntoView();
}

// openFirst shows at once what a failure looks like.
function openFirst(data) {
  const first = document.querySelector('.miss');
  if (!first) return;
  first.open = true;
  fillMiss(first, data);
}

// printing opens the failures that are shown, as many as paper bears.
function printing(data) {
  let opened = [];
  window.addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('.miss:not([hidden]):not([open])')].slice(0, 40);
    for (const miss of opened) {
      miss.open = true;
      fillMiss(miss, data);
    }
  });
  window.addEventListener('afterprint', () => {
    for (const miss of opened) miss.open = false;
  });
}
