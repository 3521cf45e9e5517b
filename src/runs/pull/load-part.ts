import { createReadStream } from 'node:fs'
import { UsageError } from '../../lib/errors.ts'
import { identifiers, literal, type Sql, sql } from '../../lib/sql.ts'
import { type Fact, sourceColumns } from '../../store/fact.ts'
import type { Store } from '../../store/store.ts'
import { isUnreadableText } from '../import/engine-errors.ts'
import { RUNS, type SnapshotFile } from '../snapshot/manifest.ts'
import type { Stage } from '../stage.ts'

/** Brings the rows of a part to the stage. Its files were checked before; `origin` names it. */
export async function loadPart(
  store: Store,
  stage: Stage,
  origin: string,
  paths: ReadonlyMap<SnapshotFile, string>,
): Promise<void> {
  for (const [file, path] of paths) {
    if (file.fact === RUNS) continue
    const fact = store.facts.get(file.fact)
    if (fact === undefined) throw new UsageError(`${file.path}: there is no fact ${file.fact}.`)
    const table = await stage.table(fact)
    await insertParquet(store, table, { columns: columnsIn(fact, file), path }).catch((error) => {
      // What the engine says may have text of the file in it.
      if (!isUnreadableText(error)) throw error
      throw new UsageError(`${origin}: ${file.path} has rows that cannot be read.`)
    })
  }
}

/** Declared columns only: what a manifest says never becomes part of a statement. */
function columnsIn(fact: Fact, { columns }: SnapshotFile): string[] {
  const present = sourceColumns(fact).filter((name) => Object.hasOwn(columns, name))
  return [...present, 'recordedAt', 'run', 'quality']
}

/** The embedded engine reads the file itself; a server is sent it. */
async function insertParquet(
  { engine }: Store,
  table: Sql,
  { columns, path }: { columns: readonly string[]; path: string },
): Promise<void> {
  const insert = sql`INSERT INTO ${table} (${identifiers(columns)})`
  if (engine.kind === 'server')
    return engine.streamInsert(sql`${insert} FORMAT Parquet`, createReadStream(path))
  await engine.command(
    sql`${insert} SELECT ${identifiers(columns)} FROM file(${literal(path)}, 'Parquet')`,
    {},
    { files: [path] },
  )
}
