import { UsageError } from '../../../lib/errors.ts'
import { ownMember } from '../../../lib/records.ts'

/** A unit since 1970, or a pattern of the engine, in UTC. */
export type TimeFormat = { readonly perSecond: number } | { readonly pattern: string }

const UNITS: Record<string, number> = {
  seconds: 1,
  milliseconds: 1_000,
  microseconds: 1_000_000,
  nanoseconds: 1_000_000_000,
}
const SHORT: Record<string, string> = {
  s: 'seconds',
  ms: 'milliseconds',
  us: 'microseconds',
  ns: 'nanoseconds',
}

/** Letters of strftime as the engine writes them: its forms that need no leading zero. */
const LETTERS: Record<string, string> = {
  '%Y': '%Y',
  '%y': '%y',
  '%m': '%c',
  '%d': '%e',
  '%e': '%e',
  '%b': '%b',
  '%a': '%a',
  '%j': '%j',
  '%H': '%k',
  '%I': '%l',
  '%M': '%i',
  '%S': '%S',
  '%p': '%p',
  '%F': '%F',
  '%T': '%T',
}

/** `seconds`, `milliseconds`, … or a pattern of strftime such as `%d/%m/%Y %H:%M`. */
export function toTimeFormat(given: string): TimeFormat {
  const perSecond = ownMember(UNITS, ownMember(SHORT, given) ?? given)
  if (perSecond !== undefined) return { perSecond }
  const unknown = given.match(/%.?/g)?.find((letter) => LETTERS[letter] === undefined)
  if (/%[YyF]/.test(given) && unknown === undefined)
    return { pattern: given.replace(/%./g, (letter) => LETTERS[letter] ?? letter) }
  const why = unknown === undefined ? '' : ` (${unknown} is not known)`
  throw new UsageError(
    `--time-format ${given}: use ${Object.keys(UNITS).join(', ')}, or a pattern such as "%d/%m/%Y %H:%M"${why}`,
  )
}
