import { DAY_SEC, MINUTE_SEC } from '../../../lib/clock.ts'
import { identityColumns } from '../../../store/fact.ts'
import type { Watch } from '../../model/watch.ts'
import { type GuardSettings, thresholdsOf } from '../rules/settings.ts'

/** Where the readings of a watch come from: SQL of rows with `isNew`, one for each key and time. */
export type RowsSql = (columns: readonly string[]) => string

/**
 * SQL of the new readings that a guard may catch: every one that would be caught as the first of
 * its series is among them, so that only few have to leave the engine.
 */
export function suspectsSql(
  watch: Watch,
  rows: RowsSql,
  { settings, nowSec }: { settings: GuardSettings; nowSec: number },
): string {
  const series = watch.series.join(', ')
  const lines = [[], ...(watch.split === undefined ? [] : [[watch.split]])]
  const found = lines.map((line) => lineSql(watch, rows, { settings, nowSec, line }))
  return (
    `SELECT ${seriesHash(watch)} AS hash, [${watch.series.map((name) => `toString(${name})`).join(', ')}] AS series, atSec, max(beforeSec) AS beforeSec ` +
    `FROM (${found.join(' UNION ALL ')}) GROUP BY ${series}, atSec`
  )
}

/** A short name of a series, for conditions over many of them. */
export function seriesHash(watch: Watch): string {
  return `toString(cityHash64(${watch.series.join(', ')}))`
}

interface Line {
  settings: GuardSettings
  nowSec: number
  /** The column whose values are checked one by one; none: the sum of the whole reading. */
  line: readonly string[]
}

function lineSql(watch: Watch, rows: RowsSql, { settings, nowSec, line }: Line): string {
  const hasParts = line.length === 0 && watch.parts.length > 0
  const group = [...watch.series, ...line]
  const by = group.join(', ')
  const before = [
    'lagInFrame(toNullable(figure)) OVER before AS figureBefore',
    'lagInFrame(atSec) OVER before AS beforeSec',
    ...(hasParts ? ['lagInFrame(parts) OVER before AS partsBefore'] : []),
    ...(watch.nature === 'flow' ? flowRange(watch, settings) : []),
  ]
  const windows = [`before AS (PARTITION BY ${by} ORDER BY atSec)`]
  if (watch.nature === 'flow')
    windows.push(
      `month AS (PARTITION BY ${by} ORDER BY atSec RANGE BETWEEN ${flowDays(watch, settings) * DAY_SEC} PRECEDING AND 1 PRECEDING)`,
    )
  const conditions = [
    ...jumpConditions(watch, settings),
    ...boundConditions(watch, settings, nowSec),
    ...(hasParts ? partConditions(watch, settings) : []),
  ]
  return (
    `SELECT ${watch.series.join(', ')}, atSec, beforeSec FROM (SELECT *, ${before.join(', ')} FROM (${readingsSql(watch, rows, { group, hasParts })}) WINDOW ${windows.join(', ')}) ` +
    `WHERE isNew AND (${conditions.map((one) => `(${one})`).join(' OR ')})`
  )
}

/** Sums of the rows of a moment; where a reading is one row there is nothing to sum. */
function readingsSql(
  watch: Watch,
  rows: RowsSql,
  { group, hasParts }: { group: readonly string[]; hasParts: boolean },
): string {
  const time = watch.fact.time ?? 'atSec'
  const columns = [...new Set([...identityColumns(watch.fact), watch.value])]
  const from = `FROM (${rows(columns)}) WHERE isNotNull(${watch.value})`
  const value = `toFloat64(assumeNotNull(${watch.value}))`
  const by = group.join(', ')
  if (identityColumns(watch.fact).length === group.length + 1)
    return `SELECT ${by}, ${time} AS atSec, ${value} AS figure, figure AS low, abs(figure) AS high, isNew ${from}`
  const parts = hasParts
    ? `, groupArray((cityHash64(${watch.parts.join(', ')}), ${value})) AS parts`
    : ''
  return (
    `SELECT ${by}, ${time} AS atSec, sum(${value}) AS figure, min(${value}) AS low, max(abs(${value})) AS high, max(isNew) AS isNew${parts} ` +
    `${from} GROUP BY ${by}, atSec`
  )
}

function jumpConditions(watch: Watch, settings: GuardSettings): string[] {
  const spike = thresholdsOf(settings.spike, watch)
  const drop = thresholdsOf(settings.drop, watch)
  const unit = thresholdsOf(settings['unit-error'], watch)
  const sign = thresholdsOf(settings['sign-error'], watch)
  const known = [spike, drop, unit].filter((one) => one !== undefined)
  const floor = Math.min(...known.map((one) => one.floor))
  const signs = sign === undefined ? [] : [`figure < ${-sign.floor} AND figureBefore >= 0`]
  if (known.length === 0) return signs
  const isLarge = `isNotNull(figureBefore) AND greatest(abs(figure), abs(figureBefore)) > ${floor}`
  if (watch.nature === 'flow')
    return [...signs, `${isLarge} AND (figure > mostBefore OR figure < leastBefore)`]
  const factor = Math.min(
    ...(spike?.steps.map((step) => step.factor) ?? []),
    ...(drop?.steps.map(({ share }) => 1 / (1 - share)) ?? []),
    ...(unit === undefined ? [] : [10 ** (unit.leastPower - 0.5)]),
  )
  const isJump = `figure > figureBefore * ${factor} OR figure * ${factor} < figureBefore`
  return [...signs, `${isLarge} AND (${isJump})`]
}

/** Flows are noisy: beyond what the month had they are looked at. */
function flowRange(watch: Watch, settings: GuardSettings): string[] {
  const over = Math.min(
    thresholdsOf(settings.spike, watch)?.overMost ?? 1,
    thresholdsOf(settings['unit-error'], watch)?.beyondRange ?? 1,
  )
  const under = Math.max(
    thresholdsOf(settings.drop, watch)?.underLeast ?? 1,
    1 / (thresholdsOf(settings['unit-error'], watch)?.beyondRange ?? 1),
  )
  const most = 'greatest(ifNull(max(toNullable(figure)) OVER month, figureBefore), figureBefore)'
  const least = 'least(ifNull(min(toNullable(figure)) OVER month, figureBefore), figureBefore)'
  return [`${most} * ${over} AS mostBefore`, `${least} * ${under} AS leastBefore`]
}

function flowDays(watch: Watch, settings: GuardSettings): number {
  const known = [
    thresholdsOf(settings.spike, watch),
    thresholdsOf(settings.drop, watch),
    thresholdsOf(settings['unit-error'], watch),
  ]
  return Math.min(...known.flatMap((one) => one?.days ?? []))
}

function boundConditions(watch: Watch, settings: GuardSettings, nowSec: number): string[] {
  const bounds = thresholdsOf(settings.bounds, watch)
  const first = thresholdsOf(settings['new-listing'], watch)
  const stale = thresholdsOf(settings.stale, watch)
  return [
    'NOT isFinite(figure)',
    ...(watch.signed ? [] : ['low < 0']),
    ...(bounds === undefined ? [] : [`abs(figure) > ${bounds.most} OR high > ${bounds.most}`]),
    ...(first === undefined ? [] : [`isNull(figureBefore) AND abs(figure) > ${first.most}`]),
    ...(stale === undefined ? [] : [`atSec > ${nowSec + stale.aheadMinutes * MINUTE_SEC}`]),
  ]
}

/** Parts of the reading before that are gone or worth nothing. */
function partConditions(watch: Watch, settings: GuardSettings): string[] {
  const known = [
    thresholdsOf(settings['vanished-part'], watch),
    thresholdsOf(settings.unpriced, watch),
  ].filter((one) => one !== undefined)
  if (known.length === 0) return []
  const share = Math.min(...known.map(({ holdShare }) => holdShare))
  const floor = Math.min(...known.map((one) => one.floor))
  const present = 'arrayMap(part -> part.1, arrayFilter(part -> part.2 != 0, parts))'
  const whole = 'arraySum(arrayMap(part -> abs(part.2), partsBefore))'
  const lost = `arraySum(arrayMap(part -> if(has(${present}, part.1), 0., abs(part.2)), partsBefore))`
  return [`notEmpty(partsBefore) AND ${whole} > ${floor} AND ${lost} >= ${share} * ${whole}`]
}
