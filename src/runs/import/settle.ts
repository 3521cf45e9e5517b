import { UsageError } from '../../lib/errors.ts'
import { identifier, joinSql, sql } from '../../lib/sql.ts'
import { identityColumns } from '../../store/fact.ts'
import type { RunCounts } from '../run.ts'
import { countAll } from './duplicates.ts'
import { keepRows, type SettleOptions } from './import-work.ts'
import type { InspectedFile } from './inspect.ts'
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

/** All rows of an import that brings only what nobody knows were known. */
export class NothingNew extends UsageError {}

// Bound values travel in the address of a request, which servers limit.
const KEYS_BATCH_SIZE = 1_000

/** Removes rows whose key the store has: what is known of it says more. */
async function removeKnownKeys(options: SettleOptions): Promise<void> {
  const { engine, fact, table, snapshot } = options
  const key = sql`concatWithSeparator(' ', ${joinSql(
    identityColumns(fact).map((name) => sql`toString(${identifier(name)})`),
  )})`
  const given = await engine.writerQuery<{ key: string }>(
    sql`SELECT DISTINCT ${key} AS key FROM ${table}`,
  )
  const known: string[] = []
  for (let from = 0; from < given.length; from += KEYS_BATCH_SIZE) {
    const keys = given.slice(from, from + KEYS_BATCH_SIZE).map((one) => one.key)
    const found = await snapshot.query<{ key: string }>(
      sql`SELECT DISTINCT ${key} AS key FROM ${snapshot.current(fact)} WHERE key IN {keys:Array(String)}`,
      { keys },
    )
    known.push(...found.map((one) => one.key))
  }
  if (known.length > 0 && known.length === given.length)
    throw new NothingNew(`${fact.name}: nothing new`)
  if (known.length > 0) await keepRows(options, sql`${key} NOT IN {known:Array(String)}`, { known })
}
