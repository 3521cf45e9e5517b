import { DAY_SEC, MINUTE_SEC } from '../../../lib/clock.ts'
import { identifier, identifiers, joinSql, type Sql, sql } from '../../../lib/sql.ts'
import { identityColumns } from '../../../store/fact.ts'
import type { Watch } from '../../model/watch.ts'
import { type GuardSettings, thresholdsOf } from '../rules/settings.ts'

/** Where the readings of a watch come from: SQL of rows with `isNew`, one for each key and time. */
export type RowsSql = (columns: readonly string[]) => Sql

/**
 * SQL of the new readings that a guard may catch: every one that would be caught as the first of
 * its series is among them, so that only few have to leave the engine.
 */
export function suspectsSql(
  watch: Watch,
  rows: RowsSql,
  { settings, nowSec }: { settings: GuardSettings; nowSec: number },
): Sql {
  const series = identifiers(watch.series)
  const lines = [[], ...(watch.split === undefined ? [] : [[watch.split]])]
  const found = lines.map((line) => lineSql(watch, rows, { settings, nowSec, line }))
  return sql`SELECT ${seriesHash(watch)} AS hash, [${joinSql(watch.series.map((name) => sql`toString(${identifier(name)})`))}] AS series, atSec, max(beforeSec) AS beforeSec FROM (${joinSql(found, sql` UNION ALL `)}) GROUP BY ${series}, atSec`
}

/** A short name of a series, for conditions over many of them. */
export function seriesHash(watch: Watch): Sql {
  return sql`toString(cityHash64(${identifiers(watch.series)}))`
}

interface Line {
  settings: GuardSettings
  nowSec: number
  /** The column whose values are checked one by one; none: the sum of the whole reading. */
  line: readonly string[]
}

function lineSql(watch: Watch, rows: RowsSql, { settings, nowSec, line }: Line): Sql {
  const hasParts = line.length === 0 && watch.parts.length > 0
  const group = [...watch.series, ...line]
  const by = identifiers(group)
  const before = [
    sql`lagInFrame(toNullable(figure)) OVER before AS figureBefore`,
    sql`lagInFrame(atSec) OVER before AS beforeSec`,
    ...(hasParts ? [sql`lagInFrame(parts) OVER before AS partsBefore`] : []),
    ...(watch.nature === 'flow' ? flowRange(watch, settings) : []),
  ]
  const windows = [sql`before AS (PARTITION BY ${by} ORDER BY atSec)`]
  if (watch.nature === 'flow')
    windows.push(
      sql`month AS (PARTITION BY ${by} ORDER BY atSec RANGE BETWEEN ${flowDays(watch, settings) * DAY_SEC} PRECEDING AND 1 PRECEDING)`,
    )
  const conditions = [
    ...jumpConditions(watch, settings),
    ...boundConditions(watch, settings, nowSec),
    ...(hasParts ? partConditions(watch, settings) : []),
  ]
  return sql`SELECT ${identifiers(watch.series)}, atSec, beforeSec FROM (SELECT *, ${joinSql(before)} FROM (${readingsSql(watch, rows, { group, hasParts })}) WINDOW ${joinSql(windows)}) WHERE isNew AND (${joinSql(
    conditions.map((one) => sql`(${one})`),
    sql` OR `,
  )})`
}

/** Sums of the rows of a moment; where a reading is one row there is nothing to sum. */
function readingsSql(
  watch: Watch,
  rows: RowsSql,
  { group, hasParts }: { group: readonly string[]; hasParts: boolean },
): Sql {
  const time = identifier(watch.fact.time ?? 'atSec')
  const columns = [...new Set([...identityColumns(watch.fact), watch.value])]
  const from = sql`FROM (${rows(columns)}) WHERE isNotNull(${identifier(watch.value)})`
  const value = sql`toFloat64(assumeNotNull(${identifier(watch.value)}))`
  const by = identifiers(group)
  if (identityColumns(watch.fact).length === group.length + 1)
    return sql`SELECT ${by}, ${time} AS atSec, ${value} AS figure, figure AS low, abs(figure) AS high, isNew ${from}`
  const parts = hasParts
    ? sql`, groupArray((cityHash64(${identifiers(watch.parts)}), ${value})) AS parts`
    : sql``
  return sql`SELECT ${by}, ${time} AS atSec, sum(${value}) AS figure, min(${value}) AS low, max(abs(${value})) AS high, max(isNew) AS isNew${parts} ${from} GROUP BY ${by}, atSec`
}

function jumpConditions(watch: Watch, settings: GuardSettings): Sql[] {
  const spike = thresholdsOf(settings.spike, watch)
  const drop = thresholdsOf(settings.drop, watch)
  const unit = thresholdsOf(settings['unit-error'], watch)
  const sign = thresholdsOf(settings['sign-error'], watch)
  const known = [spike, drop, unit].filter((one) => one !== undefined)
  const floor = Math.min(...known.map((one) => one.floor))
  const signs = sign === undefined ? [] : [sql`figure < ${-sign.floor} AND figureBefore >= 0`]
  if (known.length === 0) return signs
  const isLarge = sql`isNotNull(figureBefore) AND greatest(abs(figure), abs(figureBefore)) > ${floor}`
  if (watch.nature === 'flow')
    return [...signs, sql`${isLarge} AND (figure > mostBefore OR figure < leastBefore)`]
  const factor = Math.min(
    ...(spike?.steps.map((step) => step.factor) ?? []),
    ...(drop?.steps.map(({ share }) => 1 / (1 - share)) ?? []),
    ...(unit === undefined ? [] : [10 ** (unit.leastPower - 0.5)]),
  )
  const isJump = sql`figure > figureBefore * ${factor} OR figure * ${factor} < figureBefore`
  return [...signs, sql`${isLarge} AND (${isJump})`]
}

/** Flows are noisy: beyond what the month had they are looked at. */
function flowRange(watch: Watch, settings: GuardSettings): Sql[] {
  const over = Math.min(
    thresholdsOf(settings.spike, watch)?.overMost ?? 1,
    thresholdsOf(settings['unit-error'], watch)?.beyondRange ?? 1,
  )
  const under = Math.max(
    thresholdsOf(settings.drop, watch)?.underLeast ?? 1,
    1 / (thresholdsOf(settings['unit-error'], watch)?.beyondRange ?? 1),
  )
  const most = sql`greatest(ifNull(max(toNullable(figure)) OVER month, figureBefore), figureBefore)`
  const least = sql`least(ifNull(min(toNullable(figure)) OVER month, figureBefore), figureBefore)`
  return [sql`${most} * ${over} AS mostBefore`, sql`${least} * ${under} AS leastBefore`]
}

function flowDays(watch: Watch, settings: GuardSettings): number {
  const known = [
    thresholdsOf(settings.spike, watch),
    thresholdsOf(settings.drop, watch),
    thresholdsOf(settings['unit-error'], watch),
  ]
  return Math.min(...known.flatMap((one) => one?.days ?? []))
}

function boundConditions(watch: Watch, settings: GuardSettings, nowSec: number): Sql[] {
  const bounds = thresholdsOf(settings.bounds, watch)
  const first = thresholdsOf(settings['new-listing'], watch)
  const stale = thresholdsOf(settings.stale, watch)
  return [
    sql`NOT isFinite(figure)`,
    ...(watch.signed ? [] : [sql`low < 0`]),
    ...(bounds === undefined ? [] : [sql`abs(figure) > ${bounds.most} OR high > ${bounds.most}`]),
    ...(first === undefined ? [] : [sql`isNull(figureBefore) AND abs(figure) > ${first.most}`]),
    ...(stale === undefined ? [] : [sql`atSec > ${nowSec + stale.aheadMinutes * MINUTE_SEC}`]),
  ]
}

/** Parts of the reading before that are gone or worth nothing. */
function partConditions(watch: Watch, settings: GuardSettings): Sql[] {
  const known = [
    thresholdsOf(settings['vanished-part'], watch),
    thresholdsOf(settings.unpriced, watch),
  ].filter((one) => one !== undefined)
  if (known.length === 0) return []
  const share = Math.min(...known.map(({ holdShare }) => holdShare))
  const floor = Math.min(...known.map((one) => one.floor))
  const present = sql`arrayMap(part -> part.1, arrayFilter(part -> part.2 != 0, parts))`
  const whole = sql`arraySum(arrayMap(part -> abs(part.2), partsBefore))`
  const lost = sql`arraySum(arrayMap(part -> if(has(${present}, part.1), 0., abs(part.2)), partsBefore))`
  return [sql`notEmpty(partsBefore) AND ${whole} > ${floor} AND ${lost} >= ${share} * ${whole}`]
}
