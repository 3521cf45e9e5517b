import { UsageError } from '../../lib/errors.ts'
import { type Fact, identityColumns, sourceColumns } from '../../store/fact.ts'
import type { RunCounts } from '../run.ts'
import type { Stage } from '../stage.ts'
import { countRows, dropTables, settleDuplicates } from './duplicates.ts'
import { watch } from './engine-progress.ts'
import { explainEngineError, isBadRow, isUnreadableText } from './explain-engine-error.ts'
import { mendText } from './mend-text.ts'
import { type Reject, Rejects } from './rejects.ts'
import { type RowSelect, rowSelect } from './row-select.ts'
import { readingNumbers, type Source } from './source.ts'
import type { WorkFolder } from './work-folder.ts'
import { sideTable, type Workbench } from './workbench.ts'

export interface Load {
  readonly bench: Workbench
  readonly stage: Stage
  readonly fact: Fact
  readonly sources: readonly Source[]
  readonly folder: WorkFolder
  readonly strict: boolean
  /** Writes down the bad rows of a run that stands. */
  readonly keepRejects: (rejects: Rejects, fileNames: readonly string[]) => Promise<void>
  readonly onRead: ((file: number, read: { rows: number; bytes: number }) => void) | undefined
}

/**
 * Reads the files into the run's stage: first as if every row were good, and only when one is not,
 * row by row with reasons.
 */
export async function loadRows(load: Load): Promise<RunCounts> {
  const table = await load.bench.table(load.stage, load.fact)
  const { engine } = load.bench
  const rejects = new Rejects(engine, sideTable(load.stage, 'rejects'))
  try {
    const sources = [...load.sources]
    if (!(await loadQuickly(load, table))) {
      await engine.command(`TRUNCATE TABLE ${table} SYNC`)
      await loadCarefully(load, table, sources, rejects)
    }
    const counts = await settle(load, table, sources, rejects)
    await load.bench.publish(load.stage, load.fact)
    return counts
  } finally {
    await rejects.drop()
    await dropTables(engine, [sideTable(load.stage, 'conflicts'), sideTable(load.stage, 'kept')])
  }
}

/** Returns false at the first row that is bad or cannot be read. */
async function loadQuickly(load: Load, table: string): Promise<boolean> {
  for (const [file, source] of load.sources.entries()) {
    const select = rowSelect(readingNumbers(source, load.fact), load.fact)
    try {
      await insert(load, table, file, select.quick, select.settings)
    } catch (error) {
      if (isBadRow(error) || (isText(source) && isUnreadableText(error))) return false
      throw explainEngineError(source.name, error)
    }
  }
  return true
}

async function loadCarefully(
  load: Load,
  table: string,
  sources: Source[],
  rejects: Rejects,
): Promise<void> {
  for (const [file] of sources.entries()) {
    const select = await collectRejects(load, sources, file, rejects)
    const wrong = await rejects.first({ wholeFile: true })
    if (wrong !== undefined) throw new UsageError(`${place(sources, wrong)}: ${wrong.reason}`)
    try {
      await insert(load, table, file, select.good, select.settings)
    } catch (error) {
      throw explainEngineError(sources[file]?.name ?? '', error)
    }
  }
}

async function collectRejects(
  load: Load,
  sources: Source[],
  file: number,
  rejects: Rejects,
): Promise<RowSelect> {
  const source = sources[file]
  if (source === undefined) throw new Error('no such file')
  const select = rowSelect(source, load.fact)
  try {
    await rejects.add(file, select.bad, select.settingsInOrder)
    return select
  } catch (error) {
    if (source.mended || !isText(source) || !isUnreadableText(error))
      throw explainEngineError(source.name, error)
    await rejects.forget(file)
    sources[file] = await mendText(source, load.folder)
    return collectRejects(load, sources, file, rejects)
  }
}

function insert(
  load: Load,
  table: string,
  file: number,
  select: string,
  settings: string,
): Promise<void> {
  const columns = [...sourceColumns(load.fact), 'quality'].join(', ')
  const sql = `INSERT INTO ${table} (${columns}, recordedAt, run) SELECT ${columns}, ${load.stage.stamp} FROM (${select})${settings}`
  return watch(load.bench.engine, sql, load.onRead && ((read) => load.onRead?.(file, read)))
}

/** Deals with repeated keys, decides whether the run stands, and counts. */
async function settle(
  load: Load,
  table: string,
  sources: readonly Source[],
  rejects: Rejects,
): Promise<RunCounts> {
  const { engine } = load.bench
  let counted = await countRows(engine, load.fact, table)
  if (counted.repeated) {
    const tables = {
      rows: table,
      conflicts: sideTable(load.stage, 'conflicts'),
      kept: sideTable(load.stage, 'kept'),
    }
    if (await settleDuplicates(engine, load.fact, tables))
      await rejectConflicts(load, sources, rejects, tables.conflicts)
    counted = await countRows(engine, load.fact, table)
  }
  const rejected = await rejects.count()
  const first = await rejects.first({ wholeFile: false })
  if (first !== undefined && (load.strict || counted.rows === 0)) {
    const all =
      counted.rows === 0
        ? 'no row is good'
        : `${rejected} bad row${rejected === 1 ? '' : 's'} with --strict`
    throw new UsageError(`${place(sources, first)}: ${first.reason} (${all}, nothing was imported)`)
  }
  if (counted.rows === 0)
    throw new UsageError(`${sources.map((source) => source.name).join(', ')}: no rows to import`)
  const fileNames = sources.map((source) => source.name)
  if (rejected > 0) await load.keepRejects(rejects, fileNames)
  return { accepted: counted.rows - counted.held, rejected, held: counted.held }
}

async function rejectConflicts(
  load: Load,
  sources: readonly Source[],
  rejects: Rejects,
  conflicts: string,
): Promise<void> {
  const reason = `another row has the same ${identityColumns(load.fact).join(', ')} and other values`
  for (const [file, source] of sources.entries()) {
    const select = rowSelect(source, load.fact)
    await rejects.add(file, select.conflicting(conflicts, reason), select.settingsInOrder)
  }
}

function isText(source: Source): boolean {
  return source.format === 'csv' || source.format === 'ndjson'
}

function place(sources: readonly Source[], { file, row }: Reject): string {
  return `${sources[file]?.name}, row ${row}`
}
