/** A piece of SQL; spaces and comments are none. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'other'
  /** As it is written. */
  readonly text: string
  /** Of a word or quoted name: lower case, without quotes. */
  readonly name: string
}

// Comments can hold comments, which this does not read.
const SPACE = /(?:[ \t\n\r\f\v]+|--[^\n]*|#[ !][^\n]*|\/\*(?:[^*/]|\*(?!\/)|\/(?!\*))*\*\/)*/y
const WORD = /[A-Za-z0-9_]+/y
const STRING = /'[^'\\]*(?:(?:\\.|'')[^'\\]*)*'/sy
const HEREDOC = /\$(\w*)\$.*?\$\1\$/sy
const QUOTED = /`[^`\\]*(?:(?:\\[`\\0]|``)[^`\\]*)*`|"[^"\\]*(?:(?:\\["\\0]|"")[^"\\]*)*"/y
const OTHER = /(?!\/\*)[-+*/%=<>!.,:;()[\]{}?|^@~&]/y

/**
 * The tokens of SQL as the engine reads it. `undefined` where that is not certain: a quote that does
 * not end, a comment in a comment, an escape in a name, a sign that is neither ASCII nor quoted.
 */
export function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = []
  let from = endOf(SPACE, text, 0)
  while (from < text.length) {
    const [kind, pattern] = kindAt(text, from)
    const end = endOf(pattern, text, from)
    // A dollar sign goes on with a word, or begins a text.
    if (end === from || (kind === 'word' && text.charAt(end) === '$')) return undefined
    const piece = text.slice(from, end)
    tokens.push({ kind, text: piece, name: nameOf(kind, piece) })
    from = endOf(SPACE, text, end)
  }
  return tokens
}

function kindAt(text: string, from: number): [Token['kind'], RegExp] {
  const start = text.charAt(from)
  if (start === "'") return ['string', STRING]
  if (start === '$') return ['string', HEREDOC]
  if (start === '`' || start === '"') return ['quoted', QUOTED]
  return endOf(WORD, text, from) > from ? ['word', WORD] : ['other', OTHER]
}

/** Where what begins here ends; the same place if it is something else. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

function nameOf(kind: Token['kind'], piece: string): string {
  if (kind === 'word') return piece.toLowerCase()
  return kind === 'quoted' ? piece.slice(1, -1).toLowerCase() : ''
}
