import { join } from 'node:path'
import { facts } from '../../src/app.ts'
import { prices } from '../../src/domains/coins/facts.ts'
import { protocols, tokens } from '../../src/domains/registry/facts.ts'
import { tvlRecords } from '../../src/domains/tvl/facts.ts'
import { yieldPools, yieldSamples } from '../../src/domains/yields/facts.ts'
import { poolIdSql } from '../../src/domains/yields/pool-id.ts'
import { createClock, DAY_SEC, toSec } from '../../src/lib/clock.ts'
import { commitRun } from '../../src/runs/run.ts'
import type { Stage } from '../../src/runs/stage.ts'
import { Store } from '../../src/store/store.ts'
import { startAlmanac, withFolder } from '../support/processes.ts'
import type { Report } from '../support/report.ts'
import { countAt, SHARE } from '../support/share.ts'
import { type ExplorerBench, Tab } from './tab.ts'

const COUNTS = {
  protocols: countAt(SHARE, 5_000),
  pools: countAt(SHARE, 20_000),
  coins: countAt(SHARE, 5_000),
}
const DAYS = 40
const MAX_CONTENT_MS = 5_000
const MAX_TASK_MS = 500
const CATEGORIES = ['Lending', 'Dexs', 'Derivatives', 'Yield', 'Liquid Staking']
const CHAINS = "['ethereum', 'base', 'arbitrum', 'bsc', 'solana']"
const PAGES = [
  ...['/', '/protocols', '/protocols/protocol-7', '/chains', '/chains/Ethereum', '/yields'],
  ...['/coins', '/categories', '/categories/Lending', '/datasets', '/freshness', '/runs'],
]

/** The main pages over lists of full length: when they stand, and how long the page was busy. */
export async function fullSize(report: Report, bench: ExplorerBench): Promise<void> {
  const [few, many, coins] = [COUNTS.protocols, COUNTS.pools, COUNTS.coins].map((count) =>
    count.toLocaleString('en'),
  )
  report.section(`Pages over ${few} protocols, ${many} pools and ${coins} coins`)
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    await fill(dataDir)
    const almanac = await startAlmanac(dataDir, {
      ALMANAC_DEMO: 'off',
      ALMANAC_EXPLORER_DIR: bench.folder,
    })
    for (const path of PAGES) await addPage(report, { ...bench, app: `${almanac.url}/app` }, path)
    await almanac.stop()
  })
}

async function addPage(report: Report, bench: ExplorerBench, path: string): Promise<void> {
  // The first one has the service compute its answers.
  const first = await Tab.open(bench)
  await first.load(bench.app + path)
  await first.close()
  const tab = await Tab.open(bench)
  const startedMs = performance.now()
  await tab.load(bench.app + path)
  const contentMs = performance.now() - startedMs
  const taskMs = Math.max(0, ...(await tab.evaluate<number[]>('window.tasks')))
  const { errors } = tab
  await tab.close()
  report.add(
    path,
    `${contentMs.toFixed(0)} ms, longest task ${taskMs.toFixed(0)} ms, ${errors.length} errors`,
    `≤ ${MAX_CONTENT_MS} ms, ≤ ${MAX_TASK_MS} ms, none`,
    contentMs <= MAX_CONTENT_MS && taskMs <= MAX_TASK_MS && errors.length === 0,
  )
}

async function fill(dataDir: string): Promise<void> {
  const store = await Store.open({ facts, path: join(dataDir, 'facts') })
  const todaySec = Math.floor(toSec(Date.now()) / DAY_SEC) * DAY_SEC
  await commitRun(store, { source: 'bench', clock: createClock() }, async (stage) => {
    await insertProtocols(stage, todaySec)
    await insertPools(stage, todaySec)
    await insertCoins(stage, todaySec)
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
  await store.close()
}

const daysBack = (todaySec: number, count: number) =>
  `(SELECT toUInt32(${todaySec} - ${DAY_SEC} * number) AS atSec FROM numbers(${count})) AS days`

async function insertProtocols(stage: Stage, todaySec: number): Promise<void> {
  await stage.insertRows(
    protocols,
    Array.from({ length: COUNTS.protocols }, (_, index) => ({
      id: String(index + 1),
      name: `Protocol ${index + 1}`,
      category: CATEGORIES[index % CATEGORIES.length],
    })),
  )
  await stage.insertSelect(
    tvlRecords,
    `SELECT toString(number + 1) AS protocol, chain, 'tvl' AS section, atSec, toFloat64(1000 + cityHash64(number, chain, atSec) % 1000000000) AS tvlUsd
     FROM (SELECT number, arrayJoin(arraySlice(${CHAINS}, 1, 1 + number % 5)) AS chain FROM numbers(${COUNTS.protocols})) AS known CROSS JOIN ${daysBack(todaySec, DAYS)}`,
  )
}

async function insertPools(stage: Stage, todaySec: number): Promise<void> {
  const pools = `SELECT number, ${poolIdSql("concat('pool ', toString(number))")} AS pool FROM numbers(${COUNTS.pools})`
  await stage.insertSelect(
    yieldPools,
    `SELECT pool, concat('protocol-', toString(1 + number % 400)) AS project, ${CHAINS}[1 + number % 5] AS chain,
       ['USDC-WETH', 'WETH', 'USDC', 'WBTC-WETH', 'DAI-USDC'][1 + number % 5] AS symbol, NULL AS poolMeta, NULL AS url,
       [] AS underlyingTokens, [] AS rewardTokens, NULL AS exposure, NULL AS poolOld FROM (${pools})`,
  )
  await stage.insertSelect(
    yieldSamples,
    `SELECT pool, atSec, 20000 + toFloat64(cityHash64(number, atSec) % 10000000) AS tvlUsd, toNullable(2 + (cityHash64(number) % 1000) / 100) AS apyPct,
       apyPct AS apyBasePct, NULL AS apyRewardPct, NULL AS il7dPct, NULL AS apyBase7dPct, NULL AS apyBaseInceptionPct, NULL AS volume1dUsd, NULL AS volume7dUsd,
       NULL AS pricePerShare, NULL AS kind FROM (${pools}) AS known CROSS JOIN ${daysBack(todaySec, DAYS)}`,
  )
}

async function insertCoins(stage: Stage, todaySec: number): Promise<void> {
  const coin = "concat('ethereum:0x', leftPad(lower(hex(toUInt64(number))), 40, '0'))"
  await stage.insertSelect(
    tokens,
    `SELECT ${coin} AS coin, concat('T', toString(number)) AS symbol, NULL AS name, toNullable(toInt64(18)) AS decimals, NULL AS redirect FROM numbers(${COUNTS.coins})`,
  )
  await stage.insertSelect(
    prices,
    `SELECT ${coin} AS coin, atSec, 1 + (cityHash64(number, atSec) % 1000000) / 1000 AS priceUsd, toNullable(0.99) AS confidence
     FROM numbers(${COUNTS.coins}) AS known CROSS JOIN ${daysBack(todaySec, DAYS)}`,
  )
}
