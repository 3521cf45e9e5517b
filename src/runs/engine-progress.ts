import { type Sql, sql } from '../lib/sql.ts'
import type { Engine, FileAccess, SqlParams } from '../store/engine.ts'

const INTERVAL_MS = 200

/** What a statement has read so far. */
export interface EngineProgress {
  rows: number
  bytes: number
}

/** Runs a statement and reports, while it runs, the rows and bytes it has read so far. */
export async function runWithProgress(
  engine: Engine,
  statement: Sql,
  onRead: ((read: EngineProgress) => void) | undefined,
  { params = {}, files }: FileAccess & { params?: SqlParams },
): Promise<void> {
  if (onRead === undefined) return engine.command(statement, params, { files })
  const start = statement.text.slice(0, 60)
  let isPolling = false
  const poll = async (): Promise<void> => {
    if (isPolling) return
    isPolling = true
    // Progress is optional: when the engine is too busy to report, the statement goes on.
    const [found] = await engine
      .query<EngineProgress>(
        sql`SELECT read_rows AS rows, read_bytes AS bytes FROM system.processes WHERE startsWith(query, {start:String}) LIMIT 1`,
        { start },
      )
      .catch(() => [])
    if (found !== undefined) onRead(found)
    isPolling = false
  }
  const timer = setInterval(() => void poll(), INTERVAL_MS)
  try {
    await engine.command(statement, params, { files })
  } finally {
    clearInterval(timer)
  }
}
