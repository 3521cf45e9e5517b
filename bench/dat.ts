import { prices, supplies } from '../src/domains/coins/facts.ts'
import { datInstitutions, datShares, datTransactions } from '../src/domains/dat/facts.ts'
import { equityBars, equityIntraday, equityListings } from '../src/domains/equities/facts.ts'
import { tokens } from '../src/domains/registry/facts.ts'
import { DAY_SEC, dayStart, HOUR_SEC, toSec } from '../src/lib/clock.ts'
import { joinSql, type Sql, sql } from '../src/lib/sql.ts'
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
const [FEW, MANY] = [countAt(SHARE / 10, 1_300), countAt(SHARE, 1_300)]
const ASSETS = 80
const TRANSACTIONS_EACH = 27
const DAYS = 730
const ROUNDS = 5
const SAMPLED_INSTITUTIONS = Math.min(40, FEW)
const MIN_BYTES = 10_000
const LIST = '/dat/institutions'

/** Treasuries of institutions. */
export async function dat(report: Report): Promise<void> {
  const todaySec = dayStart(toSec(Date.now()))
  const fill = (count: number) => (dataDir: string) => fillInstitutions(dataDir, count, todaySec)
  const smallMs = await timeLoaded(fill(FEW), [LIST], timeInstitutions)
  await withService(fill(MANY), async (service, { engine }) => {
    const transactions = (MANY * TRANSACTIONS_EACH).toLocaleString('en')
    report.section(
      `${MANY} institutions, ${transactions} transactions in ${ASSETS} assets, two years of bars`,
    )
    addFirst(report, LIST, (await service.get(LIST, MIN_BYTES)).ms)
    addCold(report, LIST, await medianMs(service, coldPaths(LIST), MIN_BYTES), engine.list)
    const ms = await timeInstitutions(service)
    const sampled = `median of ${SAMPLED_INSTITUTIONS}`
    addCold(report, `/dat/institutions/{symbol}, ${sampled}`, ms, engine.detail)
    addGrowth(report, '/dat/institutions/{symbol}', ms, smallMs)
    await measureAfterCommits(report, service, { todaySec, engine })
    addMemory(report, service)
  })
}

/** The same institutions at every size. */
function timeInstitutions(service: FilledService): Promise<number> {
  const paths = Array.from({ length: SAMPLED_INSTITUTIONS }, (_, index) => `${LIST}/LIST${index}`)
  return medianMs(service, paths, MIN_BYTES)
}

/** The first response after each import of prices, bars or a transaction. */
async function measureAfterCommits(
  report: Report,
  { dataDir, get }: FilledService,
  { todaySec, engine }: { todaySec: number; engine: EngineTimes },
): Promise<void> {
  const measure = async (
    what: string,
    add: (round: number) => Promise<void>,
    [path, own]: [path: string, own: number],
  ) => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await add(round)
      times.push((await get(path, MIN_BYTES)).ms)
    }
    addAfterCommit(report, `${what}, median of ${ROUNDS}`, median(times), own)
  }
  const list: [string, number] = [LIST, engine.list]
  const detail: [string, number] = [`${LIST}/LIST1`, engine.detail]
  const addPrices = (first: number) => (round: number) =>
    importPrices(dataDir, todaySec, first + round)
  await measure(`${LIST} after new prices`, addPrices(0), list)
  await measure(`${LIST}/{symbol} after new prices`, addPrices(ROUNDS), detail)
  await measure(
    `${LIST} after a new bar of every share`,
    (round) => importBars(dataDir, todaySec, round),
    list,
  )
  await measure(
    `${LIST} after a new transaction`,
    (round) => importTransaction(dataDir, todaySec, round),
    list,
  )
}

function importPrices(dataDir: string, todaySec: number, round: number): Promise<void> {
  const rows = Array.from(
    { length: ASSETS },
    (_, index) =>
      `aggregator:asset-${index},${todaySec + 60 * (round + 1)},${50 + index + round},0.99`,
  )
  return importCsv(dataDir, prices, ['coin,atSec,priceUsd,confidence', ...rows])
}

function importBars(dataDir: string, todaySec: number, round: number): Promise<void> {
  const rows = Array.from(
    { length: MANY },
    (_, index) => `LIST${index},US,${todaySec},20,22,19,${20 + round / 10},1000`,
  )
  return importCsv(dataDir, equityBars, [
    'ticker,country,atSec,open,high,low,close,volume',
    ...rows,
  ])
}

function importTransaction(dataDir: string, todaySec: number, round: number): Promise<void> {
  const date = new Date(todaySec * 1000).toISOString().slice(0, 10)
  const row = `${1e9 + round},${1 + round},asset-0,${10 + round},50,,${date},${date},${date},purchase,filing,,,true,`
  const head =
    'id,institution,asset,amount,avgPriceUsd,usdValue,startDate,endDate,reportDate,type,sourceType,sourceUrl,sourceNote,approved,rejectReason'
  return importCsv(dataDir, datTransactions, [head, row])
}

type EngineTimes = Awaited<ReturnType<typeof fillInstitutions>>['engine']

/** SQL of the rows behind each response: three ratios of every trading day. */
function statementsOf() {
  const ratio = (divisor: number) => sql`round(close / ${divisor}, 5)`
  const rows = (where: Sql) =>
    sql`SELECT institution, atSec, ${ratio(50)} AS realized, ${ratio(52)} AS realistic, ${ratio(60)} AS max
     FROM ${tableOf(equityBars)} AS bar INNER JOIN ${tableOf(datInstitutions)} AS held USING (ticker)
     WHERE ${where} ORDER BY institution, atSec`
  return { list: rows(sql`1`), detail: rows(sql`ticker = 'LIST1'`) }
}

function fillInstitutions(dataDir: string, count: number, todaySec: number) {
  return fillStore(dataDir, {
    insert: (stage) => insertInstitutions(stage, count, todaySec),
    merged: [prices, equityBars, datTransactions],
    statements: statementsOf(),
  })
}

const chance = (...of: (Sql | number)[]) => sql`((cityHash64(${joinSql(of)}) % 1000003) / 1000003)`

async function insertInstitutions(stage: Stage, count: number, todaySec: number): Promise<void> {
  const each = sql`SELECT toInt64(number + 1) AS institution, concat('LIST', toString(number)) AS ticker, 'US' AS country FROM numbers(${count})`
  const days = sql`SELECT toUInt32(${todaySec} - (number + 1) * ${DAY_SEC}) AS atSec FROM numbers(${DAYS})`
  await stage.insertSelect(
    datInstitutions,
    sql`SELECT institution, ticker, toNullable(country) AS country, concat('Company ', ticker) AS name, 'Stock' AS type FROM (${each})`,
  )
  await stage.insertSelect(
    equityListings,
    sql`SELECT ticker, country, NULL AS cik, ticker AS companyName, NULL AS exchange, NULL AS currency, NULL AS rank, NULL AS listedFromSec, NULL AS delistedSec FROM (${each})`,
  )
  const traded = sql`SELECT * FROM (${each}) AS company CROSS JOIN (${days}) AS calendar WHERE toDayOfWeek(toDateTime(atSec, 'UTC')) <= 5`
  const bar = sql`20 + 10 * ${chance(sql`ticker`, sql`atSec`)} AS open, open * 1.01 AS high, open * 0.99 AS low, open * (0.99 + 0.02 * ${chance(sql`ticker`, sql`atSec`, 1)}) AS close, 1e6 AS volume`
  await stage.insertSelect(equityBars, sql`SELECT ticker, country, atSec, ${bar} FROM (${traded})`)
  const sessions = sql`SELECT *, toUInt32(${todaySec} - ${DAY_SEC} + number * 300) AS atSec FROM (${each} WHERE number < 400) AS company CROSS JOIN numbers(78) AS steps`
  await stage.insertSelect(
    equityIntraday,
    sql`SELECT ticker, country, atSec, ${bar} FROM (${sessions})`,
  )
  await stage.insertSelect(
    datShares,
    sql`SELECT institution, toUInt32(${todaySec} - (number + 1) * ${91 * DAY_SEC}) AS atSec, 1e8 - number * 1e6 AS realized, realized * 1.05 AS realistic, realized * 1.2 AS max
     FROM (${each}) AS company CROSS JOIN numbers(9) AS quarters`,
  )
  await stage.insertSelect(datTransactions, transactionsSql(each, todaySec))
  await insertAssets(stage, days, todaySec)
}

async function insertAssets(stage: Stage, days: Sql, todaySec: number): Promise<void> {
  const coins = sql`SELECT concat('aggregator:asset-', toString(number)) AS coin FROM numbers(${ASSETS})`
  const hours = sql`SELECT toUInt32(${todaySec} - (number + 1) * ${HOUR_SEC}) AS atSec FROM numbers(${30 * 24})`
  await stage.insertSelect(
    tokens,
    sql`SELECT coin, 'ABC' AS symbol, toNullable('An asset') AS name, NULL AS decimals, NULL AS redirect FROM (${coins})`,
  )
  await stage.insertSelect(
    prices,
    sql`SELECT coin, atSec, 50 + 100 * ${chance(sql`coin`, sql`atSec`)} AS priceUsd, toNullable(0.99) AS confidence
     FROM (${coins}) AS coin CROSS JOIN (SELECT DISTINCT atSec FROM (${days} UNION ALL ${hours})) AS moment`,
  )
  await stage.insertSelect(
    supplies,
    sql`SELECT coin, toUInt32(${todaySec}) AS atSec, 1e9 AS circulating FROM (${coins})`,
  )
}

/** Purchases and some sales over two years; every fourth institution has a second asset. */
function transactionsSql(each: Sql, todaySec: number): Sql {
  const asset = sql`if(institution % 4 = 0 AND number % 3 = 0, (institution + 1) % ${ASSETS}, institution % ${ASSETS})`
  return sql`SELECT toInt64(institution * 1000 + number) AS id, institution, concat('asset-', toString(${asset})) AS asset, 1000 * (0.5 + ${chance(sql`institution`, sql`number`)}) AS amount,
      toNullable(50 + 100 * ${chance(sql`institution`, sql`number`, 1)}) AS avgPriceUsd, NULL AS usdValue, toNullable(date) AS startDate, toNullable(date) AS endDate, date AS reportDate,
      if(number % 12 = 11, 'sale', 'purchase') AS type, toNullable('filing') AS sourceType, toNullable(concat('https://filings.example/', toString(id))) AS sourceUrl,
      toNullable('Bought as announced in the filing of that day.') AS sourceNote, number % 25 != 24 AS approved, NULL AS rejectReason
    FROM (SELECT *, toString(toDate(toUInt16(${todaySec / DAY_SEC} - intDiv((${DAYS} - institution % 400) * (${TRANSACTIONS_EACH} - number), ${TRANSACTIONS_EACH})))) AS date
      FROM (${each}) AS company CROSS JOIN numbers(${TRANSACTIONS_EACH}) AS numbered)`
}
