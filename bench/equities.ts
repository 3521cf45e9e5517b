import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { facts } from '../src/app.ts'
import { createDemo } from '../src/demo/demo-world.ts'
import { equitiesDemo } from '../src/demo/equities/index.ts'
import { backtestCadence } from '../src/domains/equities/derive/earnings/cadence-backtest.ts'
import { quarterNumber } from '../src/domains/equities/derive/earnings/fiscal-quarter.ts'
import {
  companyFacts,
  equityBars,
  equityFilings,
  equityIntraday,
} from '../src/domains/equities/facts.ts'
import { transformCompanyFacts } from '../src/domains/equities/ingest/company-facts.ts'
import { readCompanyFacts } from '../src/domains/equities/ingest/company-facts-text.ts'
import { readEvents } from '../src/domains/equities/read/earnings.ts'
import { createClock, DAY_SEC, toSec } from '../src/lib/clock.ts'
import { identifier, joinSql, type Sql, sql } from '../src/lib/sql.ts'
import type { Fact } from '../src/store/fact.ts'
import { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { writeCompanyFacts } from './support/company-facts-files.ts'
import {
  addAfterCommit,
  addCold,
  addFirst,
  addGrowth,
  addMemory,
  engineMs,
} from './support/engine-limits.ts'
import { fillEquities, tickerOf } from './support/fill-equities.ts'
import { type FilledService, medianMs, timeLoaded, withService } from './support/filled-service.ts'
import { importCsv } from './support/import-csv.ts'
import { type Peer, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'
import { countAt, SHARE, spread } from './support/share.ts'

const [FEW, MANY] = [countAt(SHARE / 10, 6_000), countAt(SHARE, 6_000)]
const MIN_BYTES = 3
const YEARS = 20
const INTRADAY_DAYS = 30
const FILES = countAt(SHARE, 500)
const SAMPLED_COMPANIES = 40
const MIN_IMPORT_MB_PER_SEC = 40
const MAX_IMPORT_MB = 1_500
const ROOT = '/equities/v1'
const FIRST = [`${ROOT}/sectors`, `${ROOT}/earnings-calendar`]

/**
 * Equities at the size of the whole US market, the import of the regulator's files, and how well
 * the calendar's estimates hold.
 */
export async function equities(report: Report): Promise<void> {
  report.section(
    `Equities: ${MANY} companies, ${YEARS} years of days, ${INTRADAY_DAYS} days of five-minute bars`,
  )
  await responses(report)
  await withFolder((folder) => importFiles(report, folder))
  await withFolder((folder) => backtest(report, folder))
}

async function responses(report: Report): Promise<void> {
  const untilSec = toSec(Date.now())
  const fill = (companies: number) => async (dataDir: string) => {
    const size = { companies, years: YEARS, intradayDays: INTRADAY_DAYS, untilSec }
    await fillEquities(dataDir, size)
    return measureEngine(dataDir, untilSec)
  }
  const smallMs = await timeLoaded(fill(FEW), FIRST, (service) =>
    timeCompanies(service, 'statements', FEW),
  )
  await withService(fill(MANY), async (service, engine) => {
    for (const path of FIRST) addFirst(report, path, (await service.get(path, MIN_BYTES)).ms)
    for (const [path, own] of engine.ofCompany) {
      const ms = await timeCompanies(service, path, MANY)
      addCold(report, `${path}, median of ${SAMPLED_COMPANIES} companies`, ms, own)
      if (path === 'statements') addGrowth(report, path, ms, smallMs)
    }
    await measureAfterCommits(report, service, engine)
    addMemory(report, service)
  })
}

function timeCompanies(service: FilledService, path: string, companies: number): Promise<number> {
  const separator = path.includes('?') ? '&' : '?'
  const paths = spread(companies, SAMPLED_COMPANIES).map(
    (index) => `${ROOT}/${path}${separator}ticker=${tickerOf(index)}&country=US`,
  )
  return medianMs(service, paths, MIN_BYTES)
}

/** What the engine itself takes for the rows behind responses. */
interface EngineTimes {
  readonly sectors: number
  readonly calendar: number
  /** By address. */
  readonly ofCompany: ReadonlyMap<string, number>
}

async function measureEngine(dataDir: string, untilSec: number): Promise<EngineTimes> {
  const store = await Store.open({ facts, path: join(dataDir, 'facts') })
  const time = (sql: Sql) => engineMs(store, sql)
  const [listed, filer] = [`ticker = '${tickerOf(7)}'`, "cik = '0000000008'"]
  const of = (fact: Fact, where: Sql) => sql`FROM ${tableOf(fact)} WHERE ${where}`
  const isRecent = sql`atSec > ${untilSec - 400 * DAY_SEC}`
  const closes = [1, 7, 30, 91, 182, 365].map(
    (days) => sql`argMaxIf(close, atSec, atSec <= ${untilSec - days * DAY_SEC}) AS close${days}`,
  )
  const statements = await time(sql`SELECT * ${of(companyFacts, identifier(filer))}`)
  const filings = await time(sql`SELECT * ${of(equityFilings, identifier(filer))}`)
  const bars = (fact: Fact, days: number) =>
    time(
      sql`SELECT * ${of(fact, sql`${identifier(listed)} AND atSec > ${untilSec - days * DAY_SEC}`)}`,
    )
  const times = {
    sectors: await time(
      sql`SELECT ticker, max(atSec), argMax(close, atSec), ${joinSql(closes)} ${of(equityBars, isRecent)} GROUP BY ticker`,
    ),
    calendar: await time(
      sql`SELECT * ${of(equityFilings, sql`form IN ('8-K', '10-Q', '10-K')`)} ORDER BY filingDate DESC LIMIT 20000`,
    ),
    ofCompany: new Map([
      ['statements', statements],
      ['dimensions', statements],
      ['summary', statements],
      ['filings', filings],
      ['price-history?timeframe=MAX', await bars(equityBars, YEARS * 366)],
      ['ohlcv?timeframe=7D', await bars(equityIntraday, 7)],
      ['ohlcv?timeframe=1D', await bars(equityIntraday, 1)],
      ['earnings-calendar', filings],
    ]),
  }
  await store.close()
  return times
}

/** The first response after a commit that changes what all companies are compared with. */
async function measureAfterCommits(
  report: Report,
  { dataDir, get }: FilledService,
  engine: EngineTimes,
): Promise<void> {
  const time = async (path: string) => (await get(`${ROOT}/${path}`, MIN_BYTES)).ms
  const today = new Date().toISOString().slice(0, 10)
  await importCsv(dataDir, equityBars, [
    'ticker,country,atSec,open,high,low,close,volume',
    `${tickerOf(1)},US,${today},50,51,49,50.5,1000`,
  ])
  addAfterCommit(report, 'sectors after a new bar', await time('sectors'), engine.sectors)
  addCold(report, 'industries after it', await time('industries'), engine.sectors)
  await importCsv(dataDir, equityFilings, [
    'cik,accession,form,filingDate,reportDate,acceptedSec,items',
    `2,new-1,8-K,${today},,${toSec(Date.now()) - 60},"2.02,9.01"`,
  ])
  const calendar = await time('earnings-calendar')
  addAfterCommit(report, 'market-wide calendar after a new filing', calendar, engine.calendar)
}

/** What the import does before the engine, in processor time: a busy machine changes little. */
function readingAlone(report: Report, folder: string): void {
  let [bytes, written] = [0, 0]
  const [readUs, packUs] = [new Stopwatch(), new Stopwatch()]
  for (const name of readdirSync(folder)) {
    const content = readFileSync(join(folder, name))
    bytes += content.length
    const series = readUs.measure(() => transformCompanyFacts(readCompanyFacts(content)))
    written += packUs.measure(() =>
      series.reduce((sum, one) => sum + JSON.stringify(one).length, 0),
    )
  }
  report.add(
    'reading companyfacts and choosing figures, of processor time',
    `${(bytes / readUs.totalUs).toFixed(0)} MB/s`,
  )
  report.add(
    `writing them for the engine (${Math.round(written / 1e6)} MB of ${Math.round(bytes / 1e6)})`,
    `${(bytes / packUs.totalUs).toFixed(0)} MB/s of what was read`,
  )
}

/** Sums up the processor time that this process spends on some work. */
class Stopwatch {
  totalUs = 0

  measure<T>(work: () => T): T {
    const before = process.cpuUsage()
    const result = work()
    const { user, system } = process.cpuUsage(before)
    this.totalUs += user + system
    return result
  }
}

async function importFiles(report: Report, folder: string): Promise<void> {
  const bytes = writeCompanyFacts(join(folder, 'companyfacts'), FILES)
  readingAlone(report, join(folder, 'companyfacts'))
  const startedMs = performance.now()
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, '../src/main.ts'),
      'import',
      'edgar',
      join(folder, 'companyfacts'),
    ],
    {
      env: { ...process.env, ALMANAC_DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  let peakMb = 0
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child.pid ?? 0))
  }, 100)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(timer)
  if (code !== 0) throw new Error(`the import left with code ${code}`)
  const speed = bytes / 1e6 / ((performance.now() - startedMs) / 1000)
  report.add(
    `import of ${FILES} companyfacts files, ${Math.round(bytes / 1e6)} MB, start and commit included`,
    `${speed.toFixed(0)} MB/s`,
    `≥ ${MIN_IMPORT_MB_PER_SEC} MB/s`,
    speed >= MIN_IMPORT_MB_PER_SEC,
  )
  report.add(
    'its peak resident memory',
    `${peakMb} MB`,
    `≤ ${MAX_IMPORT_MB} MB`,
    peakMb <= MAX_IMPORT_MB,
  )
}

function peakOf(pid: Peer['pid']): number {
  try {
    return Math.round(
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) /
        1024,
    )
  } catch {
    return 0
  }
}

async function backtest(report: Report, folder: string): Promise<void> {
  const store = await Store.open({ facts, path: join(folder, 'facts') })
  await createDemo(store, createClock('2026-01-31T12:00:00Z'), [equitiesDemo])
  const events = await readEvents(store.snapshot(), 'all')
  let [checked, within] = [0, 0]
  for (const ofCompany of events.values()) {
    const filed = ofCompany.filter(({ status }) => status !== 'estimated')
    const result = backtestCadence(
      filed.map(({ fiscal, endDay, reportDay }) => ({
        number: quarterNumber(fiscal),
        endDay,
        reportDay,
      })),
    )
    checked += result.checked
    within += result.within
  }
  await store.close()
  const percent = (within / checked) * 100
  report.add(
    `demo reports within max_drift_days of the estimate a quarter earlier, of ${checked}`,
    `${percent.toFixed(1)}%`,
    '≥ 90%',
    percent >= 90,
  )
}
