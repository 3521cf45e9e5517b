import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prices } from '../src/domains/coins/facts.ts'
import { DAY_SEC, HOUR_SEC } from '../src/lib/clock.ts'
import { sql } from '../src/lib/sql.ts'
import type { SqlParams } from '../src/store/engine.ts'
import { tableOf } from '../src/store/tables.ts'
import { longestBlockMs, median, processorMs, repeat } from './support/measure.ts'
import {
  BENCH_KEY,
  memoryMb,
  NO_DEMO,
  type Peer,
  processorTimeSec,
  withFolder,
  withService,
} from './support/processes.ts'
import type { Report } from './support/report.ts'
import { countAt } from './support/size.ts'
import { coinOf, fillPrices, inStore } from './support/world.ts'

const COINS = Math.max(500, countAt(5_000))
const DAYS = 365
const ROUNDS = 3
const COST_FACTOR = 3
// Below this, the request itself costs more than the rows.
const MIN_COST_MS = 30
const MAX_BLOCK_MS = 100
const MAX_MEMORY_MB = 100
const TABLE = tableOf(prices)

/** Prices of many coins at many timestamps: what a request costs against the engine's own work. */
export async function batchPrices(report: Report): Promise<void> {
  report.section(
    `Prices of coin–timestamp pairs out of ${Math.round((COINS * DAYS * 24) / 1e6)} M hourly rows`,
  )
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const untilSec = Math.floor(Date.now() / 1000)
    await fillPrices(dataDir, { coins: COINS, days: DAYS, untilSec, stepSec: HOUR_SEC })
    const kinds = requests(untilSec)
    const engine = await measureEngine(dataDir, kinds)
    const work = async (almanac: Peer) => {
      // The first request loads the newest prices, which is not what a batch costs.
      await (await fetch(`${almanac.url}/prices/historical/${untilSec}/${coinOf(0)}`)).text()
      for (const kind of kinds) {
        const rounds = await repeat(ROUNDS, (round) => measure(almanac, kind, round))
        addCosts(report, kind.what, rounds, engine.get(kind) ?? Number.NaN)
      }
    }
    await withService(NO_DEMO, work, dataDir)
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
  const most = (name: keyof Cost) => Math.max(...rounds.map((cost) => cost[name]))
  report.limited(`${what}: longest block of the event loop`, most('blockMs'), MAX_BLOCK_MS)
  report.limited(`${what}: memory`, most('memoryMb'), MAX_MEMORY_MB, 'MB')
}

async function measure(almanac: Peer, kind: Kind, round: number): Promise<Cost> {
  const beforeMb = resetPeakMb(almanac.pid)
  const beforeSec = processorTimeSec(almanac.pid)
  const blockMs = await longestBlockMs(almanac, async () => {
    const pairs = pairsOf(kind, round)
    const path = kind.path.replace('{coins}', pairs.map(([coin]) => coin).join(','))
    const isBatch = path === kind.path
    const response = await fetch(`${almanac.url}${path}`, {
      headers: { 'x-api-key': BENCH_KEY, 'content-type': 'application/json' },
      ...(isBatch && {
        method: 'POST',
        body: JSON.stringify({ coins: Object.fromEntries(pairs) }),
      }),
    })
    const { coins } = (await response.json()) as { coins?: Record<string, unknown> }
    const found = Object.keys(coins ?? {}).length
    if (found !== kind.coins)
      throw new Error(`${kind.what}: ${response.status}, ${found} coins instead of ${kind.coins}`)
  })
  return {
    cpuMs: (processorTimeSec(almanac.pid) - beforeSec) * 1000,
    blockMs,
    memoryMb: memoryMb(almanac.pid, 'VmHWM') - beforeMb,
  }
}

/** Forgets the peak of a process's memory, and returns what it has now. */
function resetPeakMb(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return memoryMb(pid, 'VmRSS')
}

/** Median processor time of the engine for the pairs of each kind, over the bare table. */
function measureEngine(dataDir: string, kinds: readonly Kind[]): Promise<Map<Kind, number>> {
  return inStore(dataDir, async ({ engine }) => {
    const costs = await Array.fromAsync(kinds, async (kind) => {
      const times = await repeat(ROUNDS, async (round) => {
        // Else the engine remembers which rows the same filter found before.
        await engine.command(sql`SYSTEM DROP QUERY CONDITION CACHE`)
        return processorMs(() => engine.query(NEAREST_SQL, pairParams(kind, round)))
      })
      return [kind, median(times)] as const
    })
    return new Map(costs)
  })
}

const PAIRS_SQL = sql`SELECT ({coins:Array(String)})[pair.1] AS coin, pair.2 AS timeSec
  FROM (SELECT arrayJoin(arrayZip({indexes:Array(UInt32)}, {timesSec:Array(UInt32)})) AS pair)`
const BUCKET_SQL = sql`toUInt32(intDiv(atSec, {bucketSec:UInt32}))`
const COVER_SQL = sql`SELECT cityHash64(coin, toUInt32(intDiv(arrayJoin([timeSec - {widthSec:UInt32}, timeSec + {widthSec:UInt32}]), {bucketSec:UInt32}))) FROM (${PAIRS_SQL})`
/** The record nearest to each pair, by the quickest statement that was found. */
const NEAREST_SQL = sql`SELECT coin, timeSec, min(atSec), argMin((priceUsd, confidence), atSec), max(atSec), argMax((priceUsd, confidence), atSec)
  FROM (SELECT coin, atSec, priceUsd, confidence FROM ${TABLE} WHERE coin IN {coins:Array(String)}
    AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32} AND cityHash64(coin, ${BUCKET_SQL}) IN (${COVER_SQL})) AS record
  ASOF LEFT JOIN (${PAIRS_SQL}) AS pair ON record.coin = pair.coin AND record.atSec <= pair.timeSec
  GROUP BY coin, timeSec`

function pairParams(kind: Kind, round: number): SqlParams {
  const batch = pairsOf(kind, round)
  const pairs = batch.flatMap(([, timestamps], index) =>
    timestamps.map((timeSec) => ({ index: index + 1, timeSec })),
  )
  const timesSec = pairs.map(({ timeSec }) => timeSec)
  return {
    coins: batch.map(([coin]) => coin),
    indexes: pairs.map(({ index }) => index),
    timesSec,
    fromSec: Math.min(...timesSec) - kind.widthSec,
    toSec: Math.max(...timesSec) + kind.widthSec,
    widthSec: kind.widthSec,
    bucketSec: 2 * kind.widthSec + 1,
  }
}

interface Kind {
  readonly what: string
  readonly coins: number
  readonly widthSec: number
  /** With `{coins}`; without, coins and timestamps are sent along. */
  readonly path: string
  readonly timesSec: (coin: number) => readonly number[]
}

/** Coins of a round with their timestamps, none of which another round has. */
const pairsOf = ({ coins, timesSec }: Kind, round: number) =>
  Array.from(
    { length: coins },
    (_, index) => [coinOf((round * 17 + index * 31) % COINS), timesSec(round + index)] as const,
  )

/** Requests of so many coins at timestamps that each coin, or all of them, have. */
function requests(untilSec: number): Kind[] {
  const batch = (what: string, coins: number, timestamps: number, isWide = false): Kind => ({
    ...{ what, coins, widthSec: isWide ? 2 * DAY_SEC : 6 * HOUR_SEC },
    path: `/coins/batchHistorical${isWide ? '?searchWidth=2d' : ''}`,
    timesSec: (coin) =>
      Array.from(
        { length: timestamps },
        (_, index) => untilSec - DAY_SEC - ((coin * 7_919 + index * 3_246_599) % (363 * DAY_SEC)),
      ),
  })
  const wide = (what: string, path: string, timesSec: readonly number[]): Kind => ({
    ...{ what, coins: 380, widthSec: 2 * DAY_SEC, path, timesSec: () => timesSec },
  })
  const daysAgo = (days: number) => untilSec - days * DAY_SEC
  const spread = Array.from({ length: 13 }, (_, index) => daysAgo((12 - index) * 27))
  return [
    batch('500 coins at 10 timestamps each', 500, 10),
    batch('10 coins at 500 timestamps each', 10, 500),
    batch('500 coins at 10 timestamps each, two days wide', 500, 10, true),
    wide(
      '380 coins at a timestamp, two days wide',
      `/prices/historical/${daysAgo(100)}/{coins}?searchWidth=2d`,
      [daysAgo(100)],
    ),
    wide(
      'change of 380 coins over 300 days, two days wide',
      `/percentage/{coins}?timestamp=${daysAgo(10)}&period=300d&searchWidth=2d`,
      [daysAgo(310), daysAgo(10)],
    ),
    wide(
      'chart of 380 coins, 13 points two days wide',
      `/chart/{coins}?end=${untilSec}&span=13&period=27d&searchWidth=2d`,
      spread,
    ),
  ]
}
