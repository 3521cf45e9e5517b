import { HOUR_SEC, MINUTE_SEC } from '../../../lib/clock.ts'
import { type Guard, TOTAL, type Verdict } from './guard.ts'
import { thresholdsOf } from './settings.ts'
import { spell } from './statistics.ts'

/**
 * A reading of a time that is not yet, one made of old prices, or the same figure for so long that
 * the source must be standing still.
 */
export const stale: Guard = (reading, past, settings) => {
  const thresholds = thresholdsOf(settings.stale, reading.watch)
  if (thresholds === undefined) return []
  const say = (severity: Verdict['severity'], reason: string): Verdict => ({
    guard: 'stale',
    severity,
    release: settings.stale.release,
    reason,
  })
  const verdicts: Verdict[] = []
  const aheadSec = reading.atSec - reading.nowSec
  if (aheadSec > thresholds.aheadMinutes * MINUTE_SEC)
    verdicts.push(say('hold', `It is dated ${Math.round(aheadSec / MINUTE_SEC)} minutes ahead.`))
  const priceAgeSec = reading.oldestPriceSec === null ? 0 : reading.atSec - reading.oldestPriceSec
  if (priceAgeSec > thresholds.oldestPriceHours * HOUR_SEC)
    verdicts.push(
      say(
        'hold',
        `A price in it is ${Math.round(priceAgeSec / HOUR_SEC)} h old; the limit is ${thresholds.oldestPriceHours} h.`,
      ),
    )
  const value = reading.lines.get(TOTAL) ?? 0
  if (reading.watch.mayRepeat || value === 0) return verdicts
  const line = past.line(TOTAL)
  const { sinceSec, count } = line.repeats(value, reading.atSec)
  const limitSec = thresholds.repeatHours * HOUR_SEC
  const isLong = reading.atSec - sinceSec >= limitSec && count + 1 >= thresholds.repeatCount
  // It is said once, by the reading that passes the limit, and not again with every further one.
  const previousSec = line.before(reading.atSec)?.atSec ?? reading.atSec
  const wasLong = previousSec - sinceSec >= limitSec && count >= thresholds.repeatCount
  if (isLong && !wasLong)
    verdicts.push(
      say(
        'flag',
        `${reading.watch.value} has been exactly ${spell(value)} for ${Math.round((reading.atSec - sinceSec) / HOUR_SEC)} h, ${count + 1} readings.`,
      ),
    )
  return verdicts
}
