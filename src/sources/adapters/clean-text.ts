import { withoutControls } from '../../lib/without-controls.ts'

/** Long enough for any honest methodology or error. */
const MAX_TEXT_LENGTH = 2_000

/** Text of a module as it may be shown and stored: without control characters, of limited length. */
export function cleanText(text: string, maxLength = MAX_TEXT_LENGTH): string {
  const clean = withoutControls(text.slice(0, 2 * maxLength))
  return clean.length > maxLength || text.length > 2 * maxLength
    ? `${clean.slice(0, maxLength - 1).toWellFormed()}…`
    : clean.toWellFormed()
}
