/** Control characters but line breaks, and those that change the direction of the text. */
const UNPRINTABLE = /[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu

/** Text of others as it may be shown: terminals obey control characters. */
export function withoutControls(text: string): string {
  return text.replace(UNPRINTABLE, '')
}
