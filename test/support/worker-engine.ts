import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identifier, literal, sql } from '../../src/lib/sql.ts'
import { openEmbeddedEngine } from '../../src/store/embedded-engine.ts'
import type { Engine } from '../../src/store/engine.ts'
import { DATABASE } from '../../src/store/tables.ts'

// The engine has one data directory at a time per process and stays loaded while a connection to
// it is open. Loading it and its tables is most of a start, so this one outlives the test files.
let dataDir: string | undefined
let engine: Engine | undefined

/** The data directory of this worker: its engine is loaded, its tables are empty. */
export async function takeDataDir(): Promise<string> {
  dataDir ??= mkdtempSync(join(tmpdir(), 'almanac-app-'))
  engine ??= await openEmbeddedEngine(join(dataDir, 'facts'))
  await emptyTables(engine)
  for (const name of readdirSync(dataDir))
    if (name !== 'facts') rmSync(join(dataDir, name), { recursive: true, force: true })
  return dataDir
}

/** A new folder for an engine of the test's own; the worker's engine makes way for it. */
export async function makeEngineDir(): Promise<string> {
  await engine?.close()
  engine = undefined
  return mkdtempSync(join(tmpdir(), 'almanac-engine-'))
}

/** Removes the rows of every table. */
export async function emptyTables(open: Engine): Promise<void> {
  const filled = await open.writerQuery<{ name: string }>(
    sql`SELECT DISTINCT table AS name FROM system.parts WHERE database = ${literal(DATABASE)} AND active`,
  )
  for (const { name } of filled)
    await open.command(sql`TRUNCATE TABLE ${identifier(DATABASE, name)} SYNC`)
}
