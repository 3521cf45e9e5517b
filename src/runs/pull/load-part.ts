import { createReadStream } from 'node:fs'
import { UsageError } from '../../lib/errors.ts'
import { identifier, identifiers, literal, type Sql, sql } from '../../lib/sql.ts'
import { newestRunsSql, type Run } from '../../store/journal.ts'
import type { Store } from '../../store/store.ts'
import { DATABASE } from '../../store/tables.ts'
import { RUNS, type SnapshotFile, type SnapshotPart } from '../snapshot/manifest.ts'
import { dropStage, type Stage } from '../stage.ts'
import type { PulledRun } from './commit-pulled.ts'

/** Brings the rows of a part to the stage, and returns its runs. Its files were checked before. */
export async function loadPart(
  store: Store,
  stage: Stage,
  part: SnapshotPart,
  paths: ReadonlyMap<SnapshotFile, string>,
): Promise<PulledRun[]> {
  let runs: Run[] = []
  for (const [file, path] of paths) {
    if (file.fact === RUNS) {
      runs = await loadRuns(store, stage, path)
      continue
    }
    const fact = store.facts.get(file.fact)
    if (fact === undefined) throw new UsageError(`${file.path}: there is no fact ${file.fact}.`)
    const columns = [...Object.keys(file.columns), 'recordedAt', 'run', 'quality']
    await insertParquet(store, await stage.table(fact), { columns, path })
  }
  const isWithin = runs.every(({ id }) => id >= part.fromRun && id <= part.toRun)
  if (!isWithin || runs.at(-1)?.id !== part.toRun)
    throw new UsageError(`The runs of part ${part.fromRun}-${part.toRun} are not those it names.`)
  return runs
}

async function loadRuns(store: Store, stage: Stage, path: string): Promise<Run[]> {
  const table = sql`${stage.prefix}_${identifier(RUNS)}`
  await store.engine.command(
    sql`CREATE TABLE ${table} ENGINE = Memory AS SELECT * EXCEPT (fence) FROM ${identifier(DATABASE, RUNS)} WHERE 0`,
  )
  try {
    await insertParquet(store, table, { columns: await columnsOf(store, path), path })
    return await store.engine.writerQuery<Run>(newestRunsSql(sql`1`, table))
  } finally {
    await dropStage(store, table)
  }
}

/** A snapshot of an earlier version lacks columns that runs have got since. */
async function columnsOf({ engine }: Store, path: string): Promise<string[]> {
  if (engine.kind === 'server') return []
  const columns = await engine.writerQuery<{ name: string }>(
    sql`DESCRIBE TABLE file(${literal(path)}, 'Parquet')`,
    {},
    { files: [path] },
  )
  return columns.map(({ name }) => name)
}

/** The embedded engine reads the file itself; a server is sent it. */
async function insertParquet(
  { engine }: Store,
  table: Sql,
  { columns, path }: { columns: readonly string[]; path: string },
): Promise<void> {
  const list = columns.length === 0 ? sql`` : sql` (${identifiers(columns)})`
  const select = columns.length === 0 ? sql`*` : identifiers(columns)
  if (engine.kind === 'server')
    return engine.streamInsert(
      sql`INSERT INTO ${table}${list} FORMAT Parquet`,
      createReadStream(path),
    )
  await engine.command(
    sql`INSERT INTO ${table}${list} SELECT ${select} FROM file(${literal(path)}, 'Parquet')`,
    {},
    { files: [path] },
  )
}
