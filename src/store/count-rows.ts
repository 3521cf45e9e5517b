import { type Sql, sql } from '../lib/sql.ts'
import type { Engine, FileAccess, SqlParams } from './engine.ts'

/** How many rows follow FROM, as the writing connection sees them. */
export async function countRows(
  engine: Pick<Engine, 'writerQuery'>,
  from: Sql,
  params?: SqlParams,
  access?: FileAccess,
): Promise<number> {
  const statement = sql`SELECT count() AS rows FROM ${from}`
  const [counted] = await engine.writerQuery<{ rows: number }>(statement, params, access)
  return counted?.rows ?? 0
}
