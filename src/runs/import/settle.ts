import { UsageError } from '../../lib/errors.ts'
import type { Engine } from '../../store/engine.ts'
import { type Fact, identityColumns } from '../../store/fact.ts'
import type { RunCounts } from '../run.ts'
import { convertRows } from './convert.ts'
import { countRows, removeDuplicates } from './duplicates.ts'
import type { InspectedFile } from './inspect.ts'
import { describePlace, type Rejects } from './rejects.ts'

export interface SettleOptions {
  readonly engine: Engine
  readonly fact: Fact
  /** Where the rows are. */
  readonly table: string
  /** The name of a further table of this import. */
  readonly sideTable: (purpose: string) => string
  readonly rejects: Rejects
  readonly strict: boolean
}

/** Step 5: removes repeated keys, decides whether the run stands, and counts. */
export async function settleImport(
  files: readonly InspectedFile[],
  options: SettleOptions,
): Promise<RunCounts> {
  const { engine, fact, table, rejects } = options
  let counted = await countRows(engine, fact, table)
  if (counted.repeated) {
    await settleRepeated(files, options)
    counted = await countRows(engine, fact, table)
  }
  const rejected = await rejects.count()
  await refuseBadRun(files, options, { rows: counted.rows, rejected })
  return { accepted: counted.rows - counted.held, rejected, held: counted.held }
}

async function refuseBadRun(
  files: readonly InspectedFile[],
  { rejects, strict }: SettleOptions,
  { rows, rejected }: { rows: number; rejected: number },
): Promise<void> {
  const first = await rejects.first({ wholeFile: false })
  if (first !== undefined && (strict || rows === 0)) {
    const all =
      rows === 0
        ? 'no row is good'
        : `${rejected} bad row${rejected === 1 ? '' : 's'} with --strict`
    throw new UsageError(
      `${describePlace(files, first)}: ${first.reason} (${all}, nothing was imported)`,
    )
  }
  if (rows === 0)
    throw new UsageError(`${files.map(({ name }) => name).join(', ')}: no rows to import`)
}

/** Of identical rows one stays; rows of one key that disagree are all rejected. */
async function settleRepeated(
  files: readonly InspectedFile[],
  { engine, fact, table, sideTable, rejects }: SettleOptions,
): Promise<void> {
  const conflicts = sideTable('conflicts')
  const unique = sideTable('unique')
  try {
    const hasConflicts = await removeDuplicates(engine, fact, { rows: table, conflicts, unique })
    if (!hasConflicts) return
    const reason = `another row has the same ${identityColumns(fact).join(', ')} and other values`
    for (const [index, file] of files.entries()) {
      const select = convertRows(file, fact)
      await rejects.add(index, select.conflicting(conflicts, reason), select.settingsInOrder)
    }
  } finally {
    for (const name of [conflicts, unique])
      await engine.command(`DROP TABLE IF EXISTS ${name} SYNC`)
  }
}
