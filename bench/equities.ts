import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { facts } from '../src/app.ts'
import { States } from '../src/cache/states.ts'
import { remoteOperations } from '../src/commands/control-client.ts'
import { createDemo } from '../src/demo/demo-world.ts'
import { equitiesDemo } from '../src/demo/equities/index.ts'
import { backtestCadence } from '../src/domains/equities/derive/cadence-backtest.ts'
import { quarterNumber } from '../src/domains/equities/derive/fiscal-quarter.ts'
import { transformCompanyFacts } from '../src/domains/equities/ingest/company-facts.ts'
import { readCompanyFacts } from '../src/domains/equities/ingest/company-facts-text.ts'
import { companiesState } from '../src/domains/equities/read/companies.ts'
import { readAllEvents } from '../src/domains/equities/read/earnings.ts'
import { createClock } from '../src/lib/clock.ts'
import { Store } from '../src/store/store.ts'
import { writeCompanyFacts } from './support/company-facts-files.ts'
import { fillEquities, tickerOf } from './support/fill-equities.ts'
import { BENCH_KEY, type Peer, residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

// A smaller market for trying things out; the limits hold for the whole.
const SHARE = Number(process.env.BENCH_SHARE ?? 1)
const COMPANIES = Math.round(6_000 * SHARE)
const YEARS = 20
const FILES = Math.round(500 * SHARE)
const QUESTIONS = 40
const SINGLE_LIMIT_MS = 40
const SECTORS_LIMIT_MS = 300
const CALENDAR_LIMIT_MS = 200
const IMPORT_MB_PER_SEC = 40
const IMPORT_LIMIT_MB = 1_536

/**
 * Equities at the size of the whole US market, the import of the regulator's files, and how well
 * the calendar's estimates hold.
 */
export async function equities(report: Report): Promise<void> {
  report.section(
    `Equities: ${COMPANIES} companies, ${YEARS} years of days, 30 days of five-minute bars`,
  )
  await withFolder((folder) => questions(report, join(folder, 'data')))
  await withFolder((folder) => importFiles(report, folder))
  await withFolder((folder) => backtest(report, folder))
}

async function questions(report: Report, dataDir: string): Promise<void> {
  const untilSec = Math.floor(Date.now() / 1000)
  const startedMs = performance.now()
  await fillEquities(dataDir, { companies: COMPANIES, years: YEARS, intradayDays: 30, untilSec })
  report.add('making that market', `${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
  const almanac = await startAlmanac(dataDir, { ALMANAC_DEMO: 'off' })
  const ask = async (path: string) => {
    const startedMs = performance.now()
    const answer = await fetch(`${almanac.url}${path}`, {
      headers: { 'x-api-key': BENCH_KEY, 'accept-encoding': 'identity' },
    })
    const body = await answer.text()
    if (answer.status !== 200 || body.length < 3)
      throw new Error(`${path}: ${answer.status} ${body.slice(0, 200)}`)
    return performance.now() - startedMs
  }
  report.add(
    'first sectors after a start, all pictures made',
    `${(await ask('/equities/v1/sectors')).toFixed(0)} ms`,
  )
  report.add(
    'first calendar after a start',
    `${(await ask('/equities/v1/earnings-calendar')).toFixed(0)} ms`,
  )
  await single(report, ask, almanac.pid)
  await afterAnImport(report, dataDir, ask)
  report.add('resident memory', `${residentMb(almanac.pid)} MB`)
  await almanac.stop()
}

type Ask = (path: string) => Promise<number>

/**
 * Processor time a process has used so far, which a busy machine does not stretch as it does the
 * time on the clock.
 */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function single(report: Report, ask: Ask, pid: number): Promise<void> {
  const paths = [
    'statements',
    'dimensions',
    'summary',
    'filings',
    'onchain',
    'price-history?timeframe=MAX&',
    'ohlcv?timeframe=7D&',
    'ohlcv?timeframe=1D&',
    'earnings-calendar',
  ]
  for (const path of paths) {
    const times: number[] = []
    const startedMs = processorMs(pid)
    for (let index = 0; index < QUESTIONS; index++) {
      const ticker = tickerOf((index * 104_729 + path.length * 31) % COMPANIES)
      times.push(
        await ask(
          `/equities/v1/${path.includes('?') ? path : `${path}?`}ticker=${ticker}&country=US`,
        ),
      )
    }
    const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
    report.add(
      `${path.replace(/[?&]/g, ' ').trim()} of a company never asked for, p95`,
      `${p95.toFixed(1)} ms (${((processorMs(pid) - startedMs) / QUESTIONS).toFixed(0)} ms of processor time each)`,
      `${SINGLE_LIMIT_MS} ms`,
      p95 <= SINGLE_LIMIT_MS,
    )
  }
}

/**
 * A new bar makes every market-wide body out of date: the pictures follow, the bodies are made
 * anew.
 */
async function afterAnImport(report: Report, dataDir: string, ask: Ask): Promise<void> {
  const file = join(dataDir, 'bar.csv')
  const importRow = async (fact: string, lines: string) => {
    writeFileSync(file, lines)
    await remoteOperations(dataDir).importFiles({ fact, files: [file], rejectsDir: dataDir })
  }
  const today = new Date().toISOString().slice(0, 10)
  await importRow(
    'equity_bars',
    `ticker,country,atSec,open,high,low,close,volume\n${tickerOf(1)},US,${today},50,51,49,50.5,1000\n`,
  )
  const sectors = await ask('/equities/v1/sectors')
  report.add(
    'sectors after a new bar',
    `${sectors.toFixed(0)} ms`,
    `${SECTORS_LIMIT_MS} ms`,
    sectors <= SECTORS_LIMIT_MS,
  )
  const industries = await ask('/equities/v1/industries')
  report.add(
    'industries after it',
    `${industries.toFixed(0)} ms`,
    `${SECTORS_LIMIT_MS} ms`,
    industries <= SECTORS_LIMIT_MS,
  )
  await importRow(
    'equity_filings',
    `cik,accession,form,filingDate,reportDate,acceptedSec,items\n2,new-1,8-K,${today},,${Math.floor(Date.now() / 1000) - 60},"2.02,9.01"\n`,
  )
  const calendar = await ask('/equities/v1/earnings-calendar')
  report.add(
    'market-wide calendar after a new filing',
    `${calendar.toFixed(0)} ms`,
    `${CALENDAR_LIMIT_MS} ms`,
    calendar <= CALENDAR_LIMIT_MS,
  )
}

/**
 * What the import does before the engine: reading, choosing, packing; in processor time, so that a
 * busy machine changes little.
 */
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

/** Sums up the processor time of this process over stretches of work. */
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
    `≥ ${IMPORT_MB_PER_SEC} MB/s`,
    speed >= IMPORT_MB_PER_SEC,
  )
  report.add(
    'its peak resident memory',
    `${peakMb} MB`,
    `${IMPORT_LIMIT_MB} MB`,
    peakMb <= IMPORT_LIMIT_MB,
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
  const snapshot = store.snapshot()
  const companies = await new States(store).get(companiesState, snapshot)
  const events = await readAllEvents(snapshot, companies, undefined, '')
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
