import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../lib/at.ts'
import { sql } from '../lib/sql.ts'
import { type Database, query, type Statement } from './database.ts'
import { addUsage, type UsageChange } from './usage-store.ts'

/** Credits of one writer under one number: however often they are sent, they count once. */
export interface CreditBatch {
  writer: string
  batch: number
  changes: UsageChange[]
}

const FILES = /^unsent-credits.*\.json$/

/** Adds the credits; fails when the batch, or a later one of its writer, has been counted. */
export function countBatch({ writer, batch, changes }: CreditBatch, nowMs: number): Statement[] {
  return [
    {
      // A batch that was counted makes the column null, which it must not be.
      text: sql`INSERT INTO usage_writers (writer, batch, at_ms) VALUES ($1, $2, $3) ON CONFLICT (writer) DO UPDATE
        SET batch = CASE WHEN usage_writers.batch < excluded.batch THEN excluded.batch END, at_ms = excluded.at_ms`,
      values: [writer, batch, nowMs],
    },
    ...addUsage(changes, nowMs),
  ]
}

export async function isCounted(
  database: Database,
  { writer, batch }: CreditBatch,
): Promise<boolean> {
  const text = sql`SELECT batch FROM usage_writers WHERE writer = $1`
  const [row] = await query<{ batch: number }>(database, text, [writer])
  return row !== undefined && row.batch >= batch
}

/** Saves credits that the database did not take for the next start. */
export function saveUnsent(dataDir: string, batches: readonly CreditBatch[]): void {
  // Each process has a file of its own: several may end at the same time.
  const path = join(dataDir, `unsent-credits-${at(batches, 0).writer}.json`)
  writeFileSync(`${path}.new`, JSON.stringify(batches), { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

/** Sends what earlier processes could not; several may try, and it counts once. */
export async function sendUnsent(
  database: Database,
  dataDir: string,
  nowMs: number,
): Promise<void> {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : []
  for (const name of names.filter((one) => FILES.test(one))) {
    const path = join(dataDir, name)
    for (const batch of readBatches(path))
      if (!(await isCounted(database, batch))) await database.run(countBatch(batch, nowMs))
    rmSync(path, { force: true })
  }
}

/** Of a file that another process may have sent and removed meanwhile. */
function readBatches(path: string): CreditBatch[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as CreditBatch[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
