import { DAY_SEC } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { CHANGE_DAYS, CHANGE_WIDTH_SEC } from '../derive/apy-change.ts'
import { MEAN_DAYS } from '../derive/mean-apy.ts'
import { LOOK_AHEAD_SEC, type PoolPast } from '../derive/pool-past.ts'
import { yieldSamples } from '../facts.ts'
import { readNewest, type Sample } from './samples.ts'

type Pasts = Map<string, PoolPast<Sample>>

interface PastColumns extends Record<string, unknown[]> {
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

// The engine holds the samples of all pools of a question in memory: of so many rows they are some
// tens of megabytes.
const MOST_ROWS_AT_ONCE = 2_000_000
const MOST_POOLS_AT_ONCE = 200
// Nothing older than this is recent or near.
const OLDEST_SEC = (MEAN_DAYS + 1) * DAY_SEC
const HEX = [...'0123456789abcdef']

/**
 * The pasts of all pools, in as many pieces as their number of rows asks for: ids are spread evenly
 * over their first digits.
 */
export async function loadAllPasts(snapshot: Snapshot): Promise<Pasts> {
  const [counted] = await snapshot.query<{ rows: number }>(
    `SELECT count() AS rows ${snapshot.allVersions(yieldSamples)}`,
  )
  let prefixes = ['']
  while (
    (counted?.rows ?? 0) / prefixes.length > MOST_ROWS_AT_ONCE &&
    prefixes.length < HEX.length ** 3
  ) {
    prefixes = prefixes.flatMap((prefix) => HEX.map((digit) => prefix + digit))
  }
  const pasts: Pasts = new Map()
  for (const prefix of prefixes) {
    // No digit comes after f, so g bounds all ids that begin like this.
    const isHere = prefix === '' ? '1' : 'pool >= {from:String} AND pool < {to:String}'
    await addPasts(pasts, snapshot, isHere, { from: prefix, to: `${prefix}g` })
  }
  return pasts
}

/** The pasts of some pools. */
export async function loadPasts(snapshot: Snapshot, pools: readonly string[]): Promise<Pasts> {
  const pasts: Pasts = new Map()
  for (let index = 0; index < pools.length; index += MOST_POOLS_AT_ONCE) {
    await addPasts(pasts, snapshot, 'pool IN {pools:Array(String)}', {
      pools: pools.slice(index, index + MOST_POOLS_AT_ONCE),
    })
  }
  return pasts
}

async function addPasts(
  pasts: Pasts,
  snapshot: Snapshot,
  where: string,
  params: Record<string, unknown>,
): Promise<void> {
  const samples = await readNewest(snapshot, where, params)
  const columns = await snapshot.columns<PastColumns>(pastsSql(snapshot, where), params)
  columns.pool.forEach((pool, index) => {
    const sample = samples.get(pool)
    if (sample !== undefined) pasts.set(pool, pastAt(columns, index, sample))
  })
}

function pastAt(columns: PastColumns, index: number, newest: Sample): PoolPast<Sample> {
  return {
    newest,
    closed: {
      count: columns.days[index] ?? 0,
      logSum: columns.logSum[index] ?? 0,
      meanReturn: columns.meanReturn[index] ?? 0,
      returnSquares: columns.returnSquares[index] ?? 0,
      meanApyPct: columns.meanApyPct[index] ?? 0,
      apySquares: columns.apySquares[index] ?? 0,
    },
    recent: { times: columns.recentDays[index] ?? [], apysPct: columns.recentApys[index] ?? [] },
    near: { times: columns.nearTimes[index] ?? [], apysPct: columns.nearApys[index] ?? [] },
    nearUntilSec: newest.atSec + LOOK_AHEAD_SEC,
  }
}

/**
 * SQL of the figures of each pool's closed days, as `addDay` has them, and of the samples that its
 * newest one is compared with. A pool's samples are put in order once: the last version of a moment
 * holds, and the last sample of a day stands for the day.
 */
function pastsSql(snapshot: Snapshot, where: string): string {
  const day = (time: string) => `intDiv(${time}, ${DAY_SEC})`
  const isClosed = `${day('time')} != ${day('next')} AND time < lastDay * ${DAY_SEC} AND NOT isNaN(apy)`
  const isNear = CHANGE_DAYS.map((days) => {
    const then = `newestSec - ${days * DAY_SEC}`
    return `(time >= ${then} - ${CHANGE_WIDTH_SEC} AND time <= ${then} + ${CHANGE_WIDTH_SEC + LOOK_AHEAD_SEC})`
  })
  const isCompared = `time != next AND NOT isNaN(apy) AND (${isNear.join(' OR ')})`
  const isRecent = `${isClosed} AND ${day('time')} > lastDay - ${MEAN_DAYS}`
  // Only the end of the lists can be recent or near, and most of them is not it.
  const late = (list: string) => `arraySlice(${list}, firstLate)`
  const pick = (list: string, condition: string) =>
    `arrayFilter((item, time, apy, next) -> ${condition}, ${[list, 'times', 'apys', 'nexts'].map(late).join(', ')})`
  const key = 'bitShiftLeft(toUInt64(atSec), 32) + run'
  return `SELECT pool, length(closed) AS days, arraySum(logs) AS logSum,
      ${spread('returns', 'meanReturn', 'returnSquares')}, ${spread('closed', 'meanApyPct', 'apySquares')},
      arrayMap(time -> ${day('time')}, ${pick('times', isRecent)}) AS recentDays, ${pick('apys', isRecent)} AS recentApys,
      ${pick('times', isCompared)} AS nearTimes, ${pick('apys', isCompared)} AS nearApys
    FROM (SELECT pool, arraySort(groupArray(${key})) AS keys, arraySort((apy, key) -> key, groupArray(ifNull(apyPct, nan)), groupArray(${key})) AS apys,
        arrayMap(key -> toInt64(bitShiftRight(key, 32)), keys) AS times, arrayPushBack(arrayPopFront(times), toInt64(0)) AS nexts,
        times[-1] AS newestSec, ${day('newestSec')} AS lastDay, arrayFirstIndex(time -> time >= newestSec - ${OLDEST_SEC}, times) AS firstLate,
        arrayFilter((apy, time, next) -> ${isClosed}, apys, times, nexts) AS closed, arrayMap(apy -> log1p(apy / 100), closed) AS logs,
        arrayMap(log -> exp(log / 365) - 1, logs) AS returns
      ${snapshot.versions(yieldSamples, where)} GROUP BY pool)`
}

/** SQL of the mean of a list and of the sum of squared distances from it. */
function spread(list: string, mean: string, squares: string): string {
  const orZero = (sql: string) => `if(empty(${list}), 0, ${sql})`
  return `${orZero(`arrayAvg(${list})`)} AS ${mean}, ${orZero(`arrayReduce('varPopStable', ${list}) * length(${list})`)} AS ${squares}`
}
