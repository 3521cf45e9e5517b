import chains from '../data/chains.json' with { type: 'json' }
import { prices } from '../src/domains/coins/facts.ts'
import {
  stablecoinBridged,
  stablecoins as stablecoinFacts,
  stablecoinSupply,
} from '../src/domains/stablecoins/facts.ts'
import { DAY_SEC, dayStart, toSec } from '../src/lib/clock.ts'
import { joinSql, literal, type Sql, sql } from '../src/lib/sql.ts'
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
import { countAt, SHARE } from './support/share.ts'

const CHAINS = 120
const DAYS = 1_826
const [FEW, MANY] = [countAt(SHARE / 10, 400), countAt(SHARE, 400)]
const SAMPLED_ASSETS = Math.min(40, FEW - 1)
// Of the sampled ones the middle, by the number of its chains.
const MIDDLE_ASSET = 2 + (SAMPLED_ASSETS >> 1)
const CHAIN_KEYS = chains.slice(0, CHAINS).map(({ key }) => key)
const DAY = sql`intDiv(atSec, ${DAY_SEC})`

/** Lists and charts of hundreds of stablecoins with five years of daily reports. */
export async function stablecoins(report: Report): Promise<void> {
  const todaySec = dayStart(toSec(Date.now()))
  const fill = (assetCount: number) => (dataDir: string) =>
    fillAssets(dataDir, assetCount, todaySec)
  const smallMs = await timeLoaded(fill(FEW), ['/stablecoinchains'], timeAssetCharts)
  await withService(fill(MANY), async (service, { rows, engine }) => {
    report.section(
      `${MANY} stablecoins on ${CHAINS} chains, ${DAYS} days, ${(rows / 1e6).toFixed(1)} M rows`,
    )
    addFirst(report, '/stablecoinchains', (await service.get('/stablecoinchains')).ms)
    for (const [path, own] of [
      ['/stablecoins', engine.list],
      ['/stablecoinchains', engine.list],
      ['/stablecoincharts/all', engine.chart],
      ['/stablecoinprices', engine.prices],
      ['/stablecoin/1', engine.largestAsset],
      ['/stablecoin/1?fields=tokens', engine.largestAssetChart],
    ] as const)
      addCold(report, path, await medianMs(service, coldPaths(path)), own)
    await measureChains(report, service, engine)
    const chartMs = await timeAssetCharts(service)
    const sampled = `median of ${SAMPLED_ASSETS}`
    addCold(report, `/stablecoincharts/all?stablecoin=, ${sampled}`, chartMs, engine.assetChart)
    const assetMs = await medianMs(
      service,
      sampledAssets((id) => `/stablecoin/${id}`),
    )
    addCold(report, `/stablecoin/{asset}, ${sampled}`, assetMs, engine.asset)
    addGrowth(report, '/stablecoincharts/all?stablecoin=', chartMs, smallMs)
    await measureAfterReports(report, service, { engine, todaySec })
    addMemory(report, service)
  })
}

type EngineTimes = Awaited<ReturnType<typeof fillAssets>>['engine']

/** Charts of single stablecoins, the same ones at every size. */
function timeAssetCharts(service: FilledService): Promise<number> {
  return medianMs(
    service,
    sampledAssets((id) => `/stablecoincharts/all?stablecoin=${id}`),
  )
}

function sampledAssets(pathOf: (id: number) => string): string[] {
  return Array.from({ length: SAMPLED_ASSETS }, (_, index) => pathOf(index + 2))
}

async function measureChains(
  report: Report,
  service: FilledService,
  engine: EngineTimes,
): Promise<void> {
  for (const [path, own] of [
    ['/stablecoincharts/', engine.chainChart],
    ['/stablecoins/stablecoindominance/', engine.dominance],
  ] as const) {
    const ms = await medianMs(
      service,
      CHAIN_KEYS.map((key) => `${path}${key}`),
    )
    addCold(report, `${path}{chain}, median of all chains`, ms, own)
  }
}

/** The first response after a report of one stablecoin, and of all of them. */
async function measureAfterReports(
  report: Report,
  { dataDir, get }: FilledService,
  { engine, todaySec }: { engine: EngineTimes; todaySec: number },
): Promise<void> {
  for (const [what, count] of [
    ['one stablecoin', 1],
    ['every stablecoin', MANY],
  ] as const) {
    const lines = Array.from(
      { length: count },
      (_, asset) => `${asset + 1},${homeOf(asset)},${todaySec + 60 + count},${2e9 + asset},0`,
    )
    await importCsv(dataDir, stablecoinSupply, ['asset,chain,atSec,minted,unreleased', ...lines])
    const { ms } = await get('/stablecoincharts/all')
    addAfterCommit(report, `/stablecoincharts/all after a report of ${what}`, ms, engine.chart)
  }
}

function homeOf(asset: number): string {
  return CHAIN_KEYS[(asset * 7) % CHAINS] ?? ''
}

/** SQL of the rows behind each response. */
function statementsOf(todaySec: number) {
  const supply = tableOf(stablecoinSupply)
  const places = (where: Sql) =>
    sql`SELECT asset, chain, atSec, minted - unreleased AS units FROM ${supply} WHERE ${where}
     UNION ALL SELECT asset, chain, atSec, amount AS units FROM ${tableOf(stablecoinBridged)} WHERE ${where}`
  const assetDays = (where: Sql) =>
    sql`SELECT asset, ${DAY} AS day, sum(units) AS units FROM (${places(where)}) GROUP BY asset, day`
  const dailyPrices = sql`SELECT substring(coin, 23) AS asset, ${DAY} AS day, priceUsd FROM ${tableOf(prices)}`
  const valued = (where: Sql) =>
    sql`(${assetDays(where)}) AS held INNER JOIN (${dailyPrices}) AS priced USING (asset, day)`
  const chart = (where: Sql) =>
    sql`SELECT day, pegType, sum(units) AS circulating, sum(units * priceUsd) AS circulatingUsd
     FROM ${valued(where)} INNER JOIN ${tableOf(stablecoinFacts)} AS about ON about.id = asset
     GROUP BY day, pegType ORDER BY day`
  // The charts of one stablecoin need its prices only.
  const assetChart = (id: number) =>
    sql`SELECT day, units, units * priceUsd AS usd FROM (${assetDays(sql`asset = ${literal(String(id))}`)}) AS held
     INNER JOIN (${dailyPrices} WHERE coin = ${literal(`aggregator:stablecoin-${id}`)}) AS priced USING (asset, day) ORDER BY day`
  const asset = (id: number) =>
    sql`SELECT chain, ${DAY} AS day, sum(units) AS units FROM (${places(sql`asset = ${literal(String(id))}`)}) GROUP BY chain, day ORDER BY chain, day`
  const before = [0, 1, 7, 30].map(
    (days) => sql`argMaxIf(units, atSec, atSec <= ${todaySec - days * DAY_SEC}) AS units${days}`,
  )
  return {
    list: sql`SELECT asset, chain, ${joinSql(before)} FROM (${places(sql`atSec > ${todaySec - 38 * DAY_SEC}`)}) GROUP BY asset, chain`,
    chart: chart(sql`1`),
    chainChart: chart(sql`chain = ${literal(String(CHAIN_KEYS[7]))}`),
    dominance: sql`SELECT day, sum(units * priceUsd) AS usd, argMax(asset, units * priceUsd) AS largest, max(units * priceUsd) AS largestUsd
      FROM ${valued(sql`chain = ${literal(String(CHAIN_KEYS[7]))}`)} GROUP BY day ORDER BY day`,
    assetChart: assetChart(MIDDLE_ASSET),
    asset: asset(MIDDLE_ASSET),
    largestAsset: asset(1),
    largestAssetChart: assetChart(1),
    prices: sql`SELECT day, groupArray((asset, priceUsd)) AS prices FROM (${dailyPrices}) GROUP BY day ORDER BY day`,
  }
}

/** The first stablecoin is on all chains, most are on a few; every second place is bridged. */
function fillAssets(dataDir: string, assetCount: number, todaySec: number) {
  return fillStore(dataDir, {
    insert: (stage) => insertAssets(stage, assetCount, todaySec),
    merged: [stablecoinSupply, stablecoinBridged, prices],
    statements: statementsOf(todaySec),
  })
}

async function insertAssets(stage: Stage, assetCount: number, todaySec: number): Promise<void> {
  const keys = joinSql(CHAIN_KEYS.map((key) => literal(key)))
  const chainAt = (number: Sql) => sql`[${keys}][(${number}) % ${CHAINS} + 1]`
  const places = sql`SELECT asset, ${chainAt(sql`asset * 7 + place`)} AS chain, ${chainAt(sql`asset * 7`)} AS home, place FROM (
      SELECT number AS asset, arrayJoin(range(greatest(1, toUInt32(round(${CHAINS} * pow(number + 1, -0.55)))))) AS place FROM numbers(${assetCount})
    )`
  const days = sql`SELECT toUInt32(${todaySec} - number * ${DAY_SEC}) AS atSec FROM numbers(${DAYS})`
  const growth = sql`(1 + 0.1 * sin(atSec / 4e6 + place))`
  await stage.insertRows(
    stablecoinFacts,
    Array.from({ length: assetCount }, (_, index) => ({
      id: String(index + 1),
      name: `Stablecoin ${index + 1}`,
      symbol: `S${index + 1}`,
      pegType: ['peggedUSD', 'peggedUSD', 'peggedUSD', 'peggedEUR', 'peggedVAR'][index % 5],
      pegMechanism: 'fiat-backed',
      aggregatorId: `stablecoin-${index + 1}`,
    })),
  )
  await stage.insertSelect(
    stablecoinSupply,
    sql`SELECT toString(asset + 1) AS asset, chain, atSec, if(place % 2 = 1, 0, 1e9 / (place + 1) * ${growth}) AS minted, if(place = 0, 1e6, 0) AS unreleased
     FROM (${places}) AS held CROSS JOIN (${days}) AS moment`,
  )
  await stage.insertSelect(
    stablecoinBridged,
    sql`SELECT toString(asset + 1) AS asset, chain, home AS sourceChain, atSec, 1e8 / (place + 1) / (place + 1) * ${growth} AS amount
     FROM (${places}) AS held CROSS JOIN (${days}) AS moment WHERE place % 2 = 1`,
  )
  await stage.insertSelect(
    prices,
    sql`SELECT concat('aggregator:stablecoin-', toString(number + 1)) AS coin, atSec, 1 + (cityHash64(number, atSec) % 1000) / 1e6 AS priceUsd, toNullable(0.99) AS confidence
     FROM numbers(${assetCount}) AS market CROSS JOIN (${days}) AS moment`,
  )
}
