import { join } from 'node:path'
import { yieldPools, yieldSamples } from '../src/domains/yields/facts.ts'
import { yields as domain } from '../src/domains/yields/index.ts'
import { poolIdSql } from '../src/domains/yields/pool-id.ts'
import { createClock, DAY_SEC, HOUR_SEC } from '../src/lib/clock.ts'
import { commitRun } from '../src/runs/run.ts'
import { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { importCsv } from './support/import-csv.ts'
import { type Peer, residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'
import { AS_FREE, timeAnswer } from './support/timed-answer.ts'

const POOLS = 20_000
const DAYS = 3 * 365
const LISTS = 10
const CHARTS = 200
const LEAST_LIST_BYTES = 1e6
// A day of a chart is longer than this.
const LEAST_DAY_BYTES = 100
const keyOf = (number: number) => `pool ${number}`

/** The list of all pools and charts of single ones, at the size of the incumbent. */
export async function yields(report: Report): Promise<void> {
  report.section(
    `Yields: ${POOLS.toLocaleString('en')} pools, daily for 3 years (${Math.round((POOLS * DAYS) / 1e6)} M rows)`,
  )
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    // The newest records are of an hour ago, so that there is room for an hour more.
    const untilSec = Math.floor(Date.now() / 1000 / HOUR_SEC) * HOUR_SEC - HOUR_SEC
    await fillPools(dataDir, untilSec)
    const almanac = await startAlmanac(dataDir, { ALMANAC_DEMO: 'off' })
    try {
      await measure(report, almanac, () => importHour(dataDir, untilSec + HOUR_SEC))
    } finally {
      await almanac.stop()
    }
  })
}

async function measure(
  report: Report,
  { url, pid }: Peer,
  nextHour: () => Promise<void>,
): Promise<void> {
  const idleMb = residentMb(pid)
  const first = await list(url, '')
  report.add(
    '/pools, the first ever: its picture is made from all rows',
    `${first.ms.toFixed(0)} ms, ${(first.bytes / 1e6).toFixed(1)} MB`,
  )
  report.add('resident memory before and after', `${idleMb} MB, ${residentMb(pid)} MB`)
  const cold: number[] = []
  for (let index = 0; index < LISTS; index++)
    cold.push((await list(url, `?limit=${100_000 - index}`)).ms)
  const coldMs = percentile(cold, 0.5)
  const range = `${Math.min(...cold).toFixed(0)} to ${Math.max(...cold).toFixed(0)}`
  report.add(
    '/pools, never asked before, median',
    `${coldMs.toFixed(0)} ms (${range})`,
    '≤ 250 ms',
    coldMs <= 250,
  )
  await nextHour()
  report.add(
    '/pools, the first after a run with a record of every pool',
    `${(await list(url, '')).ms.toFixed(0)} ms`,
  )
  const charts = await askCharts(url)
  const p95 = percentile(charts, 0.95)
  const middle = percentile(charts, 0.5).toFixed(1)
  report.add(
    'one pool’s chart, never asked before, p95',
    `${p95.toFixed(1)} ms (median ${middle} ms)`,
    '≤ 25 ms',
    p95 <= 25,
  )
}

async function fillPools(dataDir: string, untilSec: number): Promise<void> {
  const store = await Store.open({ facts: domain.facts, path: `${dataDir}/facts` })
  const chance = (salt: number) => `(cityHash64(number, day, ${salt}) % 10000) / 10000`
  await commitRun(store, { source: 'bench', clock: createClock() }, async (stage) => {
    const pools = `SELECT number, ${poolIdSql(`concat('${keyOf(0).slice(0, -1)}', toString(number))`)} AS pool FROM numbers(${POOLS})`
    await stage.insertSelect(
      yieldPools,
      `SELECT pool, concat('project-', toString(number % 400)) AS project, ['ethereum', 'base', 'arbitrum', 'bsc', 'solana'][1 + number % 5] AS chain,
         ['USDC-WETH', 'WETH', 'USDC', 'WBTC-WETH', 'DAI-USDC'][1 + number % 5] AS symbol, NULL AS poolMeta, 'https://example.org' AS url,
         [concat('0x', hex(sipHash128(pool)), 'abcdef01')] AS underlyingTokens, if(number % 3 = 0, underlyingTokens, []) AS rewardTokens, NULL AS exposure, NULL AS poolOld
       FROM (${pools})`,
    )
    await stage.insertSelect(
      yieldSamples,
      `SELECT pool, toUInt32(${untilSec} - ${DAY_SEC} * (${DAYS - 1} - day)) AS atSec, 20000 + 1e7 * ${chance(1)} AS tvlUsd, toNullable(apyBasePct + apyRewardPct) AS apyPct,
         toNullable(2 + 10 * ${chance(2)}) AS apyBasePct, toNullable(3 * ${chance(3)}) AS apyRewardPct, toNullable(-${chance(4)}) AS il7dPct, apyBasePct AS apyBase7dPct,
         NULL AS apyBaseInceptionPct, toNullable(1e5 * ${chance(5)}) AS volume1dUsd, 7 * volume1dUsd AS volume7dUsd, NULL AS pricePerShare, NULL AS kind
       FROM (${pools}) AS pool CROSS JOIN (SELECT number AS day FROM numbers(${DAYS})) AS days`,
    )
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
  // The state a table reaches by itself a while after an import: its parts merged.
  await store.engine.command(`OPTIMIZE TABLE ${tableOf(yieldSamples)} FINAL`)
  await store.close()
}

/** A record of every pool, as a source brings them every hour. */
function importHour(dataDir: string, atSec: number): Promise<void> {
  const lines = Array.from(
    { length: POOLS },
    (_, number) => `${keyOf(number)},${atSec},${50_000 + number},${(number % 700) / 100}`,
  )
  return importCsv(dataDir, yieldSamples, ['pool,atSec,tvlUsd,apyPct', ...lines])
}

function list(url: string, query: string): Promise<{ ms: number; bytes: number }> {
  return timeAnswer(`${url}/pools${query}`, LEAST_LIST_BYTES, AS_FREE)
}

async function askCharts(url: string): Promise<number[]> {
  const { data } = (await (await fetch(`${url}/pools?fields=pool`)).json()) as {
    data: { pool: string }[]
  }
  const times: number[] = []
  for (let index = 0; index < CHARTS; index++) {
    const { pool } = data[(index * 7_919) % data.length] ?? { pool: '' }
    times.push((await timeAnswer(`${url}/chart/${pool}`, DAYS * LEAST_DAY_BYTES, AS_FREE)).ms)
  }
  return times
}

function percentile(values: number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}
