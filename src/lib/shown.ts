const MAX_LENGTH = 60
// Control characters, marks that turn the direction of text, lone surrogates, line separators.
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu

/** Text of somebody else as a message may have it: short, on one line, in quotation marks. */
export function shown(text: string): string {
  const escaped = text
    .slice(0, MAX_LENGTH + 1)
    .replaceAll(INVISIBLE, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
  return escaped.length > MAX_LENGTH ? `“${escaped.slice(0, MAX_LENGTH)}…”` : `“${escaped}”`
}
