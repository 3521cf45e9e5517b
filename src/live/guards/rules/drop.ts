import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'
import { releaseOf } from './evidence.ts'
import { type Candidate, type Finding, type Guard, lineName } from './guard.ts'
import { type GuardSettings, thresholdsOf } from './settings.ts'
import { medianOf, spell, spellShare } from './statistics.ts'
import type { TimeSeries } from './time-series.ts'

type Thresholds = GuardSettings['drop']['by'][string]

/** Semantics 2.2: more than half is gone within 12 hours; flows must fall below their month. */
export const drop: Guard = (reading, past, settings) => {
  const thresholds = thresholdsOf(settings.drop, reading.watch)
  if (thresholds === undefined) return []
  const falls = [...reading.lines].flatMap(
    ([name, value]) => findFall({ reading, name, value }, past.line(name), thresholds) ?? [],
  )
  const worst = falls.find(({ severity }) => severity === 'hold') ?? falls[0]
  if (worst === undefined) return []
  return [{ guard: 'drop', release: releaseOf(settings.drop.release, reading, past), ...worst }]
}

function findFall(
  of: { reading: Candidate; name: string; value: number },
  line: TimeSeries,
  thresholds: Thresholds,
): Pick<Finding, 'severity' | 'reason'> | undefined {
  const { reading, name, value } = of
  const previous = line.before(reading.atSec)
  if (previous === undefined) return undefined
  const ageSec = reading.atSec - previous.atSec
  const step = thresholds.steps.find(({ withinHours }) => ageSec <= withinHours * HOUR_SEC)
  if (step === undefined) return undefined
  const isFlow = reading.watch.nature === 'flow'
  const recent = isFlow
    ? line.between(reading.atSec - thresholds.days * DAY_SEC, reading.atSec)
    : []
  const level = medianOf(recent) ?? previous.value
  if (level <= thresholds.floor || value >= level * (1 - step.share)) return undefined
  const isInRange =
    thresholds.underLeast !== undefined &&
    value >= Math.min(...recent, previous.value) * thresholds.underLeast
  const against = isFlow
    ? `the median of ${thresholds.days} days`
    : `${Number((ageSec / HOUR_SEC).toPrecision(3))} h before`
  return {
    severity: isInRange ? 'flag' : 'hold',
    reason: `${lineName(reading, name)} is ${spell(value)}: ${spellShare(1 - value / level)} less than ${spell(level)}, ${against}; the limit is ${spellShare(step.share)}.`,
  }
}
