import { HOUR_SEC, MINUTE_SEC } from '../../../lib/clock.ts'
import { type Finding, type Guard, TOTAL, totalOf } from './guard.ts'
import { thresholdsOf } from './settings.ts'
import { spell } from './statistics.ts'

/** A reading from the future, one made of old prices, or a figure that has not changed for long. */
export const stale: Guard = (reading, past, settings) => {
  const thresholds = thresholdsOf(settings.stale, reading.watch)
  if (thresholds === undefined) return []
  const say = (severity: Finding['severity'], reason: string): Finding => ({
    guard: 'stale',
    severity,
    release: settings.stale.release,
    reason,
  })
  const findings: Finding[] = []
  const aheadSec = reading.atSec - reading.nowSec
  if (aheadSec > thresholds.aheadMinutes * MINUTE_SEC)
    findings.push(say('hold', `It is dated ${Math.round(aheadSec / MINUTE_SEC)} minutes ahead.`))
  const priceAgeSec =
    reading.oldestPriceSec === null ? null : reading.atSec - reading.oldestPriceSec
  if (priceAgeSec !== null && priceAgeSec > thresholds.oldestPriceHours * HOUR_SEC)
    findings.push(
      say(
        'hold',
        `A price in it is ${Math.round(priceAgeSec / HOUR_SEC)} h old; the limit is ${thresholds.oldestPriceHours} h.`,
      ),
    )
  const value = totalOf(reading)
  if (reading.watch.mayRepeat || value === 0) return findings
  const line = past.line(TOTAL)
  const { sinceSec, count } = line.repeats(value, reading.atSec)
  const limitSec = thresholds.repeatHours * HOUR_SEC
  const isLong = reading.atSec - sinceSec >= limitSec && count + 1 >= thresholds.repeatCount
  // Only the reading that passes the limit is flagged, not every further one.
  const previousSec = line.before(reading.atSec)?.atSec ?? reading.atSec
  const wasLong = previousSec - sinceSec >= limitSec && count >= thresholds.repeatCount
  if (isLong && !wasLong)
    findings.push(
      say(
        'flag',
        `${reading.watch.value} has been exactly ${spell(value)} for ${Math.round((reading.atSec - sinceSec) / HOUR_SEC)} h, ${count + 1} readings.`,
      ),
    )
  return findings
}
