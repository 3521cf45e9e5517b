import { collectBatches } from '../../lib/batches.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import { identifier, identifiers, joinSql, type Sql, sql } from '../../lib/sql.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { timeOf } from '../model/fact-rows.ts'
import { nameOf, seriesCondition, seriesName, seriesParams, type Watch } from '../model/watch.ts'
import type { History } from './evaluate-readings.ts'
import { partName } from './readings.ts'
import { type Reading, TOTAL } from './rules/guard.ts'
import { daysOf, type GuardSettings } from './rules/settings.ts'
import { type Point, SeriesPast } from './series-past.ts'

// Bound values travel in the URL of a request, which servers limit.
const SERIES_BATCH_SIZE = 1_000

/** What the store knows of the series that the readings touch: one query per watch. */
export async function loadHistory(
  snapshot: Snapshot,
  readings: readonly Reading[],
  settings: GuardSettings,
): Promise<Pick<History, 'pastOf'>> {
  const pasts = new Map<string, SeriesPast>()
  const pastOf = (watch: Watch, series: string): SeriesPast => {
    const name = JSON.stringify([nameOf(watch), series])
    return pasts.getOrInsertComputed(name, () => new SeriesPast())
  }
  const byWatch = Map.groupBy(readings, ({ watch }) => watch)
  // In parallel: the engine takes longer to plan such a query than to run it.
  await Promise.all(
    [...byWatch].map(async ([watch, own]) => {
      const range = rangeOf(own, daysOf(settings, watch).most + 1)
      for (const { series, point } of await readPoints(snapshot, watch, { readings: own, range }))
        pastOf(watch, series).load(point)
    }),
  )
  return { pastOf }
}

interface PointRow {
  series: string[]
  atSec: number
  carried: boolean | number
  total: number
  lines: [string, number][]
  parts: [string[], number][]
}

/** The past of the series of some readings, oldest first. */
async function readPoints(
  snapshot: Snapshot,
  watch: Watch,
  { readings, range }: { readings: readonly Reading[]; range: ReturnType<typeof rangeOf> },
): Promise<{ series: string; point: Point }[]> {
  const names = [...new Set(readings.map(({ series }) => series))]
  return collectBatches(names, SERIES_BATCH_SIZE, async (batch) => {
    const wanted = new Set(batch)
    const rows = await snapshot.query<PointRow>(historySql(snapshot, watch), {
      ...seriesParams(watch, batch),
      ...range,
    })
    // Columns are matched one by one, so other combinations of them come back too.
    return rows.flatMap((row) => {
      const series = seriesName(watch, row.series)
      return wanted.has(series) ? [{ series, point: toPoint(row) }] : []
    })
  })
}

/** From some days before the first reading, with a day to spare, to the last. */
function rangeOf(
  readings: readonly Reading[],
  days: number,
): { fromSec: number; firstSec: number; lastSec: number } {
  let [firstSec, lastSec] = [Number.POSITIVE_INFINITY, 0]
  for (const { atSec } of readings) {
    firstSec = Math.min(firstSec, atSec)
    lastSec = Math.max(lastSec, atSec)
  }
  return { fromSec: firstSec - days * DAY_SEC, firstSec, lastSec }
}

function toPoint({ atSec, carried, total, lines, parts }: PointRow): Point {
  const named = new Map(parts.map(([names, value]) => [partName(names), value]))
  return {
    atSec,
    isCarried: Boolean(carried),
    lines: [[TOTAL, total], ...lines],
    parts: named.size === 0 ? undefined : named,
  }
}

/** The last reading of every hour, line by line; the last one before the run with its parts. */
function historySql(snapshot: Snapshot, watch: Watch): Sql {
  const { fact, series, parts, split, value } = watch
  const time = identifier(timeOf(fact))
  const texts = (columns: readonly string[]) =>
    sql`[${joinSql(columns.map((name) => sql`toString(${identifier(name)})`))}]`
  const where = joinSql(
    [seriesCondition(watch), sql`${time} >= {fromSec:Int64} AND ${time} <= {lastSec:UInt32}`],
    sql` AND `,
  )
  const lines =
    split === undefined
      ? sql`CAST([], 'Array(Tuple(String, Float64))')`
      : sql`arrayZip(sumMap([toString(${identifier(split)})], [figure]).1, sumMap([toString(${identifier(split)})], [figure]).2)`
  // In order, so that the same figures always add up to the same total.
  const rows = sql`SELECT ${texts(series)} AS series, ${texts(parts)} AS part, ${split === undefined ? sql`` : sql`${identifier(split)}, `}${time} AS atSec, quality, assumeNotNull(${identifier(value)}) AS figure, max(if(${time} <= {firstSec:UInt32}, ${time}, 0)) OVER (PARTITION BY ${identifiers(series)}) AS newestSec FROM ${snapshot.current(fact, where)} WHERE isNotNull(${identifier(value)}) ORDER BY ${identifiers(fact.order)}`
  const readings = sql`SELECT series, atSec, min(quality = 'carried') AS carried, sum(figure) AS total, ${lines} AS lines, groupArrayIf((${parts.length === 0 ? sql`CAST([], 'Array(String)')` : sql`part`}, figure), atSec = newestSec) AS parts FROM (${rows}) GROUP BY series, atSec`
  const lastOfHours = sql`SELECT * FROM (${readings}) ORDER BY atSec DESC LIMIT 1 BY series, intDiv(atSec, ${HOUR_SEC})`
  return sql`SELECT * FROM (${lastOfHours}) ORDER BY atSec`
}
