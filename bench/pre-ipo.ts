import { join } from 'node:path'
import { facts } from '../src/app.ts'
import {
  BACKINGS,
  preIpoCompanies,
  preIpoMarks,
  preIpoPerps,
  preIpoRounds,
  preIpoTokens,
} from '../src/domains/pre-ipo/facts.ts'
import { createClock, DAY_SEC, dayStart, HOUR_SEC } from '../src/lib/clock.ts'
import { commitRun } from '../src/runs/run.ts'
import { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { addAfterCommit, addCold, engineMs, median } from './support/engine-limits.ts'
import { importCsv } from './support/import-csv.ts'
import { type Peer, residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'
import { AS_PRO, timeAnswer } from './support/timed-answer.ts'

const MIN_BYTES = 50
const SAMPLED_COMPANIES = 60
const ROUNDS = 5
// Ten times the demo world; `BENCH_SHARE=0.1` is the demo world's size.
const SHARE = Number(process.env.BENCH_SHARE ?? 1)
const SIZE = { companies: Math.ceil(600 * SHARE), sources: 4, days: 730, snapshots: 30 * 24 }

/** Private companies at ten times the size of the demo world: cold responses. */
export async function preIpo(report: Report): Promise<void> {
  await withFolder(async (folder) => {
    const todaySec = dayStart(Math.floor(Date.now() / 1000))
    const { rows, engine } = await fill(folder, todaySec)
    report.section(
      `${SIZE.companies} private companies marked by ${SIZE.sources} marketplaces over two years, ${rows.toLocaleString('en')} rows`,
    )
    const almanac = await startAlmanac(folder, { ALMANAC_DEMO: 'off' })
    try {
      const first = await timeAnswer(addressOf(almanac, 'companies-list'), MIN_BYTES, AS_PRO)
      report.add(
        'first list after a start',
        `${first.ms.toFixed(0)} ms (${(first.bytes / 1e6).toFixed(1)} MB)`,
      )
      await measureCompanies(report, almanac, engine)
      await measureAfterMarks(report, almanac, { folder, todaySec, engine })
      report.add('resident memory', `${residentMb(almanac.pid)} MB`)
    } finally {
      await almanac.stop()
    }
  })
}

function addressOf({ url }: Peer, path: string): string {
  return `${url}/pre-ipo/v1/${path}`
}

async function measureCompanies(report: Report, almanac: Peer, engine: EngineTimes): Promise<void> {
  for (const path of ['summary', 'valuations', 'raises', 'integrations']) {
    const times: number[] = []
    for (let index = 0; index < Math.min(SAMPLED_COMPANIES, SIZE.companies); index++) {
      const address = addressOf(almanac, `${path}?company=company-${index}`)
      times.push((await timeAnswer(address, MIN_BYTES, AS_PRO)).ms)
    }
    addCold(
      report,
      `/pre-ipo/v1/${path}, median of ${times.length} companies`,
      median(times),
      engine.company,
    )
  }
}

/** The first response after a new mark of every company, of the list and of one company. */
async function measureAfterMarks(
  report: Report,
  almanac: Peer,
  { folder, todaySec, engine }: { folder: string; todaySec: number; engine: EngineTimes },
): Promise<void> {
  // The same rows twice would change nothing.
  let imports = 0
  for (const path of ['companies-list', 'summary?company=company-1']) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      imports++
      const marks = Array.from(
        { length: SIZE.companies },
        (_, index) => `company-${index},Marketplace 0,${todaySec},${1e9 + index * 1e6 + imports}`,
      )
      await importCsv(folder, preIpoMarks, ['company,source,atSec,valuationUsd', ...marks])
      times.push((await timeAnswer(addressOf(almanac, path), MIN_BYTES, AS_PRO)).ms)
    }
    addAfterCommit(
      report,
      `/pre-ipo/v1/${path.split('?')[0]} after a new mark of every company, median of ${ROUNDS}`,
      median(times),
      path === 'companies-list' ? engine.list : engine.company,
    )
  }
}

/** What the engine itself takes for the rows of the list and of one company. */
interface EngineTimes {
  readonly list: number
  readonly company: number
}

async function measureEngine(store: Store): Promise<EngineTimes> {
  const months = (where: string) =>
    `SELECT company, toStartOfMonth(toDateTime(atSec, 'UTC')) AS month, avg(valuationUsd) AS usd
     FROM ${tableOf(preIpoMarks)} WHERE ${where} GROUP BY company, month`
  return {
    list: await engineMs(store, months('1')),
    company: await engineMs(store, months("company = 'company-1'")),
  }
}

/**
 * Marks every ninth day, five rounds that three sources tell of, and an hourly snapshot of venues
 * for every third company. Returns how many rows, and the engine's times.
 */
async function fill(
  folder: string,
  todaySec: number,
): Promise<{ rows: number; engine: EngineTimes }> {
  const store = await Store.open({ facts, path: join(folder, 'facts') })
  const companies = `SELECT number, concat('company-', toString(number)) AS company FROM numbers(${SIZE.companies})`
  const days = `SELECT toUInt32(${todaySec} - (number + 1) * ${DAY_SEC}) AS atSec FROM numbers(${SIZE.days})`
  const hours = `SELECT toUInt32(${todaySec} - number * ${HOUR_SEC}) AS atSec FROM numbers(${SIZE.snapshots})`
  const worth = '(1e9 / (number + 1) + 1e8) * (1 + 0.2 * sin(atSec / 4e6 + number))'
  const venues = `(SELECT * FROM (${companies}) WHERE number % 3 = 0) AS listed CROSS JOIN (${hours}) AS moment`
  let rows = 0
  await commitRun(store, { source: 'bench', clock: createClock() }, async (stage) => {
    await stage.insertSelect(
      preIpoCompanies,
      `SELECT company, toInt64(number + 1) AS rank, concat('Company ', toString(number)) AS name, toNullable(repeat('What it does. ', 10)) AS description,
         toNullable('https://example.org') AS website, toNullable('Robotics') AS sector FROM (${companies})`,
    )
    await stage.insertSelect(
      preIpoMarks,
      `SELECT company, source, atSec, round(${worth}) AS valuationUsd FROM (${companies}) AS listed
       CROSS JOIN (SELECT concat('Marketplace ', toString(number)) AS source FROM numbers(${SIZE.sources})) AS market CROSS JOIN (${days}) AS moment
       WHERE (intDiv(atSec, ${DAY_SEC}) + cityHash64(company, source)) % 9 = 0`,
    )
    await stage.insertSelect(preIpoRounds, roundsSql(companies, todaySec))
    await stage.insertSelect(
      preIpoPerps,
      `SELECT company, 'Harbor Perps' AS exchange, concat(company, '-USD') AS contract, atSec, 'DEX' AS exchangeType, toNullable('harbor-perps') AS platformSlug,
         toNullable(1e6) AS openInterestUsd, toNullable(5e5) AS volumeUsd, toNullable(${worth} / 1e7) AS priceUsd, toNullable(10.5) AS fundingPct,
         toNullable('https://example.org/trade') AS tradeUrl, toNullable(${worth}) AS valuationUsd FROM ${venues}`,
    )
    await stage.insertSelect(
      preIpoTokens,
      `SELECT company, arrayJoin(['Cedar Shares', 'Quarry Notes']) AS issuer, atSec, toNullable('cedar') AS slug, '${BACKINGS[2]}' AS backing,
         toNullable('https://example.org/shares') AS productUrl, toNullable(${worth} / 1e7) AS priceUsd, toNullable(1e6) AS marketCapUsd,
         toNullable(${worth}) AS valuationUsd FROM ${venues}`,
    )
    rows = await stage.countRows()
    return { accepted: rows, rejected: 0, held: 0 }
  })
  // Parts are merged, as they would be some time after an import.
  for (const fact of [preIpoMarks, preIpoPerps, preIpoTokens])
    await store.engine.command(`OPTIMIZE TABLE ${tableOf(fact)} FINAL`)
  const engine = await measureEngine(store)
  await store.close()
  return { rows, engine }
}

function roundsSql(companies: string, todaySec: number): string {
  return `SELECT company, concat('Wire ', toString(reporter)) AS source, concat(company, '-', toString(place)) AS report,
      toUInt32(${todaySec} - (200 + 260 * place) * ${DAY_SEC} + reporter * ${3 * DAY_SEC}) AS atSec, toNullable(1e7 * (1 + 0.02 * reporter)) AS amountUsd,
      toNullable(1e8 * (1 + 0.01 * reporter)) AS valuationUsd, toNullable(['Series D', 'Series C', 'Series B', 'Series A', 'Seed'][place + 1]) AS series
    FROM (${companies}) AS listed CROSS JOIN (SELECT number AS place FROM numbers(5)) AS raised CROSS JOIN (SELECT number AS reporter FROM numbers(3)) AS told`
}
