import { join } from 'node:path'
import { facts } from '../src/app.ts'
import { prices, supplies } from '../src/domains/coins/facts.ts'
import { datInstitutions, datShares, datTransactions } from '../src/domains/dat/facts.ts'
import { equityBars, equityIntraday, equityListings } from '../src/domains/equities/facts.ts'
import { tokens } from '../src/domains/registry/facts.ts'
import { createClock, DAY_SEC, dayStart, HOUR_SEC } from '../src/lib/clock.ts'
import { commitRun } from '../src/runs/run.ts'
import { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { addAfterCommit, addCold, engineMs, median } from './support/engine-limits.ts'
import { importCsv } from './support/import-csv.ts'
import { residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'
import { AS_PRO, timeAnswer } from './support/timed-answer.ts'

// Ten times the demo world.
const INSTITUTIONS = 1_300
const ASSETS = 80
const TRANSACTIONS_EACH = 27
const DAYS = 730
const ROUNDS = 5
const MIN_BYTES = 10_000

/** Treasuries of institutions at ten times the size of the demo world: cold responses. */
export async function dat(report: Report): Promise<void> {
  const transactions = (INSTITUTIONS * TRANSACTIONS_EACH).toLocaleString('en')
  report.section(
    `${INSTITUTIONS} institutions, ${transactions} transactions in ${ASSETS} assets, two years of bars: cold`,
  )
  await withFolder(async (folder) => {
    const todaySec = dayStart(Math.floor(Date.now() / 1000))
    const engine = await fill(folder, todaySec)
    const almanac = await startAlmanac(folder, { ALMANAC_DEMO: 'off' })
    try {
      const first = await timeAnswer(`${almanac.url}/dat/institutions`, MIN_BYTES, AS_PRO)
      const size = `${(first.bytes / 1e6).toFixed(1)} MB`
      addCold(report, `first list after a start (${size})`, first.ms, engine.list)
      await measure(report, almanac.url, { folder, todaySec, engine })
      report.add('resident memory', `${residentMb(almanac.pid)} MB`)
    } finally {
      await almanac.stop()
    }
  })
}

/** The first response after each import of prices, bars or a transaction. */
async function measure(
  report: Report,
  url: string,
  { folder, todaySec, engine }: { folder: string; todaySec: number; engine: EngineTimes },
): Promise<void> {
  const times = new Map<string, number[]>()
  const note = (what: string, ms: number) => times.set(what, [...(times.get(what) ?? []), ms])
  for (let round = 0; round < ROUNDS; round++) {
    await importPrices(folder, todaySec, round)
    note(
      '/dat/institutions after new prices',
      (await timeAnswer(`${url}/dat/institutions`, MIN_BYTES, AS_PRO)).ms,
    )
    note(
      '/dat/institutions/{symbol} after that',
      (await timeAnswer(`${url}/dat/institutions/LIST${round * 100}`, MIN_BYTES, AS_PRO)).ms,
    )
    await importPrices(folder, todaySec, round + 0.5)
    note(
      '/dat/institutions/{symbol} after new prices',
      (await timeAnswer(`${url}/dat/institutions/LIST${round * 100 + 1}`, MIN_BYTES, AS_PRO)).ms,
    )
    await importBars(folder, todaySec, round)
    note(
      '/dat/institutions after a new bar of every share',
      (await timeAnswer(`${url}/dat/institutions`, MIN_BYTES, AS_PRO)).ms,
    )
    await importTransaction(folder, todaySec, round)
    note(
      '/dat/institutions after a new transaction',
      (await timeAnswer(`${url}/dat/institutions`, MIN_BYTES, AS_PRO)).ms,
    )
  }
  for (const [what, all] of times) {
    const own = what.includes('{symbol}') ? engine.detail : engine.list
    const isCold = what.endsWith('after that')
    const add = isCold ? addCold : addAfterCommit
    add(report, `${what}, median of ${ROUNDS}`, median(all), own)
  }
}

function importPrices(folder: string, todaySec: number, round: number): Promise<void> {
  const rows = Array.from(
    { length: ASSETS },
    (_, index) =>
      `aggregator:asset-${index},${todaySec + 60 * Math.round(2 * round + 2)},${50 + index + round},0.99`,
  )
  return importCsv(folder, prices, ['coin,atSec,priceUsd,confidence', ...rows])
}

function importBars(folder: string, todaySec: number, round: number): Promise<void> {
  const rows = Array.from(
    { length: INSTITUTIONS },
    (_, index) => `LIST${index},US,${todaySec},20,22,19,${20 + round / 10},1000`,
  )
  return importCsv(folder, equityBars, ['ticker,country,atSec,open,high,low,close,volume', ...rows])
}

function importTransaction(folder: string, todaySec: number, round: number): Promise<void> {
  const date = new Date(todaySec * 1000).toISOString().slice(0, 10)
  const row = `${1e9 + round},${1 + round},asset-0,${10 + round},50,,${date},${date},${date},purchase,filing,,,true,`
  const head =
    'id,institution,asset,amount,avgPriceUsd,usdValue,startDate,endDate,reportDate,type,sourceType,sourceUrl,sourceNote,approved,rejectReason'
  return importCsv(folder, datTransactions, [head, row])
}

async function fill(folder: string, todaySec: number): Promise<EngineTimes> {
  const store = await Store.open({ facts, path: join(folder, 'facts') })
  await commitRun(store, { source: 'bench', clock: createClock() }, async (stage) => {
    const each = `SELECT toInt64(number + 1) AS institution, concat('LIST', toString(number)) AS ticker, 'US' AS country FROM numbers(${INSTITUTIONS})`
    const days = `SELECT toUInt32(${todaySec} - (number + 1) * ${DAY_SEC}) AS atSec FROM numbers(${DAYS})`
    const chance = (...of: (string | number)[]) =>
      `((cityHash64(${of.join(', ')}) % 1000003) / 1000003)`
    await stage.insertSelect(
      datInstitutions,
      `SELECT institution, ticker, toNullable(country) AS country, concat('Company ', ticker) AS name, 'Stock' AS type FROM (${each})`,
    )
    await stage.insertSelect(
      equityListings,
      `SELECT ticker, country, NULL AS cik, ticker AS companyName, NULL AS exchange, NULL AS currency, NULL AS rank, NULL AS listedFromSec, NULL AS delistedSec FROM (${each})`,
    )
    const traded = `SELECT * FROM (${each}) AS company CROSS JOIN (${days}) AS calendar WHERE toDayOfWeek(toDateTime(atSec, 'UTC')) <= 5`
    const bar = `20 + 10 * ${chance('ticker', 'atSec')} AS open, open * 1.01 AS high, open * 0.99 AS low, open * (0.99 + 0.02 * ${chance('ticker', 'atSec', 1)}) AS close, 1e6 AS volume`
    await stage.insertSelect(equityBars, `SELECT ticker, country, atSec, ${bar} FROM (${traded})`)
    const sessions = `SELECT *, toUInt32(${todaySec} - ${DAY_SEC} + number * 300) AS atSec FROM (${each} WHERE number < 400) AS company CROSS JOIN numbers(78) AS steps`
    await stage.insertSelect(
      equityIntraday,
      `SELECT ticker, country, atSec, ${bar} FROM (${sessions})`,
    )
    await stage.insertSelect(
      datShares,
      `SELECT institution, toUInt32(${todaySec} - (number + 1) * ${91 * DAY_SEC}) AS atSec, 1e8 - number * 1e6 AS realized, realized * 1.05 AS realistic, realized * 1.2 AS max
       FROM (${each}) AS company CROSS JOIN numbers(9) AS quarters`,
    )
    await stage.insertSelect(datTransactions, transactionsSql(each, todaySec, chance))
    const coins = `SELECT concat('aggregator:asset-', toString(number)) AS coin FROM numbers(${ASSETS})`
    const hours = `SELECT toUInt32(${todaySec} - (number + 1) * ${HOUR_SEC}) AS atSec FROM numbers(${30 * 24})`
    await stage.insertSelect(
      tokens,
      `SELECT coin, 'ABC' AS symbol, toNullable('An asset') AS name, NULL AS decimals, NULL AS redirect FROM (${coins})`,
    )
    await stage.insertSelect(
      prices,
      `SELECT coin, atSec, 50 + 100 * ${chance('coin', 'atSec')} AS priceUsd, toNullable(0.99) AS confidence
       FROM (${coins}) AS coin CROSS JOIN (SELECT DISTINCT atSec FROM (${days} UNION ALL ${hours})) AS moment`,
    )
    await stage.insertSelect(
      supplies,
      `SELECT coin, toUInt32(${todaySec}) AS atSec, 1e9 AS circulating FROM (${coins})`,
    )
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
  // Parts are merged, as they would be some time after an import.
  for (const fact of [prices, equityBars, datTransactions])
    await store.engine.command(`OPTIMIZE TABLE ${tableOf(fact)} FINAL`)
  const engine = await measureEngine(store)
  await store.close()
  return engine
}

/** What the engine itself takes for the rows of the list and of a detail. */
interface EngineTimes {
  readonly list: number
  readonly detail: number
}

async function measureEngine(store: Store): Promise<EngineTimes> {
  const ratio = (divisor: number) => `round(close / ${divisor}, 5)`
  const rows = (where: string) =>
    `SELECT institution, atSec, ${ratio(50)} AS realized, ${ratio(52)} AS realistic, ${ratio(60)} AS max
     FROM ${tableOf(equityBars)} AS bar INNER JOIN ${tableOf(datInstitutions)} AS held USING (ticker)
     WHERE ${where} ORDER BY institution, atSec`
  return {
    list: await engineMs(store, rows('1')),
    detail: await engineMs(store, rows("ticker = 'LIST100'")),
  }
}

/** Purchases and some sales over two years; every fourth institution has a second asset. */
function transactionsSql(
  each: string,
  todaySec: number,
  chance: (...of: (string | number)[]) => string,
): string {
  const asset = `if(institution % 4 = 0 AND number % 3 = 0, (institution + 1) % ${ASSETS}, institution % ${ASSETS})`
  return `SELECT toInt64(institution * 1000 + number) AS id, institution, concat('asset-', toString(${asset})) AS asset, 1000 * (0.5 + ${chance('institution', 'number')}) AS amount,
      toNullable(50 + 100 * ${chance('institution', 'number', 1)}) AS avgPriceUsd, NULL AS usdValue, toNullable(date) AS startDate, toNullable(date) AS endDate, date AS reportDate,
      if(number % 12 = 11, 'sale', 'purchase') AS type, toNullable('filing') AS sourceType, toNullable(concat('https://filings.example/', toString(id))) AS sourceUrl,
      toNullable('Bought as announced in the filing of that day.') AS sourceNote, number % 25 != 24 AS approved, NULL AS rejectReason
    FROM (SELECT *, toString(toDate(toUInt16(${todaySec / DAY_SEC} - intDiv((${DAYS} - institution % 400) * (${TRANSACTIONS_EACH} - number), ${TRANSACTIONS_EACH})))) AS date
      FROM (${each}) AS company CROSS JOIN numbers(${TRANSACTIONS_EACH}) AS numbered)`
}
