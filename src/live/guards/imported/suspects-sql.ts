import { DAY_SEC } from '../../../lib/clock.ts'
import { identifier, identifiers, joinSql, type Sql, sql } from '../../../lib/sql.ts'
import { identityColumns } from '../../../store/fact.ts'
import type { Watch } from '../../model/watch.ts'
import { GUARDS } from '../rules/guards.ts'
import { daysOf, type GuardSettings } from '../rules/settings.ts'

/** Where the readings of a watch come from: SQL of rows with `isNew`, one for each key and time. */
export type RowsSql = (columns: readonly string[]) => Sql

/** SQL of few new readings, among them all that would be caught as the first of their series. */
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
  ]
  const windows = [sql`before AS (PARTITION BY ${by} ORDER BY atSec)`]
  // Flows are noisy: beyond what the month had they are looked at.
  if (watch.nature === 'flow') {
    const days = sql`RANGE BETWEEN ${daysOf(settings, watch).least * DAY_SEC} PRECEDING AND 1 PRECEDING`
    before.push(
      sql`greatest(ifNull(max(toNullable(figure)) OVER month, figureBefore), figureBefore) AS mostBefore`,
      sql`least(ifNull(min(toNullable(figure)) OVER month, figureBefore), figureBefore) AS leastBefore`,
    )
    windows.push(sql`month AS (PARTITION BY ${by} ORDER BY atSec ${days})`)
  }
  const conditions = GUARDS.flatMap((guard) =>
    guard.suspects({ watch, nowSec, hasParts }, settings),
  )
  return sql`SELECT ${identifiers(watch.series)}, atSec, beforeSec FROM (SELECT *, ${joinSql(before)} FROM (${readingsSql(watch, rows, { group, hasParts })}) WINDOW ${joinSql(windows)}) WHERE isNew AND (${joinSql(
    conditions.map((one) => sql`(${one})`),
    sql` OR `,
  )})`
}

/** Sums of the rows of a timestamp; where a reading is one row there is nothing to sum. */
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
