/** Long enough for any honest methodology or error. */
const MAX_TEXT_LENGTH = 2_000

/** Control characters but line breaks, and those that change the direction of the text. */
const UNPRINTABLE = /[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu

export function withoutControls(text: string): string {
  return text.replace(UNPRINTABLE, '')
}

/** Text of a module as it may be shown and stored: without control characters, of limited length. */
export function cleanText(text: string, maxLength = MAX_TEXT_LENGTH): string {
  const clean = withoutControls(text.slice(0, 2 * maxLength))
  return clean.length > maxLength || text.length > 2 * maxLength
    ? `${clean.slice(0, maxLength - 1).toWellFormed()}…`
    : clean.toWellFormed()
}
