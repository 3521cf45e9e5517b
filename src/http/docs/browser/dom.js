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
