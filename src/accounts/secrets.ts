import { randomBytes } from 'node:crypto'
import { sql } from '../lib/sql.ts'
import { type Database, query } from './database.ts'

const SECRET_BYTES = 32

/** A random text that all machines of one accounts database share, made when first asked for. */
export async function getSecret(database: Database, name: string): Promise<string> {
  const made = randomBytes(SECRET_BYTES).toString('base64url')
  const add = sql`INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`
  await query(database, add, [name, made])
  const [row] = await query(database, sql`SELECT value FROM secrets WHERE name = $1`, [name])
  return String(row?.value)
}
