import { yieldPools, yieldSamples } from '../src/domains/yields/facts.ts'
import { poolIdOf, poolIdSql } from '../src/domains/yields/pool-id.ts'
import { DAY_SEC, HOUR_SEC, toSec } from '../src/lib/clock.ts'
import { joinSql, literal, sql } from '../src/lib/sql.ts'
import type { Stage } from '../src/runs/stage.ts'
import { tableOf } from '../src/store/tables.ts'
import { addAfterCommit, addCold, addFirst, addGrowth, addMemory } from './support/engine-limits.ts'
import {
  coldPaths,
  type FilledService,
  fillStore,
  medianMs,
  timeLoaded,
  withService,
} from './support/filled-service.ts'
import { importCsv } from './support/import-csv.ts'
import type { Report } from './support/report.ts'
import { countAt, SHARE, spread } from './support/share.ts'

const [FEW, MANY] = [countAt(SHARE / 10, 20_000), countAt(SHARE, 20_000)]
const DAYS = 3 * 365
const CHARTS = 100
const MIN_POOL_BYTES = 100
// A day of a chart is longer than this.
const MIN_DAY_BYTES = 100
const keyOf = (number: number) => `pool ${number}`

/** The list of all pools and charts of single ones. */
export async function yields(report: Report): Promise<void> {
  // The newest samples are of an hour ago, so that there is room for an hour more.
  const untilSec = Math.floor(toSec(Date.now()) / HOUR_SEC) * HOUR_SEC - HOUR_SEC
  const fill = (poolCount: number) => (dataDir: string) => fillPools(dataDir, poolCount, untilSec)
  const smallMs = await timeLoaded(fill(FEW), ['/pools'], (service) => timeCharts(service, FEW))
  await withService(fill(MANY), async (service, { rows, engine }) => {
    report.section(
      `Yields: ${MANY.toLocaleString('en')} pools, daily for 3 years (${(rows / 1e6).toFixed(1)} M rows)`,
    )
    const minBytes = MANY * MIN_POOL_BYTES
    addFirst(report, '/pools', (await service.get('/pools', minBytes)).ms)
    const chartMs = await timeCharts(service, MANY)
    addCold(report, `one pool’s chart, median of ${CHARTS}`, chartMs, engine.chart)
    addGrowth(report, 'one pool’s chart', chartMs, smallMs)
    addCold(report, '/pools', await medianMs(service, coldPaths('/pools'), minBytes), engine.list)
    await importHour(service.dataDir, untilSec + HOUR_SEC)
    const after = await service.get('/pools', minBytes)
    addAfterCommit(report, '/pools after a new sample of every pool', after.ms, engine.list)
    addMemory(report, service)
  })
}

function timeCharts(service: FilledService, poolCount: number): Promise<number> {
  const paths = spread(poolCount, CHARTS).map((index) => `/chart/${poolIdOf(keyOf(index))}`)
  return medianMs(service, paths, DAYS * MIN_DAY_BYTES)
}

/** SQL of the rows behind each response. */
function statementsOf(untilSec: number) {
  const samples = tableOf(yieldSamples)
  const newest = sql`tvlUsd, apyPct, apyBasePct, apyRewardPct, il7dPct, apyBase7dPct, volume1dUsd, volume7dUsd`
  const before = [1, 7, 30].map(
    (days) => sql`argMaxIf(apyPct, atSec, atSec <= ${untilSec - days * DAY_SEC}) AS apy${days}d`,
  )
  return {
    // Mean and deviation of all days are part of the list.
    list: sql`SELECT * FROM (
        SELECT pool, count() AS days, avg(log1p(apyPct / 100)) AS mu, stddevSamp(exp(log1p(apyPct / 100) / 365) - 1) AS sigma FROM ${samples} GROUP BY pool
      ) AS past INNER JOIN (
        SELECT pool, ${joinSql(before)}, avgIf(apyPct, atSec > ${untilSec - 30 * DAY_SEC}) AS mean30d, argMax((${newest}), atSec) AS newest
        FROM ${samples} WHERE atSec > ${untilSec - 32 * DAY_SEC} GROUP BY pool
      ) AS recent USING (pool) INNER JOIN ${tableOf(yieldPools)} AS about USING (pool) ORDER BY newest.1 DESC`,
    chart: sql`SELECT atSec, tvlUsd, apyPct, apyBasePct, apyRewardPct, il7dPct, apyBase7dPct, pricePerShare
      FROM ${samples} WHERE pool = ${literal(poolIdOf(keyOf(7)))} ORDER BY atSec`,
  }
}

function fillPools(dataDir: string, poolCount: number, untilSec: number) {
  return fillStore(dataDir, {
    insert: (stage) => insertPools(stage, poolCount, untilSec),
    merged: [yieldSamples],
    statements: statementsOf(untilSec),
  })
}

async function insertPools(stage: Stage, poolCount: number, untilSec: number): Promise<void> {
  const chance = (salt: number) => sql`(cityHash64(number, day, ${salt}) % 10000) / 10000`
  const key = sql`concat(${literal(keyOf(0).slice(0, -1))}, toString(number))`
  const pools = sql`SELECT number, ${poolIdSql(key)} AS pool FROM numbers(${poolCount})`
  await stage.insertSelect(
    yieldPools,
    sql`SELECT pool, concat('project-', toString(number % 400)) AS project, ['ethereum', 'base', 'arbitrum', 'bsc', 'solana'][1 + number % 5] AS chain,
       ['USDC-WETH', 'WETH', 'USDC', 'WBTC-WETH', 'DAI-USDC'][1 + number % 5] AS symbol, NULL AS poolMeta, 'https://example.org' AS url,
       [concat('0x', hex(sipHash128(pool)), 'abcdef01')] AS underlyingTokens, if(number % 3 = 0, underlyingTokens, []) AS rewardTokens, NULL AS exposure, NULL AS poolOld
     FROM (${pools})`,
  )
  await stage.insertSelect(
    yieldSamples,
    sql`SELECT pool, toUInt32(${untilSec} - ${DAY_SEC} * (${DAYS - 1} - day)) AS atSec, 20000 + 1e7 * ${chance(1)} AS tvlUsd, toNullable(apyBasePct + apyRewardPct) AS apyPct,
       toNullable(2 + 10 * ${chance(2)}) AS apyBasePct, toNullable(3 * ${chance(3)}) AS apyRewardPct, toNullable(-${chance(4)}) AS il7dPct, apyBasePct AS apyBase7dPct,
       NULL AS apyBaseInceptionPct, toNullable(1e5 * ${chance(5)}) AS volume1dUsd, 7 * volume1dUsd AS volume7dUsd, NULL AS pricePerShare, NULL AS kind
     FROM (${pools}) AS pool CROSS JOIN (SELECT number AS day FROM numbers(${DAYS})) AS days`,
  )
}

/** A sample of every pool, as a source adds them every hour. */
function importHour(dataDir: string, atSec: number): Promise<void> {
  const lines = Array.from(
    { length: MANY },
    (_, number) => `${keyOf(number)},${atSec},${50_000 + number},${(number % 700) / 100}`,
  )
  return importCsv(dataDir, yieldSamples, ['pool,atSec,tvlUsd,apyPct', ...lines])
}
