import type { Engine, SqlParams } from '../../store/engine.ts'

const EVERY_MS = 200

/** Runs a statement and reports, while it runs, the rows and bytes it has read so far. */
export async function watch(
  engine: Engine,
  sql: string,
  onRead: ((read: { rows: number; bytes: number }) => void) | undefined,
  params: SqlParams = {},
): Promise<void> {
  if (onRead === undefined) return engine.command(sql, params)
  const start = sql.slice(0, 60)
  let asking = false
  const ask = async (): Promise<void> => {
    if (asking) return
    asking = true
    // The count is a courtesy: when the engine is too busy to tell, the work goes on.
    const [found] = await engine
      .query<{ rows: number; bytes: number }>(
        'SELECT read_rows AS rows, read_bytes AS bytes FROM system.processes WHERE startsWith(query, {start:String}) LIMIT 1',
        { start },
      )
      .catch(() => [])
    if (found !== undefined) onRead(found)
    asking = false
  }
  const timer = setInterval(() => void ask(), EVERY_MS)
  try {
    await engine.command(sql, params)
  } finally {
    clearInterval(timer)
  }
}
