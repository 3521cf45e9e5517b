import pg from 'pg'
import { UsageError } from '../lib/errors.ts'
import { reasonOf } from '../lib/reason-of.ts'
import { sql, statementText } from '../lib/sql.ts'
import type { Database, Row, Statement } from './database.ts'

const MAX_CONNECTIONS = 4
const CONNECT_TIMEOUT_MS = 5_000
const QUERY_TIMEOUT_MS = 10_000
/**
 * unique_violation, duplicate_table, duplicate_object (of two that create a table at once),
 * serialization_failure, deadlock_detected
 */
const CONFLICT_CODES = new Set(['23505', '42P07', '42710', '40001', '40P01'])

/** The library gives BIGINT as text; times and counts here are exact as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format),
}

export async function openPostgres(
  url: string,
  onProblem: (error: unknown) => void,
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    types,
  })
  // A pool without a listener would end the process when the server closes an idle connection.
  pool.on('error', onProblem)
  try {
    await pool.query('SELECT 1')
  } catch (error) {
    await pool.end()
    throw new UsageError(
      `The PostgreSQL server for accounts cannot be used: ${reasonOf(error)}. Check its URL and that it is running.`,
    )
  }
  return {
    nowMsSql: sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`,
    run: (statements) => run(pool, statements),
    changeMark: () => undefined,
    isConflict: (error) =>
      error instanceof pg.DatabaseError && CONFLICT_CODES.has(String(error.code)),
    close: () => pool.end(),
  }
}

async function run(pool: pg.Pool, statements: readonly Statement[]): Promise<Row[][]> {
  const [first] = statements
  if (first !== undefined && statements.length === 1) return [await execute(pool, first)]
  const client = await pool.connect()
  // The statement that runs fails too; without a listener the process would end.
  const ignore = () => undefined
  client.on('error', ignore)
  let failure: unknown
  try {
    await client.query('BEGIN')
    const rows: Row[][] = []
    for (const statement of statements) rows.push(await execute(client, statement))
    await client.query('COMMIT')
    return rows
  } catch (error) {
    failure = error
    throw error
  } finally {
    // Dropping the connection rolls back, whatever state the failure left it in.
    client.release(failure !== undefined)
    if (failure === undefined) client.off('error', ignore)
  }
}

async function execute(target: pg.Pool | pg.PoolClient, statement: Statement): Promise<Row[]> {
  const result = await target.query<Row>(statementText(statement.text), [...statement.values])
  return result.rows
}
