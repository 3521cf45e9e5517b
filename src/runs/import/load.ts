import { UsageError } from '../../lib/errors.ts'
import { identifiers, type Sql, sql } from '../../lib/sql.ts'
import { sourceColumns } from '../../store/fact.ts'
import { type EngineProgress, runWithProgress } from '../engine-progress.ts'
import { convertRows, type RowSelect, readNumbersDirectly } from './convert.ts'
import { explainEngineError, isBadRow, isUnreadableText } from './engine-errors.ts'
import { fixText } from './files/fix-text.ts'
import type { ImportWork } from './import-work.ts'
import type { InspectedFile } from './inspect.ts'
import { isBinary } from './open.ts'
import { describePlace } from './rejects.ts'

export interface LoadOptions extends ImportWork {
  /** SQL of the columns that every row of the run gets. */
  readonly stamp: Sql
  /** A path for a copy of a file. */
  readonly newPath: () => Promise<string>
  /** `file` is the index of the file that is being read. */
  readonly onRead: ((file: number, read: EngineProgress) => void) | undefined
}

/** Step 4: fills the table, quickly if every row is good, else row by row. Returns what was read. */
export async function loadFiles(
  files: readonly InspectedFile[],
  options: LoadOptions,
): Promise<readonly InspectedFile[]> {
  if (await loadQuickly(files, options)) return files
  await options.engine.command(sql`TRUNCATE TABLE ${options.table} SYNC`)
  return loadCarefully(files, options)
}

/** Returns false at the first row that is bad or cannot be read. */
async function loadQuickly(
  files: readonly InspectedFile[],
  options: LoadOptions,
): Promise<boolean> {
  for (const [index, file] of files.entries()) {
    const select = convertRows(readNumbersDirectly(file, options.fact), options.fact)
    try {
      await insert(options, index, select, select.quick)
    } catch (error) {
      if (isBadRow(error) || (!isBinary(file.format) && isUnreadableText(error))) return false
      throw explainEngineError(file.name, error)
    }
  }
  return true
}

async function loadCarefully(
  files: readonly InspectedFile[],
  options: LoadOptions,
): Promise<InspectedFile[]> {
  const read: InspectedFile[] = []
  for (const [index, given] of files.entries()) {
    const { file, select } = await collectRejects(given, index, options)
    read.push(file)
    const wrong = await options.rejects.first({ wholeFile: true })
    if (wrong !== undefined) throw new UsageError(`${describePlace(files, wrong)}: ${wrong.reason}`)
    try {
      await insert(options, index, select, select.good)
    } catch (error) {
      throw explainEngineError(file.name, error)
    }
  }
  return read
}

/** Collects the bad rows of a file; where the engine cannot read its text, of a fixed copy. */
async function collectRejects(
  file: InspectedFile,
  index: number,
  options: LoadOptions,
): Promise<{ file: InspectedFile; select: RowSelect }> {
  const select = convertRows(file, options.fact)
  try {
    await options.rejects.add(index, select.bad, {
      settings: select.settingsInOrder,
      files: select.files,
    })
    return { file, select }
  } catch (error) {
    if (!hasLines(file) || file.isFixed || !isUnreadableText(error))
      throw explainEngineError(file.name, error)
    await options.rejects.forget(index)
    const path = await options.newPath()
    await fixText(file, file.columns.length, path)
    return collectRejects({ ...file, path, compression: 'none', isFixed: true }, index, options)
  }
}

/** Formats in which one bad row spoils no other. */
function hasLines({ format }: InspectedFile): boolean {
  return format === 'csv' || format === 'ndjson'
}

function insert(
  { engine, fact, table, stamp, onRead }: LoadOptions,
  index: number,
  { settings, files }: RowSelect,
  select: Sql,
): Promise<void> {
  const columns = identifiers([...sourceColumns(fact), 'quality'])
  const statement = sql`INSERT INTO ${table} (${columns}, recordedAt, run) SELECT ${columns}, ${stamp} FROM (${select})${settings}`
  return runWithProgress(engine, statement, onRead && ((read) => onRead(index, read)), { files })
}
