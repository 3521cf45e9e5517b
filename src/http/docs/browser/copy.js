const SHOWN_MS = 1_500

/** Each button copies the code beside it; without the clipboard (plain HTTP) it selects it. */
export function addCopyButtons(root) {
  root.addEventListener('click', async ({ target }) => {
    if (!target.matches('button.copy')) return
    const code = target.parentElement.querySelector('pre')
    target.textContent = (await isCopied(code)) ? 'Copied' : 'Selected'
    setTimeout(() => {
      target.textContent = 'Copy'
    }, SHOWN_MS)
  })
}

async function isCopied(code) {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return true
  } catch {
    getSelection()?.selectAllChildren(code)
    return false
  }
}
