// Letters and digits of any script; everything else separates words.
const WORD = /[\p{L}\p{N}]+/gu
// Nearly all names are of this kind, and are split several times as fast.
const ASCII_WORD = /[a-z0-9]+/g
const ASCII = /^[\x20-\x7e]*$/
const MARKS = /\p{M}+/gu
/** Longer texts are cut: nobody types more of a name. */
const MAX_TEXT = 200

/** The words of a text as search compares them: lower case, without accents. */
export function searchWords(text: string): string[] {
  const short = text.slice(0, MAX_TEXT)
  if (ASCII.test(short)) return short.toLowerCase().match(ASCII_WORD) ?? []
  return short.normalize('NFKD').replace(MARKS, '').toLowerCase().match(WORD) ?? []
}
