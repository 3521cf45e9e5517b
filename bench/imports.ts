import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mirrored, routes } from '../src/app.ts'
import { mirrorOperations } from '../src/commands/mirror-operations.ts'
import { prices } from '../src/domains/coins/facts.ts'
import { LINES } from '../src/domains/equities/derive/statements/statement-lines.ts'
import { domains } from '../src/domains/index.ts'
import { createClock } from '../src/lib/clock.ts'
import { literal, type Sql, sql } from '../src/lib/sql.ts'
import { guardImport } from '../src/live/guards/imported/guard-import.ts'
import { readGuardSettings } from '../src/live/guards/rules/settings.ts'
import { importFiles } from '../src/runs/import/import-files.ts'
import type { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { processorMs, timeMs } from './support/measure.ts'
import {
  BENCH_KEY,
  memoryMb,
  NO_DEMO,
  processorTimeSec,
  type Service,
  spawnAlmanac,
  withFolder,
  withService,
} from './support/processes.ts'
import type { Report } from './support/report.ts'
import { countAt } from './support/size.ts'
import { inStore, madePrices, theWorld, writeFile } from './support/world.ts'

const ROWS = countAt(5_000_000)
const DOCUMENT_ROWS = countAt(1_000_000)
const COMPANY_FILES = countAt(500)
const MIN_IMPORT_MB_PER_SEC = 40
const MAX_IMPORT_MB = 1_500
const PEAK_MS = 100
const FIRST_SEC = 1_700_000_000
const FORMATS = { csv: 'CSVWithNames', ndjson: 'JSONEachRow', parquet: 'Parquet' }

/** Importing a file with checks and commit, against the engine's own load into the same table. */
export async function imports(report: Report): Promise<void> {
  report.section(
    `Import of ${ROWS / 1e6} M price rows against the engine's own load of the same file`,
  )
  const rows = sql`${madePrices(ROWS, FIRST_SEC)} ORDER BY cityHash64(number, 7)`
  for (const [extension, format] of Object.entries(FORMATS))
    await withRows([extension, format], rows, async (store, file) => {
      const bareSec = await bareLoad(store, file, format)
      const seconds = await timeImport(store, file, ROWS)
      report.ratio(`${extension}, rows a second`, ROWS / seconds, ROWS / bareSec, 0.6)
    })
  report.section(
    `Import of a JSON array of ${DOCUMENT_ROWS / 1e6} M rows against the same as NDJSON`,
  )
  const lines = await importDocument(0)
  const array = await importDocument(1)
  report.ratio('JSON array, rows a second', DOCUMENT_ROWS / array, DOCUMENT_ROWS / lines, 0.7)
  await withFolder((folder) => importCompanyFacts(report, folder))
}

/** Files as the regulator publishes them, start and commit included. */
async function importCompanyFacts(report: Report, folder: string): Promise<void> {
  const files = join(folder, 'companyfacts')
  const megabytes = writeCompanyFacts(files, COMPANY_FILES) / 1e6
  report.section(`Import of ${COMPANY_FILES} companyfacts files, ${Math.round(megabytes)} MB`)
  let peakMb = 0
  const ms = await timeMs(async () => {
    const program = spawnAlmanac(join(folder, 'data'), ['import', 'edgar', files])
    const timer = setInterval(() => {
      // The program may have ended meanwhile.
      if (program.exitCode === null) peakMb = Math.max(peakMb, memoryMb(program.pid ?? 0, 'VmHWM'))
    }, PEAK_MS)
    const [code] = await once(program, 'exit').finally(() => clearInterval(timer))
    if (code !== 0) throw new Error(`the import left with code ${code}`)
  })
  const speed = (megabytes * 1000) / ms
  const least = MIN_IMPORT_MB_PER_SEC
  report.add('speed', `${speed.toFixed(0)} MB/s`, `≥ ${least} MB/s`, speed >= least)
  report.limited('peak resident memory', peakMb, MAX_IMPORT_MB, 'MB')
}

/** Seconds that a document of rows takes, as lines or as one array. */
function importDocument(isArray: 0 | 1): Promise<number> {
  return withRows(
    ['json', 'JSONEachRow'],
    sql`${madePrices(DOCUMENT_ROWS, FIRST_SEC)} ORDER BY cityHash64(number, 7) SETTINGS output_format_json_array_of_rows = ${isArray}`,
    (store, file) => timeImport(store, file, DOCUMENT_ROWS),
  )
}

/** A file of rows, and a store of its own each time: rows that replace others are another matter. */
function withRows<T>(
  [extension, format]: readonly [string, string],
  rows: Sql,
  work: (store: Store, file: string) => Promise<T>,
): Promise<T> {
  return withFolder((folder) =>
    inStore(folder, async (store) => {
      const file = join(folder, `prices.${extension}`)
      await writeFile(store.engine, file, format, rows)
      return work(store, file)
    }),
  )
}

async function timeImport(store: Store, file: string, rows: number): Promise<number> {
  const rejectsDir = `${file}.rejects`
  mkdirSync(rejectsDir)
  const watches = domains.flatMap(({ watch = [] }) => watch)
  const guards = readGuardSettings()
  const startedMs = performance.now()
  const summary = await importFiles(
    store,
    createClock(),
    { fact: 'prices', files: [file], rejectsDir },
    (staged) => guardImport(staged, watches, guards),
  )
  if (summary.accepted !== rows)
    throw new Error(`${summary.accepted} of ${rows} rows were accepted`)
  return (performance.now() - startedMs) / 1000
}

async function bareLoad(store: Store, file: string, format: string): Promise<number> {
  await store.engine.command(sql`CREATE TABLE almanac.bare AS ${tableOf(prices)}`)
  const ms = await timeMs(() =>
    store.engine.command(
      sql`INSERT INTO almanac.bare (coin, atSec, priceUsd, confidence) SELECT coin, atSec, priceUsd, confidence
     FROM file(${literal(file)}, ${literal(format)}, 'coin String, atSec UInt32, priceUsd Float64, confidence Nullable(Float64)')`,
      {},
      { files: [file] },
    ),
  )
  await store.engine.command(sql`DROP TABLE almanac.bare SYNC`)
  return ms / 1000
}

const MAX_CPU_RATIO = 1.5

/** Cycles over an instance on the same machine with all protocols: who works more, it or we. */
export async function mirror(report: Report): Promise<void> {
  const { many } = await theWorld()
  report.section(`Mirror of the TVL of ${countAt(7_000).toLocaleString('en')} protocols`)
  const work = (origin: Service) => withFolder((folder) => cycles(report, origin, folder))
  await withService(NO_DEMO, work, many)
}

function cycles(report: Report, origin: Service, folder: string): Promise<void> {
  return inStore(folder, async (store, clock) => {
    const { mirrorCycle } = mirrorOperations(store, clock, { mirrored, routes })
    for (const what of ['first cycle', 'cycle without changes']) {
      const beforeSec = processorTimeSec(origin.pid)
      const startedMs = performance.now()
      const oursMs = await processorMs(async () => {
        const { calls, accepted } = await mirrorCycle({
          ...{ base: origin.url, key: BENCH_KEY, domains: ['tvl'], sinceSec: 0, isDryRun: false },
          ...{ ratePerSec: 100_000, concurrency: 4, workDir: join(folder, 'spool') },
        })
        const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
        const [callsMade, rows] = [calls, accepted].map((count) => count.toLocaleString('en'))
        report.add(what, `${callsMade} calls, ${rows} rows, ${seconds} s`)
      })
      const originSec = processorTimeSec(origin.pid) - beforeSec
      if (originSec < 1) continue
      const time = `${what}: processor time against the origin’s`
      report.times(time, oursMs / 1000, originSec, MAX_CPU_RATIO, 's')
    }
  })
}

const TAGS = 340
const QUARTERS = 18
// Stands in the text for the number of the company until it is known.
const ANY_COMPANY = '7777777777'

/** Files as the regulator publishes them, of about two megabytes each; returns their size. */
function writeCompanyFacts(folder: string, count: number): number {
  mkdirSync(folder, { recursive: true })
  const facts = companyFactsText()
  let bytes = 0
  for (let file = 1; file <= count; file++) {
    const text = `{"cik":${file},"entityName":"COMPANY ${file}","facts":${facts.replaceAll(ANY_COMPANY, String(file).padStart(10, '0'))}}`
    writeFileSync(join(folder, `CIK${String(file).padStart(10, '0')}.json`), text)
    bytes += text.length
  }
  return bytes
}

/** Every quarter in the report of its year and of the next; flows have a start, balances none. */
function companyFactsText(): string {
  const known = Object.values(LINES).flatMap(({ kind, tags }) =>
    tags
      .filter((tag) => tag.startsWith('us-gaap:'))
      .map((tag) => ({ name: tag.slice('us-gaap:'.length), isBalance: kind === 'balance' })),
  )
  const others = Array.from({ length: TAGS - known.length }, (_, index) => ({
    name: `SomethingElseThatCompaniesReportNumber${index}`,
    isBalance: index % 2 === 0,
  }))
  const concepts = [...known, ...others]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, isBalance }) => [
      name,
      {
        label: `Label of ${name}`,
        description: 'A sentence or two that say what the figure is. '.repeat(4),
        units: {
          USD: Array.from({ length: QUARTERS * 2 }, (_, index) => entryOf(index, isBalance)),
        },
      },
    ])
  return JSON.stringify({ 'us-gaap': Object.fromEntries(concepts) })
}

function entryOf(index: number, isBalance: boolean): object {
  const [place, again] = [Math.floor(index / 2), index % 2]
  const [year, quarter] = [2019 + Math.floor(place / 4), place % 4]
  const iso = (month: number, day: number) =>
    new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
  const filedYear = String((year + again) % 100).padStart(2, '0')
  return {
    ...(isBalance ? {} : { start: iso(quarter * 3, 1) }),
    end: iso(quarter * 3 + 3, 0),
    // The number of the company ends the figure, so that each has its own.
    val: (place + 1) * 1e11 + Number(ANY_COMPANY),
    accn: `${ANY_COMPANY}-${filedYear}-${String(quarter + 1).padStart(6, '0')}`,
    fy: year + again,
    fp: quarter === 3 ? 'FY' : `Q${quarter + 1}`,
    form: quarter === 3 ? '10-K' : '10-Q',
    filed: `${year + again + (quarter === 3 ? 1 : 0)}-${quarter === 3 ? '02' : String(quarter * 3 + 5).padStart(2, '0')}-10`,
    ...(again === 1 ? { frame: `CY${year}Q${quarter + 1}` } : {}),
  }
}
