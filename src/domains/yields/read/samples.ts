import { amongKeys } from '../../../cache/among-keys.ts'
import { keyedState } from '../../../cache/state.ts'
import type { SparkValues } from '../../../http/lists/spark.ts'
import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC, dayOf } from '../../../lib/clock.ts'
import { eachRow } from '../../../lib/each-row.ts'
import { identifiers, type Sql, sql } from '../../../lib/sql.ts'
import type { SqlParams } from '../../../store/engine.ts'
import type { Fact, RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { type ApySeries, MEAN_DAYS } from '../derive/apy-series.ts'
import type { Funding } from '../derive/funding-over.ts'
import { rounded } from '../derive/pool-figures.ts'
import { lendingSamples, perpSamples, stakingRates, yieldSamples } from '../facts.ts'

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

/** What a lending market lent at a timestamp, and on what terms. */
export type LendingSample = RowOf<typeof lendingSamples>

/** The newest sample of every lending market, by its pool's id. */
export const lendingState = keyedState<string, LendingSample>({
  name: 'yields.lending',
  reads: [lendingSamples],
  key: sql`pool`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`pool`, keys)
    const newest = sql`SELECT pool, max(atSec) ${snapshot.versions(lendingSamples, where)} GROUP BY pool`
    const rows = await snapshot.query<LendingSample>(
      sql`SELECT * EXCEPT (quality, run, recordedAt)
       FROM ${snapshot.current(lendingSamples, sql`${where} AND (pool, atSec) IN (${newest})`)}`,
      { keys },
    )
    return rows.map((row): [string, LendingSample] => [row.pool, row])
  },
})

/** The last sample of each UTC day, in order of time (yields.md#lend-and-borrow-chart). */
export function readLendingDays(snapshot: Snapshot, pool: string): Promise<LendingSample[]> {
  const columns = sql`* EXCEPT (quality, run, recordedAt)`
  return readLastOfDays<LendingSample>(snapshot, lendingSamples, columns, pool)
}

type PerpSample = RowOf<typeof perpSamples>

/** A perpetual market: its newest sample, and the fundings it settled in the thirty days before. */
export interface PerpMarket {
  newest: PerpSample
  settled: readonly Funding[]
}

const SETTLED_DAYS = 30

/** Every perpetual market by its id. */
export const perpState = keyedState<string, PerpMarket>({
  name: 'yields.perps',
  reads: [perpSamples],
  key: sql`pool`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`pool`, keys)
    const newest = await snapshot.query<PerpSample>(
      sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(perpSamples, where)}
       ORDER BY pool, atSec DESC LIMIT 1 BY pool`,
      { keys },
    )
    // Of several samples that name one funding the later one counts.
    const last = sql`SELECT pool, max(atSec) AS lastSec ${snapshot.versions(perpSamples, where)} GROUP BY pool`
    const settled = await snapshot.columns<{ pool: string[]; at: number[]; rate: number[] }>(
      sql`SELECT pool, assumeNotNull(fundingTimePreviousSec) AS at, argMax(assumeNotNull(fundingRatePrevious), atSec) AS rate
       FROM ${snapshot.current(perpSamples, where)} AS sample JOIN (${last}) AS last USING (pool)
       WHERE atSec + ${SETTLED_DAYS * DAY_SEC} >= lastSec AND isNotNull(fundingTimePreviousSec) AND isNotNull(fundingRatePrevious)
       GROUP BY pool, at ORDER BY pool, at`,
      { keys },
    )
    const fundings = Map.groupBy(eachRow(settled), ({ pool }) => pool)
    return newest.map((row): [string, PerpMarket] => [
      row.pool,
      {
        newest: row,
        settled: (fundings.get(row.pool) ?? []).map(({ at: atSec, rate }) => ({ atSec, rate })),
      },
    ])
  },
})

/** What a staking token was worth at a timestamp; other types are held. */
export type StakingRate = Omit<RowOf<typeof stakingRates>, 'type'> & {
  type: 'rebase' | 'accruing' | null
}

/** The newest rate of every staking token; there are only dozens. */
export function listStakingRates(snapshot: Snapshot): Promise<StakingRate[]> {
  return snapshot.query<StakingRate>(
    sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(stakingRates)}
     ORDER BY coin, atSec DESC LIMIT 1 BY coin`,
  )
}

/** Base yields of the days before each pool's newest sample, whose time is given; last samples. */
export async function readBaseDays(
  snapshot: Snapshot,
  pools: ReadonlyMap<string, number>,
): Promise<Map<string, ApySeries>> {
  if (pools.size === 0) return new Map()
  const fromSec = Math.min(...pools.values()) - MEAN_DAYS * DAY_SEC
  const byPool = await readApyDays(snapshot, 'apyBasePct', [...pools.keys()], fromSec)
  return new Map(
    [...byPool].map(([pool, days]) => {
      const known = days.flatMap(({ day, apyPct }) => (apyPct === null ? [] : [{ day, apyPct }]))
      const times = known.map(({ day }) => day)
      return [pool, { times, apysPct: known.map(({ apyPct }) => apyPct) }]
    }),
  )
}
