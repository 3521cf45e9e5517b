import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { facts } from '../src/app.ts'
import { prices } from '../src/domains/coins/facts.ts'
import { DAY_SEC, HOUR_SEC } from '../src/lib/clock.ts'
import { sql } from '../src/lib/sql.ts'
import type { SqlParams } from '../src/store/engine.ts'
import { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { median } from './support/engine-limits.ts'
import { longestBlockMs } from './support/event-loop.ts'
import { coinOf, fillPrices } from './support/fill.ts'
import {
  BENCH_KEY,
  type Peer,
  processorTimeSec,
  startAlmanac,
  withFolder,
} from './support/processes.ts'
import type { Report } from './support/report.ts'

const SHARE = Number(process.env.BENCH_SHARE ?? 1)
const COINS = Math.max(500, Math.round(5_000 * SHARE))
const DAYS = 365
const ROUNDS = 3
const COST_FACTOR = 3
// Below this, the request itself costs more than the rows.
const MIN_COST_MS = 30
const MAX_BLOCK_MS = 100
const MAX_MEMORY_MB = 100
const TABLE = tableOf(prices)

/** Prices of many coins at many moments: what a request costs against the engine's own work. */
export async function batchPrices(report: Report): Promise<void> {
  report.section(
    `Prices of coin–moment pairs out of ${Math.round((COINS * DAYS * 24) / 1e6)} M hourly rows`,
  )
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const untilSec = Math.floor(Date.now() / 1000)
    await fillPrices(dataDir, { coins: COINS, days: DAYS, untilSec, stepSec: HOUR_SEC })
    const kinds = requests(untilSec)
    const engine = await measureEngine(dataDir, kinds)
    const almanac = await startAlmanac(dataDir, { ALMANAC_DEMO: 'off' })
    // The first request loads the newest prices, which is not what a batch costs.
    await (await fetch(`${almanac.url}/prices/historical/${untilSec}/${coinOf(0)}`)).text()
    for (const kind of kinds) {
      const rounds: Cost[] = []
      for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(almanac, kind, round))
      addCosts(report, kind.what, rounds, engine.get(kind) ?? Number.NaN)
    }
    await almanac.stop()
  })
}

/** What one request took of the service. */
interface Cost {
  readonly cpuMs: number
  readonly blockMs: number
  readonly memoryMb: number
}

function addCosts(
  report: Report,
  what: string,
  rounds: readonly Cost[],
  engineCpuMs: number,
): void {
  const cpuMs = median(rounds.map((cost) => cost.cpuMs))
  const limitMs = Math.max(COST_FACTOR * engineCpuMs, MIN_COST_MS)
  report.add(
    `${what}: processor time`,
    `${Math.round(cpuMs)} ms`,
    `≤ ${Math.round(limitMs)} ms (engine ${Math.round(engineCpuMs)} ms)`,
    cpuMs <= limitMs,
  )
  const blockMs = Math.max(...rounds.map((cost) => cost.blockMs))
  report.add(
    `${what}: longest block of the event loop`,
    `${Math.round(blockMs)} ms`,
    `≤ ${MAX_BLOCK_MS} ms`,
    blockMs <= MAX_BLOCK_MS,
  )
  const memoryMb = Math.max(...rounds.map((cost) => cost.memoryMb))
  report.add(
    `${what}: memory`,
    `${Math.round(memoryMb)} MB`,
    `≤ ${MAX_MEMORY_MB} MB`,
    memoryMb <= MAX_MEMORY_MB,
  )
}

async function measure(almanac: Peer, kind: Kind, round: number): Promise<Cost> {
  const beforeMb = resetPeakMb(almanac.pid)
  const beforeSec = processorTimeSec(almanac.pid)
  const blockMs = await longestBlockMs(almanac, async () => {
    const { path, batch } = kind.ask(round)
    const response = await fetch(`${almanac.url}${path}`, {
      headers: { 'x-api-key': BENCH_KEY, 'content-type': 'application/json' },
      ...(batch && { method: 'POST', body: JSON.stringify({ coins: batch }) }),
    })
    const { coins } = (await response.json()) as { coins?: Record<string, unknown> }
    const found = Object.keys(coins ?? {}).length
    if (found !== kind.coins)
      throw new Error(`${kind.what}: ${response.status}, ${found} coins instead of ${kind.coins}`)
  })
  return {
    cpuMs: (processorTimeSec(almanac.pid) - beforeSec) * 1000,
    blockMs,
    memoryMb: memoryMbOf(almanac.pid, 'VmHWM') - beforeMb,
  }
}

/** Forgets the peak of a process's memory, and returns what it has now. */
function resetPeakMb(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return memoryMbOf(pid, 'VmRSS')
}

function memoryMbOf(pid: number, member: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${member}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

/** Median processor time of the engine for the pairs of each kind, over the bare table. */
async function measureEngine(dataDir: string, kinds: readonly Kind[]): Promise<Map<Kind, number>> {
  const store = await Store.open({ facts, path: join(dataDir, 'facts') })
  const costs = new Map<Kind, number>()
  for (const kind of kinds) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      // Else the engine remembers which rows the same filter found before.
      await store.engine.command(sql`SYSTEM DROP QUERY CONDITION CACHE`)
      const before = process.cpuUsage()
      await store.engine.query(NEAREST_SQL, pairParams(kind, round))
      const { user, system } = process.cpuUsage(before)
      times.push((user + system) / 1000)
    }
    costs.set(kind, median(times))
  }
  await store.close()
  return costs
}

const PAIRS_SQL = sql`SELECT ({coins:Array(String)})[pair.1] AS coin, pair.2 AS momentSec
  FROM (SELECT arrayJoin(arrayZip({indexes:Array(UInt32)}, {momentsSec:Array(UInt32)})) AS pair)`
const BUCKET_SQL = sql`toUInt32(intDiv(atSec, {bucketSec:UInt32}))`
const COVER_SQL = sql`SELECT cityHash64(coin, toUInt32(intDiv(arrayJoin([momentSec - {widthSec:UInt32}, momentSec + {widthSec:UInt32}]), {bucketSec:UInt32}))) FROM (${PAIRS_SQL})`
/** The record nearest to each pair, by the quickest statement that was found. */
const NEAREST_SQL = sql`SELECT coin, momentSec, min(atSec), argMin((priceUsd, confidence), atSec), max(atSec), argMax((priceUsd, confidence), atSec)
  FROM (SELECT coin, atSec, priceUsd, confidence FROM ${TABLE} WHERE coin IN {coins:Array(String)}
    AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32} AND cityHash64(coin, ${BUCKET_SQL}) IN (${COVER_SQL})) AS record
  ASOF LEFT JOIN (${PAIRS_SQL}) AS pair ON record.coin = pair.coin AND record.atSec <= pair.momentSec
  GROUP BY coin, momentSec`

function pairParams(kind: Kind, round: number): SqlParams {
  const batch = [...kind.pairs(round)]
  const pairs = batch.flatMap(([, moments], index) =>
    moments.map((momentSec) => ({ index: index + 1, momentSec })),
  )
  const momentsSec = pairs.map(({ momentSec }) => momentSec)
  return {
    coins: batch.map(([coin]) => coin),
    indexes: pairs.map(({ index }) => index),
    momentsSec,
    fromSec: Math.min(...momentsSec) - kind.widthSec,
    toSec: Math.max(...momentsSec) + kind.widthSec,
    widthSec: kind.widthSec,
    bucketSec: 2 * kind.widthSec + 1,
  }
}

interface Kind {
  readonly what: string
  readonly coins: number
  readonly widthSec: number
  /** The pairs of a round, none of which another round has. */
  pairs(round: number): Map<string, number[]>
  ask(round: number): { path: string; batch?: Record<string, number[]> }
}

function requests(untilSec: number): Kind[] {
  const coinsOf = (count: number, round: number) =>
    Array.from({ length: count }, (_, index) => coinOf((round * 17 + index * 31) % COINS))
  const scattered = (coin: number, count: number) =>
    Array.from(
      { length: count },
      (_, index) => untilSec - DAY_SEC - ((coin * 7_919 + index * 3_246_599) % (363 * DAY_SEC)),
    )
  const ownMoments = (coins: number, moments: number) => (round: number) =>
    new Map(coinsOf(coins, round).map((coin, index) => [coin, scattered(round + index, moments)]))
  const sharedMoments = (coins: number, momentsSec: readonly number[]) => (round: number) =>
    new Map(coinsOf(coins, round).map((coin) => [coin, [...momentsSec]]))
  const momentSec = untilSec - 100 * DAY_SEC
  const spread = Array.from({ length: 13 }, (_, index) => untilSec - (12 - index) * 27 * DAY_SEC)
  const batchOf = (pairs: Kind['pairs']) => (round: number) => ({
    path: '/coins/batchHistorical',
    batch: Object.fromEntries(pairs(round)),
  })
  const getOf = (coins: number, before: string, after: string) => (round: number) => ({
    path: `${before}${coinsOf(coins, round).join(',')}${after}`,
  })
  const usualSec = 6 * HOUR_SEC
  return [
    {
      what: '500 coins at 10 moments each',
      coins: 500,
      widthSec: usualSec,
      pairs: ownMoments(500, 10),
      ask: batchOf(ownMoments(500, 10)),
    },
    {
      what: '10 coins at 500 moments each',
      coins: 10,
      widthSec: usualSec,
      pairs: ownMoments(10, 500),
      ask: batchOf(ownMoments(10, 500)),
    },
    {
      what: '500 coins at 10 moments each, two days wide',
      coins: 500,
      widthSec: 2 * DAY_SEC,
      pairs: ownMoments(500, 10),
      ask: (round) => ({
        ...batchOf(ownMoments(500, 10))(round),
        path: '/coins/batchHistorical?searchWidth=2d',
      }),
    },
    {
      what: '380 coins at a moment, two days wide',
      coins: 380,
      widthSec: 2 * DAY_SEC,
      pairs: sharedMoments(380, [momentSec]),
      ask: getOf(380, `/prices/historical/${momentSec}/`, '?searchWidth=2d'),
    },
    {
      what: 'change of 380 coins over 300 days, two days wide',
      coins: 380,
      widthSec: 2 * DAY_SEC,
      pairs: sharedMoments(380, [untilSec - 310 * DAY_SEC, untilSec - 10 * DAY_SEC]),
      ask: getOf(
        380,
        '/percentage/',
        `?timestamp=${untilSec - 10 * DAY_SEC}&period=300d&searchWidth=2d`,
      ),
    },
    {
      what: 'chart of 380 coins, 13 points two days wide',
      coins: 380,
      widthSec: 2 * DAY_SEC,
      pairs: sharedMoments(380, spread),
      ask: getOf(380, '/chart/', `?end=${untilSec}&span=13&period=27d&searchWidth=2d`),
    },
  ]
}
