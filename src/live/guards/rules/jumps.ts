import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'
import { type Sql, sql } from '../../../lib/sql.ts'
import { defineGuard, type Found } from './define-guard.ts'
import { findContradiction } from './evidence.ts'
import { type Candidate, lineName, type Past } from './guard.ts'
import type { GuardSettings } from './settings.ts'
import { medianOf, spell, spellShare } from './statistics.ts'
import type { TimeSeries } from './time-series.ts'

type Thresholds<Name extends 'spike' | 'unit-error'> = GuardSettings[Name]['by'][string]

/** A line of a reading that was there before, and the days that give its usual level. */
interface Line {
  name: string
  value: number
  atSec: number
  isFlow: boolean
  previous: { atSec: number; value: number }
  past: TimeSeries
  recent(): number[]
}

function listLines(reading: Candidate, past: Past, { days }: { days: number }): Line[] {
  const { atSec, watch } = reading
  return [...reading.lines].flatMap(([line, value]) => {
    const series = past.line(line)
    const previous = series.before(atSec)
    if (previous === undefined) return []
    const recent = () => series.between(atSec - days * DAY_SEC, atSec)
    const isFlow = watch.nature === 'flow'
    return [{ name: lineName(reading, line), value, atSec, isFlow, previous, past: series, recent }]
  })
}

const isLarge = (floor: number): Sql =>
  sql`isNotNull(figureBefore) AND greatest(abs(figure), abs(figureBefore)) > ${floor}`

/** tvl.md#records: a jump beyond the factor for its size, against last hour and last week alike. */
export const spike = defineGuard({
  name: 'spike',
  needsEvidence: true,
  find(reading, past, thresholds) {
    const lines = listLines(reading, past, thresholds)
    const find = (factor?: number) =>
      lines.flatMap((line) => findJump(line, { ...thresholds, factor }) ?? [])
    const [reason] = find()
    if (reason !== undefined) return [{ severity: 'hold', reason }]
    // dimensions.md#from-rows-to-days doubts a flow from ×5 up; it is published with a flag until
    // it is beyond doubt.
    const [doubt] = thresholds.flagFactor === undefined ? [] : find(thresholds.flagFactor)
    return doubt === undefined ? [] : [{ severity: 'flag', reason: doubt }]
  },
  suspects({ watch }, { floor, steps, overMost = 1 }) {
    const factor = Math.min(...steps.map((step) => step.factor))
    const level =
      watch.nature === 'flow' ? sql`mostBefore * ${overMost}` : sql`figureBefore * ${factor}`
    return [sql`${isLarge(floor)} AND figure > ${level}`]
  },
})

/** Says how far a line jumped. A given `factor` overrides the one for its size and `overMost`. */
function findJump(
  { name, value, atSec, isFlow, previous, past, recent }: Line,
  thresholds: Thresholds<'spike'> & { factor: number | undefined },
): string | undefined {
  const factor = thresholds.factor ?? thresholds.steps.find(({ above }) => value > above)?.factor
  if (factor === undefined || value <= thresholds.floor) return undefined
  const isAbove = (level: number | undefined) => level === undefined || value > level * factor
  // A flow is noisy from day to day: the month's median and largest day say more than yesterday.
  if (!isFlow && !(isAbove(previous.value) && isAbove(past.at(atSec - HOUR_SEC)?.value)))
    return undefined
  const days = recent()
  const usual = medianOf(days) ?? previous.value
  if (!isAbove(usual)) return undefined
  const overMost = thresholds.factor === undefined ? thresholds.overMost : 1
  if (overMost !== undefined && value <= Math.max(...days, previous.value) * overMost)
    return undefined
  const times = (level: number) => (level > 0 ? `×${Number((value / level).toPrecision(3))}` : 'up')
  return (
    `${name} is ${spell(value)}: ${times(previous.value)} from ${spell(previous.value)} before and ` +
    `${times(usual)} from ${spell(usual)}, the median of ${thresholds.days} days; the limit is ×${factor}.`
  )
}

/** tvl.md#records: more than half is gone within 12 hours; flows must fall below their month. */
export const drop = defineGuard({
  name: 'drop',
  needsEvidence: true,
  find(reading, past, thresholds) {
    const falls = listLines(reading, past, thresholds).flatMap((line): Found[] => {
      const { name, value, isFlow, previous, recent } = line
      const ageSec = reading.atSec - previous.atSec
      const step = thresholds.steps.find(({ withinHours }) => ageSec <= withinHours * HOUR_SEC)
      if (step === undefined) return []
      const month = isFlow ? recent() : []
      const level = medianOf(month) ?? previous.value
      if (level <= thresholds.floor || value >= level * (1 - step.share)) return []
      const { underLeast } = thresholds
      const isInRange =
        underLeast !== undefined && value >= Math.min(...month, previous.value) * underLeast
      const against = isFlow
        ? `the median of ${thresholds.days} days`
        : `${Number((ageSec / HOUR_SEC).toPrecision(3))} h before`
      const reason = `${name} is ${spell(value)}: ${spellShare(1 - value / level)} less than ${spell(level)}, ${against}; the limit is ${spellShare(step.share)}.`
      return [{ severity: isInRange ? 'flag' : 'hold', reason }]
    })
    const worst = falls.find(({ severity }) => severity === 'hold') ?? falls[0]
    return worst === undefined ? [] : [worst]
  },
  suspects({ watch }, { floor, steps, underLeast = 1 }) {
    const left = 1 - Math.min(...steps.map(({ share }) => share))
    const level =
      watch.nature === 'flow' ? sql`leastBefore * ${underLeast}` : sql`figureBefore * ${left}`
    return [sql`${isLarge(floor)} AND figure < ${level}`]
  },
})

/** A figure a power of ten away from its level has wrong decimals; a second reading repeats it. */
export const unitError = defineGuard({
  name: 'unit-error',
  find(reading, past, thresholds) {
    const lines = listLines(reading, past, thresholds)
    const find = (limits: Thresholds<'unit-error'>) =>
      lines.flatMap((line) => findSlip(line, limits) ?? [])
    const { contradictedPower } = thresholds
    let [reason] = find(thresholds)
    if (reason === undefined && contradictedPower !== undefined) {
      const contradiction = findContradiction(reading)
      const [slip] =
        contradiction === undefined ? [] : find({ ...thresholds, leastPower: contradictedPower })
      if (slip !== undefined) reason = `${slip} ${contradiction}`
    }
    return reason === undefined ? [] : [{ severity: 'hold', reason }]
  },
  suspects({ watch }, { floor, leastPower, beyondRange = 1 }) {
    const factor = 10 ** (leastPower - 0.5)
    const isFar =
      watch.nature === 'flow'
        ? sql`figure > mostBefore * ${beyondRange} OR figure * ${beyondRange} < leastBefore`
        : sql`figure > figureBefore * ${factor} OR figure * ${factor} < figureBefore`
    return [sql`${isLarge(floor)} AND (${isFar})`]
  },
})

function findSlip(
  { name, value, isFlow, previous, recent }: Line,
  thresholds: Thresholds<'unit-error'>,
): string | undefined {
  if (value <= 0 || previous.value <= 0) return undefined
  // Half a power is left between last reading and median; a level already there is right.
  if (!isFlow && Math.abs(Math.log10(value / previous.value)) < thresholds.leastPower - 0.5)
    return undefined
  const days = recent()
  const level = medianOf(days) ?? previous.value
  if (level <= 0 || Math.max(value, level) < thresholds.floor) return undefined
  const power = Math.log10(value / level)
  const nearest = Math.round(power)
  if (Math.abs(nearest) < thresholds.leastPower || Math.abs(power - nearest) > thresholds.tolerance)
    return undefined
  const { beyondRange } = thresholds
  const [least, most] = [Math.min(...days, previous.value), Math.max(...days, previous.value)]
  const isWithin = (times: number) => value <= most * times && value >= least / times
  if (beyondRange !== undefined && isWithin(beyondRange)) return undefined
  return `${name} is ${spell(value)}, about 10^${nearest} times ${spell(level)}, the median of ${thresholds.days} days: the decimals look wrong.`
}
