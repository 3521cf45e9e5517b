import { keyedState } from '../../../cache/state.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { eachRow } from '../../../lib/each-row.ts'
import { joinSql, type Sql, sql } from '../../../lib/sql.ts'
import type { SqlParams } from '../../../store/engine.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { CHANGE_DAYS, CHANGE_WIDTH_SEC, MEAN_DAYS } from '../derive/apy-series.ts'
import { type PoolFigures, type PoolPast, poolFigures } from '../derive/pool-figures.ts'
import { yieldSamples } from '../facts.ts'
import { readNewest, type Sample } from './samples.ts'

type Pasts = Map<string, PoolPast<Sample>>

type PastColumns = {
  pool: string[]
  days: number[]
  logSum: number[]
  meanReturn: number[]
  returnSquares: number[]
  meanApyPct: number[]
  apySquares: number[]
  recentDays: number[][]
  recentApys: number[][]
  nearTimes: number[][]
  nearApys: number[][]
}

// The engine holds the samples of all pools of a query in memory: some tens of megabytes.
const ROWS_PER_BATCH = 2_000_000
// Nothing older than this is recent or near.
const OLDEST_SEC = (MEAN_DAYS + 1) * DAY_SEC
const HEX = [...'0123456789abcdef']

/** The pasts of all pools, in batches by the first digits of their ids, which are spread evenly. */
export async function loadAllPasts(snapshot: Snapshot): Promise<Pasts> {
  const [counted] = await snapshot.query<{ rows: number }>(
    sql`SELECT count() AS rows ${snapshot.versions(yieldSamples)}`,
  )
  const rows = counted === undefined ? 0 : counted.rows
  let prefixes = ['']
  while (rows / prefixes.length > ROWS_PER_BATCH && prefixes.length < HEX.length ** 3)
    prefixes = prefixes.flatMap((prefix) => HEX.map((digit) => prefix + digit))
  const pasts: Pasts = new Map()
  for (const prefix of prefixes) {
    // No digit comes after f, so g bounds all ids that begin like this.
    const isHere = prefix === '' ? sql`1` : sql`pool >= {from:String} AND pool < {to:String}`
    await addPasts(pasts, snapshot, isHere, { from: prefix, to: `${prefix}g` })
  }
  return pasts
}

/** The pasts of some pools. */
export async function loadPasts(snapshot: Snapshot, pools: readonly string[]): Promise<Pasts> {
  const pasts: Pasts = new Map()
  await addPasts(pasts, snapshot, sql`pool IN {pools:Array(String)}`, { pools })
  return pasts
}

async function addPasts(
  pasts: Pasts,
  snapshot: Snapshot,
  where: Sql,
  params: SqlParams,
): Promise<void> {
  const samples = await readNewest(snapshot, where, params)
  const columns = await snapshot.columns<PastColumns>(pastsSql(snapshot, where), params)
  for (const row of eachRow(columns)) {
    const newest = samples.get(row.pool)
    if (newest === undefined) continue
    const { days: count, logSum, meanReturn, returnSquares, meanApyPct, apySquares } = row
    pasts.set(row.pool, {
      newest,
      closed: { count, logSum, meanReturn, returnSquares, meanApyPct, apySquares },
      recent: { times: row.recentDays, apysPct: row.recentApys },
      near: { times: row.nearTimes, apysPct: row.nearApys },
    })
  }
}

/**
 * SQL of the figures of closed days, as `addDay` has them, and of the samples to compare the newest
 * with. A pool's samples are put in order once; a day's last sample stands for the day.
 */
function pastsSql(snapshot: Snapshot, where: Sql): Sql {
  const day = (time: Sql) => sql`intDiv(${time}, ${DAY_SEC})`
  const isClosed = sql`${day(sql`time`)} != ${day(sql`next`)} AND time < lastDay * ${DAY_SEC} AND NOT isNaN(apy)`
  const isNear = CHANGE_DAYS.map((days) => {
    const then = sql`newestSec - ${days * DAY_SEC}`
    return sql`(time BETWEEN ${then} - ${CHANGE_WIDTH_SEC} AND ${then} + ${CHANGE_WIDTH_SEC})`
  })
  const isCompared = sql`NOT isNaN(apy) AND (${joinSql(isNear, sql` OR `)})`
  const isRecent = sql`${isClosed} AND ${day(sql`time`)} > lastDay - ${MEAN_DAYS}`
  // Only the end of the lists can be recent or near, and most of them is not it.
  const late = (list: Sql) => sql`arraySlice(${list}, firstLate)`
  const pick = (list: Sql, condition: Sql) =>
    sql`arrayFilter((item, time, apy, next) -> ${condition}, ${joinSql([list, sql`times`, sql`apys`, sql`nexts`].map(late))})`
  return sql`SELECT pool, length(closed) AS days, arraySum(logs) AS logSum,
      ${spread(sql`returns`, sql`meanReturn`, sql`returnSquares`)}, ${spread(sql`closed`, sql`meanApyPct`, sql`apySquares`)},
      arrayMap(time -> ${day(sql`time`)}, ${pick(sql`times`, isRecent)}) AS recentDays, ${pick(sql`apys`, isRecent)} AS recentApys,
      ${pick(sql`times`, isCompared)} AS nearTimes, ${pick(sql`apys`, isCompared)} AS nearApys
    FROM (SELECT pool, arraySort(groupArray(toInt64(atSec))) AS times, arraySort((apy, time) -> time, groupArray(ifNull(apyPct, nan)), groupArray(atSec)) AS apys,
        arrayPushBack(arrayPopFront(times), toInt64(0)) AS nexts,
        times[-1] AS newestSec, ${day(sql`newestSec`)} AS lastDay, arrayFirstIndex(time -> time >= newestSec - ${OLDEST_SEC}, times) AS firstLate,
        arrayFilter((apy, time, next) -> ${isClosed}, apys, times, nexts) AS closed, arrayMap(apy -> log1p(apy / 100), closed) AS logs,
        arrayMap(log -> exp(log / 365) - 1, logs) AS returns
      FROM ${snapshot.current(yieldSamples, where)} GROUP BY pool)`
}

/** SQL of the mean of a list and of the sum of squared distances from it. */
function spread(list: Sql, mean: Sql, squares: Sql): Sql {
  const orZero = (value: Sql) => sql`if(empty(${list}), 0, ${value})`
  return sql`${orZero(sql`arrayAvg(${list})`)} AS ${mean}, ${orZero(sql`arrayReduce('varPopStable', ${list}) * length(${list})`)} AS ${squares}`
}

/** A pool's newest sample, and what its past comes to. */
export interface PoolHistory {
  readonly newest: Sample
  readonly figures: PoolFigures
}

export const poolHistoryState = keyedState<string, PoolHistory>({
  name: 'yields.poolHistory',
  reads: [yieldSamples],
  key: sql`pool`,
  load: async (snapshot, keys) => {
    const pasts = keys === 'all' ? await loadAllPasts(snapshot) : await loadPasts(snapshot, keys)
    return [...pasts].map(([pool, past]): [string, PoolHistory] => [
      pool,
      { newest: past.newest, figures: poolFigures(past) },
    ])
  },
})
