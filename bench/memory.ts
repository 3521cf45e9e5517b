import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { facts } from '../src/app.ts'
import { literal, sql } from '../src/lib/sql.ts'
import { Store } from '../src/store/store.ts'
import { addMemory } from './support/engine-limits.ts'
import { load, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'
import { countAt, SHARE } from './support/share.ts'

const ROWS = countAt(SHARE, 10_000_000)

/**
 * Latency of readers while ten million rows are imported into the same process, against the same
 * load at rest.
 */
export async function memory(report: Report): Promise<void> {
  report.section(`Latency during an import of ${ROWS / 1e6} M rows`)
  await withFolder(async (folder) => {
    const file = join(folder, 'prices.csv')
    await writeRows(join(folder, 'scratch'), file)
    const dataDir = join(folder, 'data')
    const almanac = await startAlmanac(dataDir)
    const url = `${almanac.url}/v2/chains`
    await (await fetch(url)).text()
    const rest = await load(url, { seconds: 5 })
    const importing = startImport(dataDir, file)
    const busy = await load(url, { seconds: 10 })
    const seconds = await importing
    const ratio = busy.p99Ms / rest.p99Ms
    report.add(
      'p99 during the import over p99 at rest',
      `${ratio.toFixed(2)} (${busy.p99Ms.toFixed(1)} ms against ${rest.p99Ms.toFixed(1)} ms; import took ${seconds.toFixed(0)} s)`,
      '≤ 5',
      ratio <= 5,
    )
    addMemory(report, almanac)
    await almanac.stop()
  })
}

async function writeRows(path: string, file: string): Promise<void> {
  const store = await Store.open({ facts, path })
  await store.engine.command(
    sql`INSERT INTO FUNCTION file(${literal(file)}, 'CSVWithNames') SELECT concat('ethereum:0x', leftPad(lower(hex(number % 20000)), 40, '0')) AS coin,
     toUInt32(1600000000 + intDiv(number, 20000) * 3600) AS atSec, 100 + (cityHash64(number) % 1000000) / 100000 AS priceUsd, 0.99 AS confidence FROM numbers(${ROWS})`,
    {},
    { files: [file] },
  )
  await store.close()
}

function startImport(dataDir: string, file: string): Promise<number> {
  const startedMs = performance.now()
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, '../src/main.ts'),
      'import',
      'prices',
      file,
    ],
    {
      env: { ...process.env, ALMANAC_DATA_DIR: dataDir },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0
        ? resolve((performance.now() - startedMs) / 1000)
        : reject(new Error(`the import left with code ${code}`)),
    )
  })
}
