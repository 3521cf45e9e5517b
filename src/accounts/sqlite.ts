import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from '../lib/errors.ts'
import { sql, statementText } from '../lib/sql.ts'
import type { Database, Row, Statement } from './database.ts'

const BUSY_TIMEOUT_MS = 2_000
const SQLITE_CONSTRAINT = 19

const SQLITE_CORRUPT = 11
const EMPTY_WAIT_MS = 50
const MAX_EMPTY_WAITS = 20
const SQLITE_NOT_A_DATABASE = 26

/** Refuses a damaged file: without it, the service would run as if nobody had a key. */
async function connect(path: string): Promise<DatabaseSync> {
  const remedy = 'Restore it from a backup; to begin again without any keys, remove it.'
  // A process that makes the file just now leaves it empty for an instant.
  for (let waits = 0; isEmpty(path) && waits < MAX_EMPTY_WAITS; waits++) await sleep(EMPTY_WAIT_MS)
  if (isEmpty(path)) throw new UsageError(`The accounts file ${path} is empty. ${remedy}`)
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
    chmodSync(path, 0o600)
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    const [check] = Object.values(connection.prepare('PRAGMA quick_check(1)').get() ?? {})
    if (check === 'ok') return connection
  } catch (error) {
    const code = codeOf(error)
    if (code !== SQLITE_CORRUPT && code !== SQLITE_NOT_A_DATABASE) {
      connection?.close()
      throw new UsageError(
        `The accounts file ${path} cannot be opened: ${(error as Error).message}.`,
      )
    }
  }
  connection?.close()
  throw new UsageError(`The accounts file ${path} is damaged. ${remedy}`)
}

function isEmpty(path: string): boolean {
  return existsSync(path) && statSync(path).size === 0
}

/** SQLite's own code, without the details in its upper bits. */
function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
}

export async function openSqlite(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const connection = await connect(join(dataDir, 'accounts.sqlite'))
  const prepared = new Map<string, StatementSync>()
  const [begin, commit] = [connection.prepare('BEGIN IMMEDIATE'), connection.prepare('COMMIT')]
  const dataVersion = connection.prepare('PRAGMA data_version')

  function execute(statement: Statement): Row[] {
    const text = statementText(statement.text)
    let ready = prepared.get(text)
    if (ready === undefined) {
      // SQLite numbers its placeholders `?1` where PostgreSQL writes `$1`.
      ready = connection.prepare(text.replaceAll(/\$(\d+)/g, '?$1'))
      prepared.set(text, ready)
    }
    return ready.all(...statement.values)
  }

  function runNow(statements: readonly Statement[]): Row[][] {
    if (statements.length === 1) return statements.map(execute)
    // IMMEDIATE waits for the write lock at the start, instead of failing in the middle.
    begin.run()
    try {
      const rows = statements.map(execute)
      commit.run()
      return rows
    } catch (error) {
      if (connection.isTransaction) connection.exec('ROLLBACK')
      throw error
    }
  }

  return {
    nowMsSql: sql`CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
    run: async (statements) => runNow(statements),
    runNow,
    changeMark: () => Number(dataVersion.get()?.data_version),
    isConflict: (error) => codeOf(error) === SQLITE_CONSTRAINT,
    close: async () => connection.close(),
  }
}
