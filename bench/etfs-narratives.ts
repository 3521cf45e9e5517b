import { prices, supplies } from '../src/domains/coins/facts.ts'
import { etfDays, etfs } from '../src/domains/etfs/facts.ts'
import { closePricesSql } from '../src/domains/etfs/read/close-prices.ts'
import { CATEGORIES, narrativeMembers } from '../src/domains/narratives/facts.ts'
import { DAY_SEC, dayStart, HOUR_SEC, toSec } from '../src/lib/clock.ts'
import { joinSql, literal, type Sql, sql } from '../src/lib/sql.ts'
import type { Stage } from '../src/runs/stage.ts'
import { tableOf } from '../src/store/tables.ts'
import {
  addAfterCommit,
  addCold,
  addFirst,
  addGrowth,
  addMemory,
  median,
} from './support/engine-limits.ts'
import { coinOf } from './support/fill.ts'
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

const FUNDS = countAt(SHARE, 100)
const COINS = countAt(SHARE, 3_000)
const ASSETS = ['bitcoin', 'ethereum', 'solana']
// Ten times the days are ten times the rows; the newest days and the last week do not grow.
const LONG: History = { fundDays: 5 * 365, coinDays: 400 }
const SHORT: History = { fundDays: LONG.fundDays / 10, coinDays: LONG.coinDays / 10 }
const DAY = sql`intDiv(atSec, ${DAY_SEC})`

interface History {
  readonly fundDays: number
  readonly coinDays: number
}

const FUND_CHARTS = [
  '/etfs/history',
  '/etfs/overview',
  '/etfs/overviewEth',
  '/etfs/historyEth',
  '/etfs/snapshot',
  '/etfs/flows',
] as const
const NARRATIVE_CHARTS = [
  '/fdv/performance/365',
  '/fdv/performance/7',
  '/fdv/performance/30',
  '/fdv/performance/ytd',
] as const
const ROUNDS = FUND_CHARTS.length
// Their responses have the same rows, however long the history is.
const FIXED_CHARTS = ['/etfs/snapshot', '/fdv/performance/7'] as const

type Path = (typeof FUND_CHARTS)[number] | (typeof NARRATIVE_CHARTS)[number]

/** Charts of funds and narratives, cold and after each import. */
export async function etfsNarratives(report: Report): Promise<void> {
  const todaySec = dayStart(toSec(Date.now()))
  const fill = (history: History) => (dataDir: string) => fillCharts(dataDir, history, todaySec)
  const smallMs = await timeLoaded(fill(SHORT), FIXED_CHARTS, timeFixed)
  await withService(fill(LONG), async (service, { rows, engine }) => {
    report.section(
      `${FUNDS} funds over five years, ${COINS} coins in ${CATEGORIES.length} narratives × ${LONG.coinDays} days, ${(rows / 1e6).toFixed(1)} M rows`,
    )
    addFirst(report, '/etfs/flows', (await service.get('/etfs/flows')).ms)
    addFirst(report, '/fdv/performance/365', (await service.get('/fdv/performance/365')).ms)
    const fixedMs = await timeFixed(service)
    for (const path of FIXED_CHARTS) addGrowth(report, path, fixedMs[path], smallMs[path])
    await measure(report, service, { engine, todaySec })
    addMemory(report, service)
  })
}

async function timeFixed(service: FilledService) {
  const [snapshot, week] = FIXED_CHARTS
  return {
    [snapshot]: await medianMs(service, coldPaths(snapshot, 15)),
    [week]: await medianMs(service, coldPaths(week, 15)),
  }
}

/**
 * Each round adds a price of every coin and the newest day of every fund, then requests every chart.
 * Another one comes first each time: it waits until the states are up to date.
 */
async function measure(
  report: Report,
  { get, dataDir }: FilledService,
  { engine, todaySec }: { engine: Readonly<Record<Path, number>>; todaySec: number },
): Promise<void> {
  const cold = new Map<Path, number[]>()
  const first = new Map<Path, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    await importNew(dataDir, todaySec, round)
    for (const charts of [FUND_CHARTS, NARRATIVE_CHARTS]) {
      const start = round % charts.length
      for (const [index, path] of [...charts.slice(start), ...charts.slice(0, start)].entries()) {
        const times = index === 0 ? first : cold
        times.set(path, [...(times.get(path) ?? []), (await get(path)).ms])
      }
    }
  }
  for (const [path, times] of cold) addCold(report, path, median(times), engine[path])
  for (const [path, times] of first)
    addAfterCommit(report, `${path} after new prices and days`, median(times), engine[path])
}

/** What a few minutes add: a price of every coin, and the newest day of every fund again. */
async function importNew(dataDir: string, todaySec: number, round: number): Promise<void> {
  const coins = Array.from(
    { length: COINS },
    (_, index) => `${coinOf(index)},${todaySec + 60 * (round + 1)},${1 + index + round},0.99`,
  )
  await importCsv(dataDir, prices, ['coin,atSec,priceUsd,confidence', ...coins])
  const days = Array.from(
    { length: FUNDS },
    (_, index) => `FUND${index},${todaySec - DAY_SEC},${1_500_000 + index * 1_000 + round},25.5`,
  )
  await importCsv(dataDir, etfDays, ['ticker,atSec,shares,navUsd', ...days])
}

/** SQL of the rows behind each response. */
function statementsOf(todaySec: number): Record<Path, Sql> {
  const held = joinSql(ASSETS.map((asset) => literal(`aggregator:${asset}`)))
  const closes = closePricesSql(sql`FROM ${tableOf(prices)} WHERE coin IN (${held})`)
  // A flow is reported, or the change of shares at the net asset value.
  const days = (where: Sql) =>
    sql`SELECT fund.*, ticker, ${DAY} AS day, asOfSec, priceUsd, navUsd, volumeUsd, shares, underlying, aumUsd,
       ifNull(flowsUsd, (shares - lagInFrame(shares) OVER (PARTITION BY ticker ORDER BY atSec)) * navUsd) AS flows
     FROM ${tableOf(etfDays)} AS reported INNER JOIN ${tableOf(etfs)} AS fund USING (ticker) WHERE ${where}`
  const priced = (rows: Sql) =>
    sql`SELECT * FROM (${rows}) AS fundDay LEFT JOIN (SELECT substring(coin, 12) AS asset, day, price FROM (${closes})) AS close USING (asset, day)`
  const newest = (where: Sql) => sql`${days(where)} ORDER BY ticker, atSec DESC LIMIT 1 BY ticker`
  const isEth = sql`asset = 'ethereum'`
  const firstOfYearSec = Date.UTC(new Date(todaySec * 1000).getUTCFullYear(), 0) / 1000
  const performance = (fromSec: number) => {
    const daily = (table: Sql, value: Sql) =>
      sql`SELECT coin, ${DAY} AS day, argMin(${value}, atSec) AS value FROM ${table} WHERE atSec >= ${fromSec} GROUP BY coin, day`
    return sql`SELECT category, day, sum(price.value * supply.value) AS capUsd FROM (${daily(tableOf(prices), sql`priceUsd`)}) AS price
      INNER JOIN (${daily(tableOf(supplies), sql`circulating`)}) AS supply USING (coin, day)
      INNER JOIN ${tableOf(narrativeMembers)} AS member USING (coin) GROUP BY category, day ORDER BY day`
  }
  return {
    '/etfs/history': priced(days(sql`1`)),
    '/etfs/historyEth': priced(days(isEth)),
    '/etfs/overview': priced(newest(sql`1`)),
    '/etfs/overviewEth': priced(newest(isEth)),
    '/etfs/snapshot': newest(sql`1`),
    '/etfs/flows': sql`SELECT asset, day, sum(flows) AS usd, count(flows) AS funds FROM (${days(sql`1`)}) GROUP BY asset, day ORDER BY day`,
    '/fdv/performance/365': performance(todaySec - 365 * DAY_SEC),
    '/fdv/performance/30': performance(todaySec - 30 * DAY_SEC),
    '/fdv/performance/7': performance(todaySec - 7 * DAY_SEC),
    '/fdv/performance/ytd': performance(firstOfYearSec),
  }
}

function fillCharts(dataDir: string, history: History, todaySec: number) {
  return fillStore(dataDir, {
    insert: (stage) => insertCharts(stage, history, todaySec),
    merged: [prices, supplies, etfDays],
    statements: statementsOf(todaySec),
  })
}

async function insertCharts(stage: Stage, history: History, todaySec: number): Promise<void> {
  const funds = Array.from({ length: FUNDS }, (_, index) => ({
    ticker: `FUND${index}`,
    asset: ASSETS[index % ASSETS.length],
  }))
  await stage.insertRows(etfs, funds)
  await stage.insertSelect(etfDays, fundDaysSql(todaySec, history.fundDays))
  const hours = sql`SELECT toUInt32(${todaySec} - number * ${HOUR_SEC}) AS atSec FROM numbers(${Math.ceil(history.fundDays) * 24})`
  const assets = sql`SELECT arrayJoin([${joinSql(ASSETS.map((asset) => literal(`aggregator:${asset}`)))}]) AS coin`
  const days = sql`SELECT toUInt32(${todaySec} - number * ${DAY_SEC}) AS atSec FROM numbers(${history.coinDays})`
  const price = sql`(cityHash64(coin, atSec) % 1000000) / 100 AS priceUsd, toNullable(0.99) AS confidence`
  await stage.insertSelect(
    prices,
    sql`SELECT coin, atSec, ${price} FROM (${assets}) AS asset CROSS JOIN (${hours}) AS moment`,
  )
  await stage.insertSelect(
    prices,
    sql`SELECT coin, atSec, ${price} FROM (${MEMBERS}) AS member CROSS JOIN (${days}) AS moment`,
  )
  await stage.insertSelect(
    supplies,
    sql`SELECT coin, atSec, 1e6 + cityHash64(coin, atSec, 1) % 1000000 AS circulating FROM (${MEMBERS}) AS member CROSS JOIN (${days}) AS moment`,
  )
  await stage.insertSelect(
    narrativeMembers,
    sql`SELECT category, coin, NULL AS fromSec, NULL AS toSec FROM (${MEMBERS})`,
  )
}

const NAMES = joinSql(CATEGORIES.map((name) => sql`${literal(name)}`))
const MEMBERS = sql`SELECT concat('ethereum:0x', leftPad(lower(hex(toUInt64(number))), 40, '0')) AS coin, [${NAMES}][number % ${CATEGORIES.length} + 1] AS category
  FROM numbers(${COINS})`

/** Rows of all funds over their trading days, with figures as funds publish them. */
function fundDaysSql(todaySec: number, dayCount: number): Sql {
  const chance = (what: number) => sql`(cityHash64(ticker, atSec, ${what}) % 1000003) / 1000003`
  return sql`SELECT ticker, atSec, round(nav * (0.99 + 0.02 * ${chance(1)}), 2) AS priceUsd, toNullable(nav) AS navUsd, round(1e6 + 1e8 * ${chance(2)}) AS volumeUsd,
      toNullable(held) AS shares, round(held * nav) AS aumUsd, round(held * ${chance(3)}, 4) AS underlying, NULL AS underlyingPriceUsd,
      if(cityHash64(ticker) % 3 = 0, NULL, round(1e7 * (${chance(4)} - 0.5))) AS flowsUsd, toNullable(toInt64(atSec + 75600)) AS asOfSec
    FROM (SELECT concat('FUND', toString(number)) AS ticker, atSec, round(10 + 40 * ${chance(5)}, 4) AS nav, round(1e6 * (1 + ${chance(6)})) AS held
      FROM numbers(${FUNDS}) AS funds
      CROSS JOIN (SELECT toUInt32(${todaySec} - (number + 1) * ${DAY_SEC}) AS atSec FROM numbers(${Math.ceil(dayCount)})) AS moment)
    WHERE toDayOfWeek(toDateTime(atSec, 'UTC')) <= 5`
}
