(function start() {
  const table = document.querySelector('.matrix');
  bindFilter(document.querySelector('.filters'), (f) => {
    const shown = filterMatrix(table, f);
    document.getElementById('filter-status').textContent = plural(shown, 'requirement');
  });
})();
