import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'
import { releaseOf } from './evidence.ts'
import { type Candidate, type Guard, lineName } from './guard.ts'
import { type GuardSettings, thresholdsOf } from './settings.ts'
import { medianOf, spell } from './statistics.ts'
import type { TimeSeries } from './time-series.ts'

type Thresholds = GuardSettings['spike']['by'][string]

/** Semantics 2.2: a jump beyond the factor for its size, against last hour and last week alike. */
export const spike: Guard = (reading, past, settings) => {
  const thresholds = thresholdsOf(settings.spike, reading.watch)
  if (thresholds === undefined) return []
  const release = releaseOf(settings.spike.release, reading, past)
  const find = (factor?: number) =>
    [...reading.lines].flatMap(
      ([name, value]) =>
        findJump({ reading, name, value }, past.line(name), { ...thresholds, factor }) ?? [],
    )
  const [reason] = find()
  if (reason !== undefined) return [{ guard: 'spike', severity: 'hold', release, reason }]
  // Semantics 7.4 doubts a flow from ×5 up; it is published with a flag until it is beyond doubt.
  const [doubt] = thresholds.flagFactor === undefined ? [] : find(thresholds.flagFactor)
  return doubt === undefined ? [] : [{ guard: 'spike', severity: 'flag', release, reason: doubt }]
}

/** Says how far a line jumped. A given `factor` overrides the one for its size and `overMost`. */
function findJump(
  of: { reading: Candidate; name: string; value: number },
  line: TimeSeries,
  thresholds: Thresholds & { factor: number | undefined },
): string | undefined {
  const { reading, name, value } = of
  const factor = thresholds.factor ?? thresholds.steps.find(({ above }) => value > above)?.factor
  const previous = line.before(reading.atSec)
  if (factor === undefined || previous === undefined || value <= thresholds.floor) return undefined
  const isAbove = (level: number | undefined) => level === undefined || value > level * factor
  // A flow is noisy from day to day: the month's median and largest day say more than yesterday.
  const isFlow = reading.watch.nature === 'flow'
  if (!isFlow && !(isAbove(previous.value) && isAbove(line.at(reading.atSec - HOUR_SEC)?.value)))
    return undefined
  const recent = line.between(reading.atSec - thresholds.days * DAY_SEC, reading.atSec)
  const usual = medianOf(recent) ?? previous.value
  if (!isAbove(usual)) return undefined
  const overMost = thresholds.factor === undefined ? thresholds.overMost : 1
  if (overMost !== undefined && value <= Math.max(...recent, previous.value) * overMost)
    return undefined
  const times = (level: number) => (level > 0 ? `×${Number((value / level).toPrecision(3))}` : 'up')
  return (
    `${lineName(reading, name)} is ${spell(value)}: ${times(previous.value)} from ${spell(previous.value)} before and ` +
    `${times(usual)} from ${spell(usual)}, the median of ${thresholds.days} days; the limit is ×${factor}.`
  )
}
