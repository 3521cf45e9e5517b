import {
  BACKINGS,
  preIpoCompanies,
  preIpoMarks,
  preIpoPerps,
  preIpoRounds,
  preIpoTokens,
} from '../src/domains/pre-ipo/facts.ts'
import { DAY_SEC, dayStart, HOUR_SEC, toSec } from '../src/lib/clock.ts'
import { literal, type Sql, sql } from '../src/lib/sql.ts'
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
const [FEW, MANY] = [countAt(SHARE / 10, 600), countAt(SHARE, 600)]
const SOURCES = 4
const DAYS = 730
const SNAPSHOTS = 30 * 24
const SAMPLED_COMPANIES = Math.min(60, FEW)
const ROUNDS = 5
const ROOT = '/pre-ipo/v1'
const LIST = `${ROOT}/companies-list`

/** Private companies with their marks, rounds and venues. */
export async function preIpo(report: Report): Promise<void> {
  const todaySec = dayStart(toSec(Date.now()))
  const fill = (count: number) => (dataDir: string) => fillCompanies(dataDir, count, todaySec)
  const smallMs = await timeLoaded(fill(FEW), [LIST], (service) =>
    timeCompanies(service, 'summary'),
  )
  await withService(fill(MANY), async (service, { rows, engine }) => {
    report.section(
      `${MANY} private companies marked by ${SOURCES} marketplaces over two years, ${rows.toLocaleString('en')} rows`,
    )
    addFirst(report, LIST, (await service.get(LIST)).ms)
    addCold(report, LIST, await medianMs(service, coldPaths(LIST)), engine.list)
    const sampled = `median of ${SAMPLED_COMPANIES} companies`
    const own = {
      summary: engine.company,
      valuations: engine.company,
      raises: engine.rounds,
      integrations: engine.venues,
    }
    for (const [path, engineMs] of Object.entries(own)) {
      const ms = await timeCompanies(service, path)
      addCold(report, `${ROOT}/${path}, ${sampled}`, ms, engineMs)
      if (path === 'summary') addGrowth(report, `${ROOT}/${path}`, ms, smallMs)
    }
    await measureAfterMarks(report, service, { todaySec, engine })
    addMemory(report, service)
  })
}

/** The same companies at every size. */
function timeCompanies(service: FilledService, path: string): Promise<number> {
  const paths = Array.from(
    { length: SAMPLED_COMPANIES },
    (_, index) => `${ROOT}/${path}?company=company-${index}`,
  )
  return medianMs(service, paths)
}

/** The first response after a new mark of every company, of the list and of one company. */
async function measureAfterMarks(
  report: Report,
  { dataDir, get }: FilledService,
  { todaySec, engine }: { todaySec: number; engine: EngineTimes },
): Promise<void> {
  // The same rows twice would change nothing.
  let imports = 0
  for (const [path, own] of [
    [LIST, engine.list],
    [`${ROOT}/summary?company=company-1`, engine.company],
  ] as const) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      imports++
      const marks = Array.from(
        { length: MANY },
        (_, index) => `company-${index},Marketplace 0,${todaySec},${1e9 + index * 1e6 + imports}`,
      )
      await importCsv(dataDir, preIpoMarks, ['company,source,atSec,valuationUsd', ...marks])
      times.push((await get(path)).ms)
    }
    const what = `${path.split('?')[0]} after a new mark of every company, median of ${ROUNDS}`
    addAfterCommit(report, what, median(times), own)
  }
}

type EngineTimes = Awaited<ReturnType<typeof fillCompanies>>['engine']

/** SQL of the rows behind each response. */
function statementsOf() {
  const months = (where: Sql) =>
    sql`SELECT company, toStartOfMonth(toDateTime(atSec, 'UTC')) AS month, avg(valuationUsd) AS usd
     FROM ${tableOf(preIpoMarks)} WHERE ${where} GROUP BY company, month`
  const isOne = sql`company = 'company-3'`
  return {
    list: months(sql`1`),
    company: months(isOne),
    rounds: sql`SELECT * FROM ${tableOf(preIpoRounds)} WHERE ${isOne} ORDER BY atSec`,
    venues: sql`SELECT exchange AS venue, argMax((priceUsd, openInterestUsd, volumeUsd, valuationUsd), atSec) AS newest FROM ${tableOf(preIpoPerps)} WHERE ${isOne} GROUP BY venue
      UNION ALL SELECT issuer AS venue, argMax((priceUsd, marketCapUsd, NULL, valuationUsd), atSec) AS newest FROM ${tableOf(preIpoTokens)} WHERE ${isOne} GROUP BY venue`,
  }
}

function fillCompanies(dataDir: string, count: number, todaySec: number) {
  return fillStore(dataDir, {
    insert: (stage) => insertCompanies(stage, count, todaySec),
    merged: [preIpoMarks, preIpoPerps, preIpoTokens],
    statements: statementsOf(),
  })
}

/** Marks every ninth day, five rounds of three reports each, hourly venues of every third company. */
async function insertCompanies(stage: Stage, count: number, todaySec: number): Promise<void> {
  const companies = sql`SELECT number, concat('company-', toString(number)) AS company FROM numbers(${count})`
  const days = sql`SELECT toUInt32(${todaySec} - (number + 1) * ${DAY_SEC}) AS atSec FROM numbers(${DAYS})`
  const hours = sql`SELECT toUInt32(${todaySec} - number * ${HOUR_SEC}) AS atSec FROM numbers(${SNAPSHOTS})`
  const worth = sql`(1e9 / (number + 1) + 1e8) * (1 + 0.2 * sin(atSec / 4e6 + number))`
  const venues = sql`(SELECT * FROM (${companies}) WHERE number % 3 = 0) AS listed CROSS JOIN (${hours}) AS moment`
  await stage.insertSelect(
    preIpoCompanies,
    sql`SELECT company, toInt64(number + 1) AS rank, concat('Company ', toString(number)) AS name, toNullable(repeat('What it does. ', 10)) AS description,
       toNullable('https://example.org') AS website, toNullable('Robotics') AS sector FROM (${companies})`,
  )
  await stage.insertSelect(
    preIpoMarks,
    sql`SELECT company, source, atSec, round(${worth}) AS valuationUsd FROM (${companies}) AS listed
     CROSS JOIN (SELECT concat('Marketplace ', toString(number)) AS source FROM numbers(${SOURCES})) AS market CROSS JOIN (${days}) AS moment
     WHERE (intDiv(atSec, ${DAY_SEC}) + cityHash64(company, source)) % 9 = 0`,
  )
  await stage.insertSelect(preIpoRounds, roundsSql(companies, todaySec))
  await stage.insertSelect(
    preIpoPerps,
    sql`SELECT company, 'Harbor Perps' AS exchange, concat(company, '-USD') AS contract, atSec, 'DEX' AS exchangeType, toNullable('harbor-perps') AS platformSlug,
       toNullable(1e6) AS openInterestUsd, toNullable(5e5) AS volumeUsd, toNullable(${worth} / 1e7) AS priceUsd, toNullable(10.5) AS fundingPct,
       toNullable('https://example.org/trade') AS tradeUrl, toNullable(${worth}) AS valuationUsd FROM ${venues}`,
  )
  await stage.insertSelect(
    preIpoTokens,
    sql`SELECT company, arrayJoin(['Cedar Shares', 'Quarry Notes']) AS issuer, atSec, toNullable('cedar') AS slug, ${literal(BACKINGS[2])} AS backing,
       toNullable('https://example.org/shares') AS productUrl, toNullable(${worth} / 1e7) AS priceUsd, toNullable(1e6) AS marketCapUsd,
       toNullable(${worth}) AS valuationUsd FROM ${venues}`,
  )
}

function roundsSql(companies: Sql, todaySec: number): Sql {
  return sql`SELECT company, concat('Wire ', toString(reporter)) AS source, concat(company, '-', toString(place)) AS report,
      toUInt32(${todaySec} - (200 + 260 * place) * ${DAY_SEC} + reporter * ${3 * DAY_SEC}) AS atSec, toNullable(1e7 * (1 + 0.02 * reporter)) AS amountUsd,
      toNullable(1e8 * (1 + 0.01 * reporter)) AS valuationUsd, toNullable(['Series D', 'Series C', 'Series B', 'Series A', 'Seed'][place + 1]) AS series
    FROM (${companies}) AS listed CROSS JOIN (SELECT number AS place FROM numbers(5)) AS raised CROSS JOIN (SELECT number AS reporter FROM numbers(3)) AS reported`
}
