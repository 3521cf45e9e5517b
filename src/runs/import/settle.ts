import { UsageError } from '../../lib/errors.ts'
import { identifier, joinSql, type Sql, sql } from '../../lib/sql.ts'
import { suggest } from '../../lib/suggest.ts'
import { type Fact, identityColumns, type KnownWords } from '../../store/fact.ts'
import type { RunCounts } from '../run.ts'
import { convertRows } from './convert.ts'
import { countAll, settleRepeated } from './duplicates.ts'
import { keepRows, type SettleOptions } from './import-work.ts'
import type { InspectedFile } from './inspect.ts'
import { describePlace } from './rejects.ts'

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

// Bound values travel in the URL of a request, which servers limit.
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

// A column with more is not one of words; the rest is rejected without a suggestion.
const MAX_SUGGESTED = 1_000

/** Rejects rows with chains or categories that neither the reference data nor the store has. */
async function rejectUnknownWords(
  files: readonly InspectedFile[],
  options: SettleOptions,
): Promise<void> {
  if (options.allowNew) return
  for (const [column, known] of Object.entries(options.fact.known)) {
    const words = await listUnknown(column, known, options)
    if (words.length === 0) continue
    const params = { words, reasons: words.map((word) => reasonFor(column, known, word)) }
    const inRow = sql`arrayFilter(word -> has({words:Array(String)}, word), ${wordsSql(options.fact, column)})`
    for (const [index, file] of files.entries()) {
      const select = convertRows(file, options.fact)
      const reason = sql`transform(${inRow}[1], {words:Array(String)}, {reasons:Array(String)}, '')`
      await options.rejects.add(
        index,
        sql`SELECT fileRow + 1 AS row, ${reason} AS reason, 0 AS wholeFile, cells FROM (${select.matching(sql`notEmpty(${inRow})`)})`,
        { settings: select.settingsInOrder, files: select.files, params },
      )
    }
    await keepRows(options, sql`empty(${inRow})`, params)
  }
}

async function listUnknown(
  column: string,
  { values }: KnownWords,
  { engine, fact, table, snapshot }: SettleOptions,
): Promise<string[]> {
  const words = sql`SELECT DISTINCT arrayJoin(${wordsSql(fact, column)}) AS word`
  const found = await engine.writerQuery<{ word: string }>(
    sql`SELECT word FROM (${words} FROM ${table}) WHERE word NOT IN {values:Array(String)} ORDER BY word LIMIT ${MAX_SUGGESTED}`,
    { values },
  )
  if (found.length === 0) return []
  // What was once accepted is known from then on.
  const stored = await snapshot.query<{ word: string }>(
    sql`SELECT word FROM (${words} FROM ${snapshot.current(fact)}) WHERE word IN {found:Array(String)}`,
    { found: found.map(({ word }) => word) },
  )
  const known = new Set(stored.map(({ word }) => word))
  return found.map(({ word }) => word).filter((word) => !known.has(word))
}

/** The words of a row: those of a list, one, or none. */
function wordsSql(fact: Fact, column: string): Sql {
  const declared = fact.key[column] ?? fact.values[column]
  if (declared?.kind === 'texts') return identifier(column)
  const text = sql`toString(assumeNotNull(${identifier(column)}))`
  return declared?.nullable === true
    ? sql`if(isNull(${identifier(column)}), [], [${text}])`
    : sql`[${text}]`
}

function reasonFor(column: string, { what, names }: KnownWords, word: string): string {
  const close = suggest(word, names)
  const hint = close.length > 0 ? `did you mean ${close.join(', ')}? ` : ''
  return `${column}: no ${what} is called "${word.slice(0, 60)}" (${hint}--allow-new accepts it)`
}
