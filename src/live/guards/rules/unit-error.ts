import { DAY_SEC } from '../../../lib/clock.ts'
import { findContradiction } from './evidence.ts'
import { type Candidate, type Guard, lineName } from './guard.ts'
import { type GuardSettings, thresholdsOf } from './settings.ts'
import { medianOf, spell } from './statistics.ts'
import type { TimeSeries } from './time-series.ts'

type Thresholds = GuardSettings['unit-error']['by'][string]

/** A figure a power of ten away from its level has wrong decimals; a second reading repeats it. */
export const unitError: Guard = (reading, past, settings) => {
  const thresholds = thresholdsOf(settings['unit-error'], reading.watch)
  if (thresholds === undefined) return []
  const find = (limits: Thresholds) =>
    [...reading.lines].flatMap(
      ([name, value]) => findSlip({ reading, name, value }, past.line(name), limits) ?? [],
    )
  const reasons = find(thresholds)
  const { contradictedPower } = thresholds
  if (reasons.length === 0 && contradictedPower !== undefined) {
    const contradiction = findContradiction(reading)
    if (contradiction !== undefined)
      for (const reason of find({ ...thresholds, leastPower: contradictedPower }))
        reasons.push(`${reason} ${contradiction}`)
  }
  return reasons.slice(0, 1).map((reason) => ({
    guard: 'unit-error',
    severity: 'hold',
    release: settings['unit-error'].release,
    reason,
  }))
}

function findSlip(
  of: { reading: Candidate; name: string; value: number },
  line: TimeSeries,
  thresholds: Thresholds,
): string | undefined {
  const { reading, name, value } = of
  const previous = line.before(reading.atSec)
  if (previous === undefined || value <= 0 || previous.value <= 0) return undefined
  // Half a power is left between last reading and median; a level already there is right.
  const isFlow = reading.watch.nature === 'flow'
  if (!isFlow && Math.abs(Math.log10(value / previous.value)) < thresholds.leastPower - 0.5)
    return undefined
  const recent = line.between(reading.atSec - thresholds.days * DAY_SEC, reading.atSec)
  const level = medianOf(recent) ?? previous.value
  if (level <= 0 || Math.max(value, level) < thresholds.floor) return undefined
  const power = Math.log10(value / level)
  const nearest = Math.round(power)
  if (Math.abs(nearest) < thresholds.leastPower || Math.abs(power - nearest) > thresholds.tolerance)
    return undefined
  if (thresholds.beyondRange !== undefined) {
    const { beyondRange } = thresholds
    if (
      value <= Math.max(...recent, previous.value) * beyondRange &&
      value >= Math.min(...recent, previous.value) / beyondRange
    )
      return undefined
  }
  return `${lineName(reading, name)} is ${spell(value)}, about 10^${nearest} times ${spell(level)}, the median of ${thresholds.days} days: the decimals look wrong.`
}
