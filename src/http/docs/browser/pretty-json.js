const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * Lays JSON out over lines without reading it into numbers, so that every figure stands as it was
 * sent, and stops at `limit` characters, so that a body of many megabytes costs no more than a
 * small one.
 */
export function prettyJson(text, limit) {
  const parts = []
  let length = 0
  let depth = 0
  let previous = ''
  for (const [token] of text.matchAll(TOKENS)) {
    if (isClosing(token)) depth--
    const part = `${gapBefore(previous, token, depth)}${token}`
    if (isOpening(token)) depth++
    length += part.length
    if (length > limit) return { text: parts.join(''), truncated: true }
    parts.push(part)
    previous = token
  }
  return { text: parts.join(''), truncated: false }
}

const isOpening = (token) => token === '{' || token === '['
const isClosing = (token) => token === '}' || token === ']'

function gapBefore(previous, token, depth) {
  if (previous === '' || token === ',' || token === ':') return ''
  if (previous === ':') return ' '
  if (isOpening(previous) && isClosing(token)) return ''
  return `\n${'  '.repeat(Math.max(depth, 0))}`
}
