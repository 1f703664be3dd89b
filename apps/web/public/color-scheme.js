// Runs before the first paint, so that a dark screen never starts white. A file of its own, because the page allows no inline script.
(() => {
  let wanted = 'auto';
  try {
    wanted = localStorage.getItem('solvane.theme') || 'auto';
  } catch {
    wanted = 'auto';
  }
  const isDark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  if (isDark) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#151a1e');
})();
