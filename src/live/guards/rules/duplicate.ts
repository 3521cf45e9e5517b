import { type Guard, TOTAL, type Verdict } from './guard.ts'
import { thresholdsOf } from './settings.ts'
import { spell } from './statistics.ts'

/**
 * The same thing said twice in a run with different figures, or the very same figures said of two
 * owners.
 */
export const duplicate: Guard = (reading, _past, settings) => {
  const thresholds = thresholdsOf(settings.duplicate, reading.watch)
  if (thresholds === undefined) return []
  const { release } = settings.duplicate
  const verdicts: Verdict[] = []
  const [first] = reading.contradicted
  if (first !== undefined) {
    const reason = `${reading.contradicted.length} of its rows are given twice with different figures, ${first} among them.`
    verdicts.push({ guard: 'duplicate', severity: 'hold', release, reason })
  }
  const value = reading.lines.get(TOTAL) ?? 0
  const [twin] = reading.twins
  if (twin !== undefined && Math.abs(value) > thresholds.floor) {
    const reason = `${reading.watch.value} is ${spell(value)} here and, to the last digit, in ${twin} at the same moment.`
    verdicts.push({ guard: 'duplicate', severity: 'flag', release, reason })
  }
  return verdicts
}
