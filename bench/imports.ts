import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { facts } from '../src/app.ts'
import { prices } from '../src/domains/coins/facts.ts'
import { domains } from '../src/domains/index.ts'
import { createClock } from '../src/lib/clock.ts'
import { literal, sql } from '../src/lib/sql.ts'
import { guardImport } from '../src/live/guards/imported/guard-import.ts'
import { readGuardSettings } from '../src/live/guards/rules/settings.ts'
import { importFiles } from '../src/runs/import/import-files.ts'
import { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

const ROWS = 5_000_000
const DOCUMENT_ROWS = 1_000_000
const FORMATS = { csv: 'CSVWithNames', ndjson: 'JSONEachRow', parquet: 'Parquet' }

/**
 * Importing a file, checks and commit included, against the engine's own load of the same file into
 * the same table.
 */
export async function imports(report: Report): Promise<void> {
  report.section(
    `Import of ${ROWS / 1e6} M price rows against the engine's own load of the same file`,
  )
  for (const [extension, format] of Object.entries(FORMATS)) {
    // A store of its own each time: rows that replace others are another matter.
    await withFolder(async (folder) => {
      const store = await Store.open({ facts, path: join(folder, 'facts') })
      const { seconds, bareSec } = await importOnce(store, folder, [extension, format])
      report.ratio(`${extension}, rows a second`, ROWS / seconds, ROWS / bareSec, 0.6)
      await store.close()
    })
  }
  report.section(
    `Import of a JSON array of ${DOCUMENT_ROWS / 1e6} M rows against the same as NDJSON`,
  )
  const lines = await importDocument('JSONEachRow', 0)
  const array = await importDocument('JSONEachRow', 1)
  report.ratio('JSON array, rows a second', DOCUMENT_ROWS / array, DOCUMENT_ROWS / lines, 0.7)
}

/** Seconds that a document of rows takes, as lines or as one array. */
async function importDocument(format: string, isArray: 0 | 1): Promise<number> {
  let seconds = 0
  await withFolder(async (folder) => {
    const store = await Store.open({ facts, path: join(folder, 'facts') })
    const file = join(folder, 'prices.json')
    await writeFile(store, file, { format, rows: DOCUMENT_ROWS, isArray })
    seconds = await timeImport(store, folder, file, DOCUMENT_ROWS)
    await store.close()
  })
  return seconds
}

async function importOnce(
  store: Store,
  folder: string,
  [extension, format]: readonly [string, string],
): Promise<{ seconds: number; bareSec: number }> {
  const file = join(folder, `prices.${extension}`)
  await writeFile(store, file, { format, rows: ROWS, isArray: 0 })
  const bareSec = await bareLoad(store, file, format)
  return { seconds: await timeImport(store, folder, file, ROWS), bareSec }
}

/** Hourly prices that move by up to a tenth, so that guards have nothing to hold. */
function writeFile(
  store: Store,
  file: string,
  { format, rows, isArray }: { format: string; rows: number; isArray: 0 | 1 },
): Promise<void> {
  return store.engine.command(
    sql`INSERT INTO FUNCTION file(${literal(file)}, ${literal(format)}) SELECT concat('ethereum:0x', leftPad(lower(hex(number % 20000)), 40, '0')) AS coin,
     toUInt32(1700000000 + intDiv(number, 20000) * 3600) AS atSec, 100 + (cityHash64(number) % 1000000) / 100000 AS priceUsd, 0.99 AS confidence
     FROM numbers(${rows}) ORDER BY cityHash64(number, 7) SETTINGS output_format_json_array_of_rows = ${isArray}`,
    {},
    { files: [file] },
  )
}

async function timeImport(
  store: Store,
  folder: string,
  file: string,
  rows: number,
): Promise<number> {
  const rejectsDir = join(folder, 'rejects')
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
  const startedMs = performance.now()
  await store.engine.command(
    sql`INSERT INTO almanac.bare (coin, atSec, priceUsd, confidence) SELECT coin, atSec, priceUsd, confidence
     FROM file(${literal(file)}, ${literal(format)}, 'coin String, atSec UInt32, priceUsd Float64, confidence Nullable(Float64)')`,
    {},
    { files: [file] },
  )
  const seconds = (performance.now() - startedMs) / 1000
  await store.engine.command(sql`DROP TABLE almanac.bare SYNC`)
  return seconds
}
