import { join } from 'node:path'
import { facts } from '../src/app.ts'
import { prices, supplies } from '../src/domains/coins/facts.ts'
import { etfDays, etfs } from '../src/domains/etfs/facts.ts'
import { CATEGORIES, narrativeMembers } from '../src/domains/narratives/facts.ts'
import { createClock, DAY_SEC, dayStart, HOUR_SEC } from '../src/lib/clock.ts'
import { commitRun } from '../src/runs/run.ts'
import { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { importCsv } from './support/import-csv.ts'
import { residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'
import { AS_PRO, timeAnswer } from './support/timed-answer.ts'

const FUNDS = 100
const YEARS = 5
const ASSETS = ['bitcoin', 'ethereum', 'solana']
const COINS = 3_000
const DAYS = 400
const LIMIT_MS = 200
const LEAST_BYTES = 1_000

const FUND_CHARTS = ['history', 'overview', 'overviewEth', 'historyEth', 'snapshot', 'flows'].map(
  (name) => `/etfs/${name}`,
)
const NARRATIVE_CHARTS = ['365', '7', '30', 'ytd'].map((period) => `/fdv/performance/${period}`)
const ROUNDS = FUND_CHARTS.length

/**
 * ETF and narrative charts that were never asked for at this state of the data, in the size of the
 * incumbent.
 */
export async function etfsNarratives(report: Report): Promise<void> {
  report.section(
    `${FUNDS} funds × ${YEARS} years, ${COINS} coins in ${CATEGORIES.length} narratives × ${DAYS} days: charts never asked before`,
  )
  await withFolder(async (folder) => {
    const todaySec = dayStart(Math.floor(Date.now() / 1000))
    await fill(folder, todaySec)
    const almanac = await startAlmanac(folder, { ALMANAC_DEMO: 'off' })
    try {
      report.add(
        'first fund chart after a start, its pictures built',
        await told(`${almanac.url}/etfs/flows`),
      )
      report.add(
        'first history after that, its rows written out',
        await told(`${almanac.url}/etfs/history`),
      )
      report.add(
        'first narrative chart after a start, its pictures built',
        await told(`${almanac.url}/fdv/performance/365`),
      )
      await measure(report, almanac.url, folder, todaySec)
      await importNew(folder, todaySec, ROUNDS)
      report.add(
        '/etfs/history the same, compressed',
        await told(`${almanac.url}/etfs/history`, 'gzip'),
      )
      report.add('resident memory', `${residentMb(almanac.pid)} MB`)
    } finally {
      await almanac.stop()
    }
  })
}

/**
 * Each round brings a price of every coin and the newest days of every fund, as a running service
 * gets them, and asks for every chart. Another one comes first each time: that one waits until the
 * pictures in memory are up to date.
 */
async function measure(
  report: Report,
  url: string,
  folder: string,
  todaySec: number,
): Promise<void> {
  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    await importNew(folder, todaySec, round)
    for (const charts of [FUND_CHARTS, NARRATIVE_CHARTS]) {
      for (let index = 0; index < charts.length; index++) {
        const path = charts[(index + round) % charts.length] ?? ''
        times.set(path, [
          ...(times.get(path) ?? []),
          (await timeAnswer(url + path, LEAST_BYTES, AS_PRO)).ms,
        ])
      }
    }
  }
  for (const [path, list] of times) {
    const sorted = list.sort((a, b) => a - b)
    const [fastest = 0, median = 0, slowest = 0] = [
      sorted[0],
      sorted[sorted.length >> 1],
      sorted.at(-1),
    ]
    const spread = `of ${ROUNDS} the fastest ${fastest.toFixed(0)} ms, the slowest ${slowest.toFixed(0)} ms`
    report.add(path, `${median.toFixed(0)} ms (${spread})`, `${LIMIT_MS} ms`, median <= LIMIT_MS)
  }
}

async function told(url: string, encoding = 'identity'): Promise<string> {
  const { ms, bytes } = await timeAnswer(url, LEAST_BYTES, {
    ...AS_PRO,
    'accept-encoding': encoding,
  })
  return `${ms.toFixed(0)} ms (${(bytes / 1e6).toFixed(1)} MB)`
}

/**
 * Imports into the running service what a few minutes bring: a price of every coin, and the newest
 * day of every fund again.
 */
async function importNew(folder: string, todaySec: number, round: number): Promise<void> {
  const coins = Array.from(
    { length: COINS },
    (_, index) => `${coinOf(index)},${todaySec + 60 * (round + 1)},${1 + index + round},0.99`,
  )
  await importCsv(folder, prices, ['coin,atSec,priceUsd,confidence', ...coins])
  const days = Array.from(
    { length: FUNDS },
    (_, index) => `FUND${index},${todaySec - DAY_SEC},${1_500_000 + index * 1_000 + round},25.5`,
  )
  await importCsv(folder, etfDays, ['ticker,atSec,shares,navUsd', ...days])
}

async function fill(folder: string, todaySec: number): Promise<void> {
  const store = await Store.open({ facts, path: join(folder, 'facts') })
  await commitRun(store, { source: 'bench', clock: createClock() }, async (stage) => {
    const funds = Array.from({ length: FUNDS }, (_, index) => ({
      ticker: `FUND${index}`,
      asset: ASSETS[index % ASSETS.length],
    }))
    await stage.insertRows(etfs, funds)
    await stage.insertSelect(etfDays, fundDays(todaySec))
    const hours = `SELECT toUInt32(${todaySec} - number * ${HOUR_SEC}) AS atSec FROM numbers(${YEARS * 365 * 24})`
    const assets = `SELECT arrayJoin([${ASSETS.map((asset) => `'aggregator:${asset}'`).join(', ')}]) AS coin`
    const days = `SELECT toUInt32(${todaySec} - number * ${DAY_SEC}) AS atSec FROM numbers(${DAYS})`
    const price =
      '(cityHash64(coin, atSec) % 1000000) / 100 AS priceUsd, toNullable(0.99) AS confidence'
    await stage.insertSelect(
      prices,
      `SELECT coin, atSec, ${price} FROM (${assets}) AS asset CROSS JOIN (${hours}) AS moment`,
    )
    await stage.insertSelect(
      prices,
      `SELECT coin, atSec, ${price} FROM (${MEMBERS}) AS member CROSS JOIN (${days}) AS moment`,
    )
    await stage.insertSelect(
      supplies,
      `SELECT coin, atSec, 1e6 + cityHash64(coin, atSec, 1) % 1000000 AS circulating FROM (${MEMBERS}) AS member CROSS JOIN (${days}) AS moment`,
    )
    await stage.insertSelect(
      narrativeMembers,
      `SELECT category, coin, NULL AS fromSec, NULL AS toSec FROM (${MEMBERS})`,
    )
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
  // The state a table reaches by itself a while after an import: its parts merged.
  for (const fact of [prices, supplies, etfDays])
    await store.engine.command(`OPTIMIZE TABLE ${tableOf(fact)} FINAL`)
  await store.close()
}

function coinOf(number: number): string {
  return `ethereum:0x${number.toString(16).padStart(40, '0')}`
}

const NAMES = CATEGORIES.map((name) => `'${name}'`).join(', ')
const MEMBERS = `SELECT concat('ethereum:0x', leftPad(lower(hex(toUInt64(number))), 40, '0')) AS coin, [${NAMES}][number % ${CATEGORIES.length} + 1] AS category
  FROM numbers(${COINS})`

/** Rows of all funds over the trading days of all years, with figures as funds publish them. */
function fundDays(todaySec: number): string {
  const chance = (what: number) => `(cityHash64(ticker, atSec, ${what}) % 1000003) / 1000003`
  return `SELECT ticker, atSec, round(nav * (0.99 + 0.02 * ${chance(1)}), 2) AS priceUsd, toNullable(nav) AS navUsd, round(1e6 + 1e8 * ${chance(2)}) AS volumeUsd,
      toNullable(held) AS shares, round(held * nav) AS aumUsd, round(held * ${chance(3)}, 4) AS underlying, NULL AS underlyingPriceUsd,
      if(cityHash64(ticker) % 3 = 0, NULL, round(1e7 * (${chance(4)} - 0.5))) AS flowsUsd, toNullable(toInt64(atSec + 75600)) AS asOfSec
    FROM (SELECT concat('FUND', toString(number)) AS ticker, atSec, round(10 + 40 * ${chance(5)}, 4) AS nav, round(1e6 * (1 + ${chance(6)})) AS held
      FROM numbers(${FUNDS}) AS funds
      CROSS JOIN (SELECT toUInt32(${todaySec} - (number + 1) * ${DAY_SEC}) AS atSec FROM numbers(${YEARS * 365})) AS moment)
    WHERE toDayOfWeek(toDateTime(atSec, 'UTC')) <= 5`
}
