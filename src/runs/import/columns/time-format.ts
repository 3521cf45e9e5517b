import { UsageError } from '../../../lib/errors.ts'
import { ownMember } from '../../../lib/records.ts'

/** A unit since 1970, or a pattern of the engine, in UTC. */
export type TimeFormat = { readonly perSecond: number } | { readonly pattern: string }

const UNITS: Record<string, number> = {
  ...{ seconds: 1, milliseconds: 1_000, microseconds: 1_000_000, nanoseconds: 1_000_000_000 },
}
const SHORT: Record<string, number> = { s: 1, ms: 1_000, us: 1_000_000, ns: 1_000_000_000 }

/** Letters of strftime that the engine has too, and its forms of others without leading zeros. */
const SAME = ['%Y', '%y', '%e', '%b', '%a', '%j', '%S', '%p', '%F', '%T']
const LETTERS: Record<string, string> = {
  ...Object.fromEntries(SAME.map((letter) => [letter, letter])),
  ...{ '%m': '%c', '%d': '%e', '%H': '%k', '%I': '%l', '%M': '%i' },
}

/** `seconds`, `milliseconds`, … or a pattern of strftime such as `%d/%m/%Y %H:%M`. */
export function toTimeFormat(given: string): TimeFormat {
  const perSecond = ownMember({ ...UNITS, ...SHORT }, given)
  if (perSecond !== undefined) return { perSecond }
  const unknown = given.match(/%.?/g)?.find((letter) => LETTERS[letter] === undefined)
  if (/%[YyF]/.test(given) && unknown === undefined)
    return { pattern: given.replace(/%./g, (letter) => LETTERS[letter] ?? letter) }
  const why = unknown === undefined ? '' : ` (${unknown} is not known)`
  throw new UsageError(
    `--time-format ${given}: use ${Object.keys(UNITS).join(', ')}, or a pattern such as "%d/%m/%Y %H:%M"${why}`,
  )
}
