import { HOUR_SEC, MINUTE_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import { defineGuard, type Found } from './define-guard.ts'
import { weighOutdated } from './evidence.ts'
import { type Candidate, type Past, TOTAL, totalOf } from './guard.ts'
import type { GuardSettings } from './settings.ts'
import { spell, spellShare } from './statistics.ts'

/** A reading from the future, one made of old prices, or a figure that has not changed for long. */
export const stale = defineGuard({
  name: 'stale',
  find(reading, past, thresholds) {
    const findings: Found[] = []
    const aheadSec = reading.atSec - reading.nowSec
    if (aheadSec > thresholds.aheadMinutes * MINUTE_SEC) {
      const reason = `It is dated ${Math.round(aheadSec / MINUTE_SEC)} minutes ahead.`
      findings.push({ severity: 'hold', reason })
    }
    findings.push(...findOldPrices(reading, past, thresholds))
    const value = totalOf(reading)
    if (reading.watch.mayRepeat || value === 0) return findings
    const line = past.line(TOTAL)
    const { sinceSec, count } = line.repeats(value, reading.atSec)
    const limitSec = thresholds.repeatHours * HOUR_SEC
    const isLong = reading.atSec - sinceSec >= limitSec && count + 1 >= thresholds.repeatCount
    // Only the reading that passes the limit is flagged, not every further one.
    const previousSec = line.before(reading.atSec)?.atSec ?? reading.atSec
    const wasLong = previousSec - sinceSec >= limitSec && count >= thresholds.repeatCount
    if (isLong && !wasLong) {
      const reason = `${reading.watch.value} has been exactly ${spell(value)} for ${hoursOf(reading.atSec - sinceSec)} h, ${count + 1} readings.`
      findings.push({ severity: 'flag', reason })
    }
    return findings
  },
  suspects: ({ nowSec }, { aheadMinutes }) => [sql`atSec > ${nowSec + aheadMinutes * MINUTE_SEC}`],
})

/** Prices that are too old to be used hold a reading of which they are a good part. */
function findOldPrices(
  reading: Candidate,
  past: Past,
  thresholds: GuardSettings['stale']['by'][string],
): Found[] {
  const outdated = weighOutdated(reading)
  if (outdated !== undefined && outdated.share >= thresholds.flagShare) {
    const { oldest, usd, share } = outdated
    const ageSec = reading.atSec - (oldest.outdated?.atSec ?? reading.atSec)
    const reason = `The newest price of ${oldest.symbol} is ${hoursOf(ageSec)} h old and counts for nothing; at such prices ${spell(usd)} or ${spellShare(share)} of the value is missing.`
    return [{ severity: share >= thresholds.holdShare ? 'hold' : 'flag', reason }]
  }
  const limitSec = thresholds.agedPriceHours * HOUR_SEC
  // Only the reading in which a price passes the limit is flagged, not every further one.
  const previousSec = past.line(TOTAL).before(reading.atSec)?.atSec ?? 0
  const aged = reading.inputs.filter(
    ({ priceSec }) =>
      priceSec !== null &&
      reading.atSec - priceSec > limitSec &&
      previousSec - priceSec <= limitSec,
  )
  const usd = aged.reduce((sum, { valueUsd }) => sum + Math.abs(valueUsd ?? 0), 0)
  const [first] = aged
  if (first === undefined || usd < Math.abs(totalOf(reading)) * thresholds.flagShare) return []
  const ageSec = reading.atSec - (first.priceSec ?? reading.atSec)
  const reason = `The price of ${first.symbol} is ${hoursOf(ageSec)} h old; above ${thresholds.agedPriceHours} h it says little.`
  return [{ severity: 'flag', reason }]
}

function hoursOf(seconds: number): number {
  return Math.round(seconds / HOUR_SEC)
}
