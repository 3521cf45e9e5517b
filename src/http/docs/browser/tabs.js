const KEY = 'almanac.language'

/** The language that was chosen last is shown on every page that has it. */
export function addTabs(root) {
  const known = read()
  if (known !== null) choose(root, known)
  root.addEventListener('change', ({ target }) => {
    if (!target.matches('.samples input[type=radio]')) return
    keep(target.value)
    choose(root, target.value)
  })
}

function choose(root, language) {
  const radio = `.samples input[type=radio][value="${CSS.escape(language)}"]`
  for (const input of root.querySelectorAll(radio)) input.checked = true
}

function read() {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function keep(language) {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // A browser that stores nothing starts with the first.
  }
}
