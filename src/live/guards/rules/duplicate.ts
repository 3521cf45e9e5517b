import { type Finding, type Guard, totalOf } from './guard.ts'
import { thresholdsOf } from './settings.ts'
import { spell } from './statistics.ts'

/** One row given twice with different figures, or two owners with exactly the same figure. */
export const duplicate: Guard = (reading, _past, settings) => {
  const thresholds = thresholdsOf(settings.duplicate, reading.watch)
  if (thresholds === undefined) return []
  const { release } = settings.duplicate
  const findings: Finding[] = []
  const [first] = reading.contradicted
  if (first !== undefined) {
    const reason = `${reading.contradicted.length} of its rows are given twice with different figures, ${first} among them.`
    findings.push({ guard: 'duplicate', severity: 'hold', release, reason })
  }
  const value = totalOf(reading)
  const [other] = reading.equalSeries
  if (other !== undefined && Math.abs(value) > thresholds.floor) {
    const reason = `${reading.watch.value} is ${spell(value)} here and, to the last digit, in ${other} at the same moment.`
    findings.push({ guard: 'duplicate', severity: 'flag', release, reason })
  }
  return findings
}
