import { UsageError } from '../../lib/errors.ts'
import type { RunCounts } from '../run.ts'
import { countAll } from './duplicates.ts'
import type { SettleOptions } from './import-work.ts'
import type { InspectedFile } from './inspect.ts'
import { removeKnownKeys } from './known-keys.ts'
import { describePlace } from './rejects.ts'
import { settleRepeated } from './repeated-rows.ts'
import { rejectUnknownWords } from './unknown-words.ts'

/** Step 5: rejects unknown words and contradictions, decides whether the run stands, and counts. */
export async function settleImport(
  files: readonly InspectedFile[],
  options: SettleOptions,
): Promise<RunCounts> {
  const { engine, fact, table, rejects } = options
  if (options.onlyNew) await removeKnownKeys(options)
  await rejectUnknownWords(files, options)
  let counted = await countAll(engine, fact, table)
  if (counted.repeated) {
    await settleRepeated(files, options)
    counted = await countAll(engine, fact, table)
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
