import chains from '../data/chains.json' with { type: 'json' }
import { prices } from '../src/domains/coins/facts.ts'
import { protocols } from '../src/domains/registry/facts.ts'
import { rwaAssets, rwaExcluded, rwaPositions, rwaSupply } from '../src/domains/rwa/facts.ts'
import { DAY_SEC, dayStart, toSec } from '../src/lib/clock.ts'
import { identifier, joinSql, literal, type Sql, sql } from '../src/lib/sql.ts'
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

// Ten times the demo world.
const SIZE = {
  assets: countAt(SHARE, 3_300),
  places: countAt(SHARE, 6_000),
  positions: countAt(SHARE, 2_100),
}
const CHAIN_KEYS = chains.slice(0, 40).map(({ key }) => key)
// Ten times the days are ten times the rows; figures of the present do not grow.
const [SHORT, LONG] = [48, 480]
const WITH_ALL = 'includeStablecoin=true&includeGovernance=true'
// Charts of all chains have all assets, and no response is of one asset.
const PRESENT = '/rwa/stats'

/** Lists, totals and charts of real world assets. */
export async function rwa(report: Report): Promise<void> {
  const todaySec = dayStart(toSec(Date.now()))
  const fill = (days: number) => (dataDir: string) => fillAssets(dataDir, days, todaySec)
  const smallMs = await timeLoaded(fill(SHORT), [PRESENT], timePresent)
  await withService(fill(LONG), async (service, { rows, engine }) => {
    report.section(
      `${SIZE.assets} real world assets on ${CHAIN_KEYS.length} chains, ${LONG} days, ${(rows / 1e6).toFixed(1)} M rows`,
    )
    const first = `/rwa/chart/chain/${CHAIN_KEYS[0]}`
    addFirst(report, first, (await service.get(first)).ms)
    for (const [path, own] of [
      ['/rwa/current', engine.current],
      ['/rwa/stats', engine.stats],
      ['/rwa/list', engine.stats],
      [`/rwa/chart/chain-breakdown?key=onChainMcap&${WITH_ALL}`, engine.chainBreakdown],
    ] as const)
      addCold(report, path, await medianMs(service, coldPaths(path)), own)
    await measureChains(report, service, engine)
    addGrowth(report, PRESENT, await timePresent(service), smallMs)
    await measureAfterReports(report, service, { engine, todaySec })
    addMemory(report, service)
  })
}

type EngineTimes = Awaited<ReturnType<typeof fillAssets>>['engine']

function timePresent(service: FilledService): Promise<number> {
  return medianMs(service, coldPaths(PRESENT, 15))
}

async function measureChains(
  report: Report,
  service: FilledService,
  engine: EngineTimes,
): Promise<void> {
  const [largest, ...others] = CHAIN_KEYS
  for (const { what, keys, list, chart } of [
    {
      what: 'the largest chain',
      keys: [largest],
      list: engine.onLargest,
      chart: engine.largestChart,
    },
    { what: 'other chains', keys: others, list: engine.onChain, chart: engine.chainChart },
  ]) {
    const lists = keys.map((key) => `/rwa/chain/${key}`)
    addCold(report, `/rwa/chain/{chain}, ${what}`, await medianMs(service, lists), list)
    const charts = keys.map((key) => `/rwa/chart/chain/${key}?${WITH_ALL}`)
    addCold(report, `/rwa/chart/chain/{chain}, ${what}`, await medianMs(service, charts), chart)
  }
}

/** The first response after a report of one asset, and of every asset. */
async function measureAfterReports(
  report: Report,
  { dataDir, get }: FilledService,
  { engine, todaySec }: { engine: EngineTimes; todaySec: number },
): Promise<void> {
  for (const [what, count] of [
    ['one asset', 1],
    ['every asset', SIZE.assets],
  ] as const) {
    const lines = Array.from(
      { length: count },
      (_, asset) => `${asset},${CHAIN_KEYS[0]},${todaySec + 60 + count},${1e6 + asset}`,
    )
    await importCsv(dataDir, rwaSupply, ['asset,chain,atSec,supply', ...lines])
    const { ms } = await get('/rwa/current')
    addAfterCommit(report, `/rwa/current after a report of ${what}`, ms, engine.current)
  }
}

/** SQL of the rows behind each response. */
function statementsOf(todaySec: number) {
  const price = sql`SELECT substring(coin, 16) AS asset, intDiv(atSec, ${DAY_SEC}) AS day, priceUsd FROM ${tableOf(prices)}`
  const figures = (where: Sql) =>
    sql`SELECT asset, chain, atSec, supply, 0. AS excluded, 0. AS position FROM ${tableOf(rwaSupply)} WHERE ${where}
     UNION ALL SELECT asset, chain, atSec, 0. AS supply, amount AS excluded, 0. AS position FROM ${tableOf(rwaExcluded)} WHERE ${where}
     UNION ALL SELECT asset, chain, atSec, 0. AS supply, 0. AS excluded, amount AS position FROM ${tableOf(rwaPositions)} WHERE ${where}`
  // A report stands for a week.
  const isRecent = sql`atSec > ${todaySec - 8 * DAY_SEC}`
  const present = (where: Sql) =>
    sql`SELECT asset, chain, argMaxIf(supply, atSec, supply > 0) AS units, argMaxIf(excluded, atSec, excluded > 0) AS excludedUnits, argMaxIf(position, atSec, position > 0) AS inDefi
     FROM (${figures(sql`${isRecent} AND ${where}`)}) GROUP BY asset, chain`
  const valued = (where: Sql) =>
    sql`(${present(where)}) AS held INNER JOIN (SELECT asset, argMax(priceUsd, day) AS priceUsd FROM (${price} WHERE ${isRecent}) GROUP BY asset) AS priced USING (asset)`
  const listed = (where: Sql) =>
    sql`SELECT about.*, chains FROM (
       SELECT asset, groupArray((chain, units * priceUsd, (units - excludedUnits) * priceUsd, inDefi * priceUsd)) AS chains FROM ${valued(where)} GROUP BY asset
     ) AS figures INNER JOIN ${tableOf(rwaAssets)} AS about ON about.id = asset`
  const onChain = (key: string | undefined) =>
    sql`asset IN (SELECT asset FROM ${tableOf(rwaSupply)} WHERE ${isRecent} AND chain = ${literal(String(key))})`
  const daily = (by: Sql, where: Sql) =>
    sql`SELECT ${by}, sum(supply * priceUsd) AS onChainUsd, sum((supply - excluded) * priceUsd) AS activeUsd, sum(position * priceUsd) AS defiUsd
     FROM (SELECT asset, ${by}, sum(supply) AS supply, sum(excluded) AS excluded, sum(position) AS position
       FROM (SELECT *, intDiv(atSec, ${DAY_SEC}) AS day FROM (${figures(where)})) GROUP BY asset, ${by}) AS held
     INNER JOIN (${price}) AS priced USING (asset, day) GROUP BY ${by} ORDER BY day`
  return {
    current: listed(sql`1`),
    onLargest: listed(onChain(CHAIN_KEYS[0])),
    onChain: listed(onChain(CHAIN_KEYS[1])),
    stats: sql`SELECT chain, category, assetGroup, parentPlatform, stablecoin, governance, sum(units * priceUsd) AS onChainUsd, sum((units - excludedUnits) * priceUsd) AS activeUsd,
        sum(inDefi * priceUsd) AS defiUsd, uniqExact(asset) AS assets, groupUniqArray(issuer) AS issuers
      FROM ${valued(sql`1`)} INNER JOIN ${tableOf(rwaAssets)} AS about ON about.id = asset
      GROUP BY chain, category, assetGroup, parentPlatform, stablecoin, governance`,
    largestChart: daily(sql`day`, sql`chain = ${literal(String(CHAIN_KEYS[0]))}`),
    chainChart: daily(sql`day`, sql`chain = ${literal(String(CHAIN_KEYS[1]))}`),
    chainBreakdown: daily(sql`chain, day`, sql`1`),
  }
}

function fillAssets(dataDir: string, days: number, todaySec: number) {
  return fillStore(dataDir, {
    insert: (stage) => insertAssets(stage, days, todaySec),
    merged: [rwaSupply, rwaPositions, rwaExcluded, prices],
    statements: statementsOf(todaySec),
  })
}

/** Assets on about two chains each, every third with a position, half with excluded holders. */
async function insertAssets(stage: Stage, dayCount: number, todaySec: number): Promise<void> {
  const keys = CHAIN_KEYS.map((key) => literal(String(key)))
  // Two of five assets are on the first chain, as most are on the largest one; the rest are spread.
  const asset = sql`place % ${SIZE.assets}`
  const round = sql`intDiv(place, ${SIZE.assets})`
  const chainOf = sql`[${joinSql(keys)}][if(${round} = 0 AND ${asset} % 5 < 2, 1, cityHash64(${asset}, ${round}) % ${keys.length} + 1)]`
  const days = sql`SELECT toUInt32(${todaySec} - number * ${DAY_SEC}) AS atSec FROM numbers(${dayCount})`
  const places = (count: number) =>
    sql`(SELECT number AS place, toString(number % ${SIZE.assets}) AS asset, ${chainOf} AS chain FROM numbers(${count})) AS held`
  const units = sql`1e6 / (place % 97 + 1) * (1 + 0.1 * sin(atSec / 4e6 + place))`
  // Now and then a day is missing, or a thousand times too much.
  const isReported = sql`(place % 9 != 0 OR intDiv(atSec, ${DAY_SEC}) % 17 != 3)`
  const slipped = sql`if(place % 13 = 5 AND intDiv(atSec, ${DAY_SEC}) % 60 = 7, 1000, 1)`
  await stage.insertRows(protocols, [{ id: '1', name: 'Cedar Lend', category: 'Lending' }])
  await stage.insertSelect(rwaAssets, assetsSql())
  await stage.insertSelect(
    rwaSupply,
    sql`SELECT asset, chain, atSec, ${units} * ${slipped} AS supply FROM ${places(SIZE.places)} CROSS JOIN (${days}) AS moment WHERE ${isReported}`,
  )
  await stage.insertSelect(
    rwaPositions,
    sql`SELECT asset, chain, '1' AS protocol, atSec, 0.2 * ${units} AS amount FROM ${places(SIZE.positions)} CROSS JOIN (${days}) AS moment`,
  )
  await stage.insertSelect(
    rwaExcluded,
    sql`SELECT asset, chain, '0xdead' AS holder, atSec, 0.1 * ${units} AS amount FROM ${places(SIZE.places)} CROSS JOIN (${days}) AS moment WHERE intDiv(atSec, ${DAY_SEC}) % 14 = 3`,
  )
  await stage.insertSelect(
    prices,
    sql`SELECT concat('aggregator:rwa-', toString(number)) AS coin, atSec, 1 + 0.01 * sin(atSec / 1e6 + number) AS priceUsd, toNullable(0.99) AS confidence
     FROM numbers(${SIZE.assets}) AS market CROSS JOIN (${days}) AS moment`,
  )
}

function assetsSql(): Sql {
  const values = Object.entries(rwaAssets.values).map(([name, { kind, nullable }]) => {
    const given: Record<string, Sql> = {
      ticker: sql`concat('T', toString(number))`,
      canonicalMarketId: sql`concat('market/', toString(number))`,
      assetGroup: sql`concat('Group ', toString(number % 12))`,
      category: sql`[concat('Category ', toString(number % 12))]`,
      type: sql`if(number % 20 = 7, 'Wrapper', 'Asset')`,
      issuer: sql`concat('Issuer ', toString(number % 400))`,
      parentPlatform: sql`concat('Platform ', toString(number % 200))`,
      stablecoin: sql`number % 10 = 3`,
      governance: sql`number % 25 = 4`,
      activeMcapData: sql`number % 2 = 0`,
      coin: sql`concat('aggregator:rwa-', toString(number))`,
    }
    const empty = nullable
      ? sql`NULL`
      : kind === 'texts'
        ? sql`[]`
        : kind === 'bool'
          ? sql`false`
          : sql`''`
    return sql`${given[name] ?? empty} AS ${identifier(name)}`
  })
  return sql`SELECT toString(number) AS id, ${joinSql(values)} FROM numbers(${SIZE.assets})`
}
