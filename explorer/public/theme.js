// Before the first paint, so that nothing flashes.
{
  const asked = new URLSearchParams(window.location.search).get('theme')
  let stored = null
  try {
    stored = window.localStorage.getItem('almanac.theme')
  } catch {
    // A browser that keeps nothing follows the system.
  }
  const theme = asked ?? stored
  const isDark =
    theme === 'dark' ||
    (theme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}
