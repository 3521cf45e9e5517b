import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { facts } from '../src/app.ts'
import { prices } from '../src/domains/coins/facts.ts'
import { createClock } from '../src/lib/clock.ts'
import { importFiles } from '../src/runs/import/import-files.ts'
import { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

const ROWS = 5_000_000
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
}

async function importOnce(
  store: Store,
  folder: string,
  [extension, format]: readonly [string, string],
): Promise<{ seconds: number; bareSec: number }> {
  const rejectsDir = join(folder, 'rejects')
  mkdirSync(rejectsDir)
  const file = join(folder, `prices.${extension}`)
  await store.engine.command(
    `INSERT INTO FUNCTION file('${file}', '${format}') SELECT concat('ethereum:0x', leftPad(lower(hex(number % 20000)), 40, '0')) AS coin,
     toUInt32(1700000000 + intDiv(number, 20000) * 3600) AS atSec, (cityHash64(number) % 1000000) / 1000 AS priceUsd, 0.99 AS confidence
     FROM numbers(${ROWS}) ORDER BY cityHash64(number, 7)`,
  )
  const bareSec = await bareLoad(store, file, format)
  const startedMs = performance.now()
  const summary = await importFiles(store, createClock(), {
    fact: 'prices',
    files: [file],
    rejectsDir,
  })
  const seconds = (performance.now() - startedMs) / 1000
  if (summary.accepted !== ROWS)
    throw new Error(`${summary.accepted} of ${ROWS} rows were accepted`)
  return { seconds, bareSec }
}

async function bareLoad(store: Store, file: string, format: string): Promise<number> {
  await store.engine.command(`CREATE TABLE almanac.bare AS ${tableOf(prices)}`)
  const startedMs = performance.now()
  await store.engine.command(
    `INSERT INTO almanac.bare (coin, atSec, priceUsd, confidence) SELECT coin, atSec, priceUsd, confidence
     FROM file('${file}', '${format}', 'coin String, atSec UInt32, priceUsd Float64, confidence Nullable(Float64)')`,
  )
  const seconds = (performance.now() - startedMs) / 1000
  await store.engine.command('DROP TABLE almanac.bare SYNC')
  return seconds
}
