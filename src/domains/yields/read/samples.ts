import type { SparkValues } from '../../../http/lists/spark.ts'
import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC, dayOf } from '../../../lib/clock.ts'
import { identifiers, type Sql, sql } from '../../../lib/sql.ts'
import type { SqlParams } from '../../../store/engine.ts'
import type { Fact, RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { rounded } from '../derive/pool-figures.ts'
import { yieldSamples } from '../facts.ts'

/** What a pool held and paid at a timestamp. */
export type Sample = Omit<RowOf<typeof yieldSamples>, 'pool' | 'kind'>

const VALUES = Object.keys(yieldSamples.values).filter((name) => name !== 'kind')

/** The newest sample of each pool that a condition names; it may only hold bound parameters. */
export async function readNewest(
  snapshot: Snapshot,
  where: Sql,
  params: SqlParams,
): Promise<Map<string, Sample>> {
  const rows = await snapshot.query<Sample & { pool: string }>(
    sql`SELECT pool, atSec, ${identifiers(VALUES)} FROM ${snapshot.current(yieldSamples, where)}
     ORDER BY pool DESC, atSec DESC LIMIT 1 BY pool`,
    params,
  )
  return new Map(rows.map(({ pool, ...sample }) => [pool, sample]))
}

const CHART_COLUMNS = [
  'atSec',
  'tvlUsd',
  'apyPct',
  'apyBasePct',
  'apyRewardPct',
  'il7dPct',
  'apyBase7dPct',
  'pricePerShare',
] as const

/** What a chart shows of a sample: the engine opens a file for each column more. */
export type ChartDay = Pick<Sample, (typeof CHART_COLUMNS)[number]>

/** The last sample of each UTC day of a pool, in order of time (yields.md#pool-chart). */
export function readDays(snapshot: Snapshot, pool: string): Promise<ChartDay[]> {
  return readLastOfDays<ChartDay>(snapshot, yieldSamples, identifiers(CHART_COLUMNS), pool)
}

/** The last row of each UTC day of a pool, in order of time. */
export async function readLastOfDays<Row>(
  snapshot: Snapshot,
  fact: Fact,
  columns: Sql,
  pool: string,
): Promise<Row[]> {
  const rows = await snapshot.query<Row>(
    sql`SELECT ${columns} FROM ${snapshot.current(fact, sql`pool = {pool:String}`)}
     ORDER BY atSec DESC LIMIT 1 BY intDiv(atSec, ${DAY_SEC})`,
    { pool },
  )
  return rows.reverse()
}

/** One yield of some pools on each UTC day from a timestamp on: the last sample stands for a day. */
export async function readApyDays(
  snapshot: Snapshot,
  column: 'apyPct' | 'apyBasePct',
  pools: readonly string[],
  fromSec: number,
): Promise<Map<string, { day: number; apyPct: number | null }[]>> {
  const where = sql`pool IN {pools:Array(String)} AND atSec >= {fromSec:UInt32}`
  const rows = await snapshot.query<{ pool: string; day: number; apyPct: number | null }>(
    sql`SELECT pool, intDiv(atSec, ${DAY_SEC}) AS day, ${identifiers([column])} AS apyPct
     FROM ${snapshot.current(yieldSamples, where)} ORDER BY pool, atSec DESC LIMIT 1 BY pool, day`,
    { pools, fromSec: Math.max(0, fromSec) },
  )
  return Map.groupBy(rows.reverse(), ({ pool }) => pool)
}

/** Yields of some pools by day: the last sample of each, as in their charts. */
export async function readApySparks(
  pools: readonly string[],
  days: number,
  { snapshot, nowSec }: RequestContext,
): Promise<SparkValues> {
  const lastDay = dayOf(nowSec)
  const byPool = await readApyDays(snapshot, 'apyPct', pools, (lastDay - days + 1) * DAY_SEC)
  const values = new Map(
    [...byPool].map(([pool, own]) => [
      pool,
      new Map(own.map(({ day, apyPct }) => [day, rounded(apyPct, 5) ?? undefined])),
    ]),
  )
  return { lastDay, valueOn: (pool, day) => values.get(pool)?.get(day) }
}
