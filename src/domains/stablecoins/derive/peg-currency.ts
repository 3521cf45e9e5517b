import { ownMember } from '../../../lib/records.ts'

const PREFIX = 'pegged'
// The one peg that is named after the currency's name and not its code.
const CODES: Readonly<Record<string, string>> = { REAL: 'BRL' }
const FLOATING = 'VAR'

/**
 * The currency whose exchange rate a peg follows, such as EUR for `peggedEUR`; `undefined` for one
 * that follows none (semantics 4.3).
 */
export function pegCurrency(pegType: string): string | undefined {
  const name = pegType.startsWith(PREFIX) ? pegType.slice(PREFIX.length) : ''
  return name === '' || name === FLOATING ? undefined : (ownMember(CODES, name) ?? name)
}
