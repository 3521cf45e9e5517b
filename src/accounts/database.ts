import { identifier, identifiers, joinSql, type Sql, sql } from '../lib/sql.ts'

export type Value = string | number | null
export type Row = Record<string, unknown>

/** Placeholders are `$1`, `$2` …; the text is one that both engines understand. */
export interface Statement {
  text: Sql
  values: readonly Value[]
}

/** What the accounts need of an SQL engine; `sqlite.ts` and `postgres.ts` are its two forms. */
export interface Database {
  /** Milliseconds since 1970 by the database's own clock, as SQL: all machines share it. */
  readonly nowMsSql: Sql
  /** Runs statements in one transaction and gives the rows of each; integers are numbers. */
  run(statements: readonly Statement[]): Promise<Row[][]>
  /** The same before returning; only an engine inside this process has it. */
  runNow?(statements: readonly Statement[]): Row[][]
  /** Differs after another process wrote; `undefined` where only a query can tell. */
  changeMark(): number | undefined
  /** The error says that another row, or another process, got there first. */
  isConflict(error: unknown): boolean
  close(): Promise<void>
}

/** The rows of one statement, whose members are its columns. */
export async function query<T = Row>(
  database: Database,
  text: Sql,
  values: readonly Value[] = [],
): Promise<T[]> {
  const [rows = []] = await database.run([{ text, values }])
  return rows as T[]
}

/** Few enough to keep every length of statement prepared. */
const ROWS_PER_STATEMENT = 100

/** Inserts any number of rows; `conflict` says what becomes of those that are there. */
export function insertRows(
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
  conflict = sql``,
): Statement[] {
  const statements: Statement[] = []
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const batch = rows.slice(start, start + ROWS_PER_STATEMENT)
    statements.push({
      text: sql`INSERT INTO ${identifier(table)} (${identifiers(columns)}) VALUES ${placeholders(batch.length, columns.length)} ${conflict}`,
      values: batch.flat(),
    })
  }
  return statements
}

const knownPlaceholders = new Map<string, Sql>()

/** `($1, $2), ($3, $4)`, made once for each shape: it costs as much as running the statement. */
function placeholders(rows: number, columns: number): Sql {
  const shape = `${rows} ${columns}`
  const known = knownPlaceholders.get(shape)
  if (known !== undefined) return known
  const groups = Array.from({ length: rows }, (_, row) => {
    const places = Array.from(
      { length: columns },
      (_, column) => sql`$${row * columns + column + 1}`,
    )
    return sql`(${joinSql(places)})`
  })
  const made = joinSql(groups)
  knownPlaceholders.set(shape, made)
  return made
}
