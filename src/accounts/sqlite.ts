import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Database, Row, Statement } from './database.ts'

const BUSY_TIMEOUT_MS = 2_000
const SQLITE_CONSTRAINT = 19

export function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'accounts.sqlite')
  const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  chmodSync(path, 0o600)
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  const prepared = new Map<string, StatementSync>()
  const [begin, commit] = [connection.prepare('BEGIN IMMEDIATE'), connection.prepare('COMMIT')]
  const dataVersion = connection.prepare('PRAGMA data_version')

  function execute(statement: Statement): Row[] {
    let ready = prepared.get(statement.text)
    if (ready === undefined) {
      // SQLite numbers its placeholders `?1` where PostgreSQL writes `$1`.
      ready = connection.prepare(statement.text.replaceAll(/\$(\d+)/g, '?$1'))
      prepared.set(statement.text, ready)
    }
    return ready.all(...statement.values)
  }

  function runNow(statements: readonly Statement[]): Row[][] {
    if (statements.length === 1) return statements.map(execute)
    // IMMEDIATE waits for the write lock at the start, where waiting is safe, instead of failing in
    // the middle.
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
    run: async (statements) => runNow(statements),
    runNow,
    changeMark: () => Number(dataVersion.get()?.data_version),
    isConflict: (error) =>
      error instanceof Error &&
      'errcode' in error &&
      (Number(error.errcode) & 0xff) === SQLITE_CONSTRAINT,
    close: async () => connection.close(),
  }
}
