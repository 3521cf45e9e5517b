import { joinSql, type Sql, sql } from '../lib/sql.ts'
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
  /**
   * Runs the statements in one transaction and gives the rows of each; a single one is its own
   * transaction.
   */
  run(statements: readonly Statement[]): Promise<Row[][]>
  /** The same before returning; only an engine inside this process has it. */
  runNow?(statements: readonly Statement[]): Row[][]
  /** Differs after another process wrote; `undefined` where only a query can tell. */
  changeMark(): number | undefined
  /** The error says that another row, or another process, got there first. */
  isConflict(error: unknown): boolean
  close(): Promise<void>
}

export async function query(
  database: Database,
  text: Sql,
  values: readonly Value[] = [],
): Promise<Row[]> {
  const [rows] = await database.run([{ text, values }])
  return rows ?? []
}

/** `VALUES` of several rows in one statement: `($1, $2), ($3, $4)`. */
export function placeholders(rows: number, columns: number): Sql {
  const groups: Sql[] = []
  for (let row = 0; row < rows; row++) {
    groups.push(
      sql`(${joinSql(Array.from({ length: columns }, (_, column) => sql`$${row * columns + column + 1}`))})`,
    )
  }
  return joinSql(groups)
}
