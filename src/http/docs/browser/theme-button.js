const KEY = 'almanac.theme'
const THEMES = ['system', 'light', 'dark']

/** System, light, dark, in turn: the same choice as in the explorer. */
export function addThemeButton(button) {
  let theme = chosenTheme()
  const label = button.querySelector('.for-readers')
  const show = () => {
    button.title = `Theme: ${theme}`
    label.textContent = `Theme: ${theme}. Change to ${nextOf(theme)}`
  }
  button.addEventListener('click', () => {
    theme = nextOf(theme)
    keepTheme(theme)
    const isDark =
      theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
    show()
  })
  show()
}

const nextOf = (theme) => THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]

function chosenTheme() {
  try {
    const stored = localStorage.getItem(KEY)
    return THEMES.includes(stored) ? stored : 'system'
  } catch {
    return 'system'
  }
}

function keepTheme(theme) {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // A browser that stores nothing shows it until the page is closed.
  }
}
