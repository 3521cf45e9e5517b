import { sql } from '../lib/sql.ts'
import { type Database, query } from './database.ts'

export interface LeaseState {
  name: string
  /** By the clock of the database, as for its holders: this machine's may be wrong. */
  isHeld: boolean
}

/** Every lease that was ever held, on this machine or another one. */
export async function listLeases(database: Database): Promise<LeaseState[]> {
  const held = sql`CASE WHEN expires_ms > ${database.nowMsSql} THEN 1 ELSE 0 END`
  const rows = await query(database, sql`SELECT name, ${held} AS held FROM leases ORDER BY name`)
  return rows.map((row) => ({ name: String(row.name), isHeld: Number(row.held) === 1 }))
}
