import { UsageError } from '../../../lib/errors.ts'
import { ownMember } from '../../../lib/records.ts'
import { literal, type Sql, sql } from '../../../lib/sql.ts'
import {
  type Check,
  type Conversion,
  type Place,
  readable,
  reasonWith,
  wholeNumber,
} from './value-expressions.ts'

/** The last second of the year 2105; the engine's dates end in 2106. */
const LAST_SEC = 4_291_747_199
const LAST_YEAR = 2105

const ISO =
  '^\\d{4}-\\d{2}-\\d{2}([Tt ]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d([.]\\d+)?)?( ?([Zz]|UTC|[+-]\\d{2}:?\\d{2}))?)?$'
const FAR_DATE = '^[+]?(\\d{4,9})-\\d{2}-\\d{2}'

const EXPECTED = `; expected are Unix seconds or an ISO date from 1970 to ${LAST_YEAR}`

/** Valid time: a date type; text and numbers in the format, else Unix seconds or ISO (UTC). */
export function convertTime(place: Place, format: TimeFormat | undefined): Conversion {
  const { raw, value, shape } = place
  const checks: Check[] = [
    { broken: sql`(${value} > ${LAST_SEC})`, reason: pastTheEnd(place), wholeFile: true },
    readable(place, false, 'a time'),
    { broken: sql`(${value} < 0)`, reason: reasonWith(place, 'before 1970') },
  ]
  if (shape === 'text') {
    const broken = sql`(isNull(${value}) AND toUInt32OrZero(extract(ifNull(${raw}, ''), ${literal(FAR_DATE)})) > ${LAST_YEAR})`
    checks.unshift({ broken, reason: pastTheEnd(place), wholeFile: true })
  }
  return { value: secondsOf(place, format), checks, stored: sql`assumeNotNull(${value})` }
}

function secondsOf(place: Place, format: TimeFormat | undefined): Sql {
  const { raw, shape } = place
  if (shape === 'day') return sql`toInt64(toInt32(${raw})) * 86400`
  if (shape === 'timestamp') return sql`toInt64(${raw})`
  if (format !== undefined) return formattedSeconds(place, format)
  if (shape !== 'text') return wholeNumber(place)
  const parsed = sql`toInt64(parseDateTime64BestEffortOrNull(upper(${raw}), 3, 'UTC'))`
  return sql`multiIf(isNotNull(toInt64OrNull(${raw})), toInt64OrNull(${raw}), match(${raw}, ${literal(ISO)}), ${parsed}, ${wholeNumber(place)})`
}

function formattedSeconds(place: Place, format: TimeFormat): Sql {
  if ('perSecond' in format) return sql`intDiv(${wholeNumber(place)}, ${format.perSecond})`
  const text = place.shape === 'text' ? place.raw : sql`toString(${place.raw})`
  return sql`toInt64(parseDateTime64OrNull(${text}, ${literal(format.pattern)}, 'UTC'))`
}

/** Says what is expected and guesses the unit: this century in milliseconds is over 10^11. */
function pastTheEnd({ name, raw, value, shape }: Place): Sql {
  const shown = sql`substringUTF8(ifNull(toString(${raw}), ''), 1, 60)`
  const isNumber =
    shape === 'text'
      ? sql`match(${shown}, '^[0-9.]+$')`
      : shape === 'whole' || shape === 'float'
        ? sql`1`
        : sql`0`
  const units = sql`multiIf(NOT ${isNumber}, '', ${value} >= 1e17, ' (nanoseconds?)', ${value} >= 1e14, ' (microseconds?)', ${value} >= 1e11, ' (milliseconds?)', '')`
  return sql`concat(${literal(`${name}: `)}, ${shown}, ' is past the year ${LAST_YEAR}', ${units}, ${literal(EXPECTED)})`
}

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
