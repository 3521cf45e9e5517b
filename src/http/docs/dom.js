/**
 * Makes an element; children that are null or false are left out. Text is always set as text, never
 * parsed.
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue
    node.setAttribute(name, value === true ? '' : String(value))
  }
  node.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  )
  return node
}

/** Prose of a description: paragraphs, `- ` lists and `code` in back-ticks, nothing more. */
export function prose(text) {
  if (!text) return []
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const lines = block.split('\n').map((line) => line.trim())
      if (lines.every((line) => /^[-*] /.test(line))) {
        return element(
          'ul',
          {},
          lines.map((line) => element('li', {}, inline(line.slice(2)))),
        )
      }
      return element('p', {}, inline(lines.join(' ')))
    })
}

/** One line of prose, with `code` set as code and **strong** as strong. */
export function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.length > 2 && part.startsWith('`')) return element('code', {}, part.slice(1, -1))
    if (part.length > 4 && part.startsWith('**')) return element('strong', {}, part.slice(2, -2))
    return part
  })
}

/**
 * A button that copies what `read` gives; without the clipboard (plain HTTP) it selects `source`
 * instead.
 */
export function copyButton(read, source) {
  const button = element('button', { type: 'button', class: 'small' }, 'Copy')
  button.addEventListener('click', async () => {
    const done = await copyText(read(), source)
    button.textContent = done ? 'Copied' : 'Selected'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })
  return button
}

async function copyText(text, source) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    getSelection()?.selectAllChildren(source)
    return false
  }
}
