import { identifier, type Sql, sql } from '../../lib/sql.ts'
import { suggest } from '../../lib/suggest.ts'
import type { Fact, KnownWords } from '../../store/fact.ts'
import { convertRows } from './convert.ts'
import { keepRows, type SettleOptions } from './import-work.ts'
import type { InspectedFile } from './inspect.ts'

// A column with more is not one of words; the rest is rejected without a suggestion.
const MAX_SUGGESTED = 1_000

/** Rejects rows with chains or categories that neither the reference data nor the store has. */
export async function rejectUnknownWords(
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
