import { type Database, query } from './database.ts'

export interface LeaseTerm {
  name: string
  /** Until when its holder has it unless it renews it, Unix milliseconds. */
  expiresMs: number
}

/** What processes hold now, on this machine or another one. */
export async function listLeases(database: Database): Promise<LeaseTerm[]> {
  const rows = await query(database, 'SELECT name, expires_ms FROM leases ORDER BY name')
  return rows.map((row) => ({ name: String(row.name), expiresMs: Number(row.expires_ms) }))
}
