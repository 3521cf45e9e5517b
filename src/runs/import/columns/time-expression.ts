import { literal } from '../../sql-text.ts'
import type { TimeFormat } from './time-format.ts'
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
  '^\\\\d{4}-\\\\d{2}-\\\\d{2}([Tt ]([01]\\\\d|2[0-3]):[0-5]\\\\d(:[0-5]\\\\d([.]\\\\d+)?)?( ?([Zz]|UTC|[+-]\\\\d{2}:?\\\\d{2}))?)?$'
const FAR_DATE = '^[+]?(\\\\d{4,9})-\\\\d{2}-\\\\d{2}'

const EXPECTED = `; expected are Unix seconds or an ISO date from 1970 to ${LAST_YEAR}`

/**
 * The valid time: a date type; text and numbers in the given format, else Unix seconds, an ISO date
 * or date-time (UTC by default).
 */
export function convertTime(place: Place, format: TimeFormat | undefined): Conversion {
  const { raw, value, shape } = place
  const checks: Check[] = [
    { broken: `(${value} > ${LAST_SEC})`, reason: pastTheEnd(place), wholeFile: true },
    readable(place, false, 'a time'),
    { broken: `(${value} < 0)`, reason: reasonWith(place, 'before 1970') },
  ]
  if (shape === 'text') {
    const broken = `(isNull(${value}) AND toUInt32OrZero(extract(ifNull(${raw}, ''), '${FAR_DATE}')) > ${LAST_YEAR})`
    checks.unshift({ broken, reason: pastTheEnd(place), wholeFile: true })
  }
  return { value: secondsOf(place, format), checks, stored: `assumeNotNull(${value})` }
}

function secondsOf(place: Place, format: TimeFormat | undefined): string {
  const { raw, shape } = place
  if (shape === 'day') return `toInt64(toInt32(${raw})) * 86400`
  if (shape === 'moment') return `toInt64(${raw})`
  if (format !== undefined) return formattedSeconds(place, format)
  if (shape !== 'text') return wholeNumber(place)
  const parsed = `toInt64(parseDateTime64BestEffortOrNull(upper(${raw}), 3, 'UTC'))`
  return `multiIf(isNotNull(toInt64OrNull(${raw})), toInt64OrNull(${raw}), match(${raw}, '${ISO}'), ${parsed}, ${wholeNumber(place)})`
}

function formattedSeconds(place: Place, format: TimeFormat): string {
  if ('perSecond' in format) return `intDiv(${wholeNumber(place)}, ${format.perSecond})`
  const text = place.shape === 'text' ? place.raw : `toString(${place.raw})`
  return `toInt64(parseDateTime64OrNull(${text}, ${literal(format.pattern)}, 'UTC'))`
}

/** Says what is expected and guesses the unit: this century in milliseconds is over 10^11. */
function pastTheEnd({ name, raw, value, shape }: Place): string {
  const shown = `substringUTF8(ifNull(toString(${raw}), ''), 1, 60)`
  const isNumber =
    shape === 'text'
      ? `match(${shown}, '^[0-9.]+$')`
      : shape === 'whole' || shape === 'float'
        ? '1'
        : '0'
  const units = `multiIf(NOT ${isNumber}, '', ${value} >= 1e17, ' (nanoseconds?)', ${value} >= 1e14, ' (microseconds?)', ${value} >= 1e11, ' (milliseconds?)', '')`
  return `concat('${name}: ', ${shown}, ' is past the year ${LAST_YEAR}', ${units}, '${EXPECTED}')`
}
