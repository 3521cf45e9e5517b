import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { findMismatch } from '../../lib/find-mismatch.ts'
import { strictObject } from '../../lib/strict-object.ts'
import type { Run } from '../../store/journal.ts'
import type { DeclaredFacts, SnapshotPart } from './manifest.ts'
import { inJournalOrder, laterMembers, runMembers, timeMs } from './run-schema.ts'

// A million runs take about 2 GB.
const MAX_MEMORY_MB = 4_096
const MAX_READ_MS = 10 * 60_000

type Row = Record<string, unknown>

/** The runs of a part, oldest first, or why they cannot be trusted: names go into statements. */
export async function readRuns(
  facts: DeclaredFacts,
  { fromRun, toRun }: Pick<SnapshotPart, 'fromRun' | 'toRun'>,
  path: string,
): Promise<Run[] | string> {
  const rows = await readRows(path)
  if (rows === undefined) return 'is damaged: its rows cannot be read'
  const runs = rows.map((row) => withNumbers(inJournalOrder(row)) as Run)
  const schema = runSchema(facts)
  let before = fromRun - 1
  for (const [index, run] of runs.entries()) {
    const problem = findMismatch(schema, run) ?? findDisorder(run, before)
    if (problem !== undefined) return `is damaged: in row ${index + 1} ${problem}`
    before = run.id
  }
  return before === toRun ? runs : `is damaged: it ends with run ${before} instead of ${toRun}`
}

function runSchema(facts: DeclaredFacts) {
  const times = { startedAtMs: timeMs, atMs: timeMs }
  return strictObject({ ...runMembers(facts), ...times, ...laterMembers(facts) })
}

function findDisorder({ id, undoes }: Run, before: number): string | undefined {
  if (id <= before) return `run ${id} comes after run ${before}`
  return undoes.some((undone) => undone >= id) ? 'undoes has a later run' : undefined
}

/** Numbers that are too large to be exact become ones that the schema refuses. */
function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(withNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNumbers(one)]))
}

async function readRows(path: string): Promise<Row[] | undefined> {
  const worker = new Worker(new URL('./runs-worker.ts', import.meta.url), {
    workerData: path,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  })
  try {
    const [rows] = (await once(worker, 'message', {
      signal: AbortSignal.timeout(MAX_READ_MS),
    })) as [Row[]]
    return rows
  } catch {
    // What the library says may have text of the file in it.
    return undefined
  } finally {
    await worker.terminate()
  }
}
