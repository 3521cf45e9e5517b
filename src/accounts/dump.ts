import { identifier, identifiers, sql } from '../lib/sql.ts'
import { type Database, insertRows, query, type Statement, type Value } from './database.ts'

/** A row of the accounts database as a backup holds it. */
export interface DumpedRow {
  readonly table: string
  readonly row: Readonly<Record<string, Value>>
}

interface Columns {
  readonly text: readonly string[]
  readonly int: readonly string[]
}

/** What a backup holds. Leases are of processes that run now, and mean nothing later. */
export const DUMPED_TABLES: Readonly<Record<string, Columns>> = {
  api_keys: {
    text: ['id', 'hash', 'account', 'name', 'hint', 'plan', 'replaced_by', 'meter'],
    int: [
      ...['rate_per_minute', 'credits_per_month', 'created_ms', 'expires_ms', 'revoked_ms'],
      ...['revision', 'operator'],
    ],
  },
  accounts_revision: { text: [], int: ['revision'] },
  credit_usage: { text: ['meter', 'month'], int: ['used', 'changed_ms'] },
  key_last_use: { text: ['key_id'], int: ['used_ms'] },
  key_usage: { text: ['day', 'key_id', 'operation'], int: ['requests', 'credits'] },
  hooks: {
    text: ['id', 'url', 'events', 'facts', 'secret'],
    int: ['allow_private', 'created_ms', 'position_run', 'failures', 'next_ms'],
  },
  hook_deliveries: {
    text: ['hook', 'event', 'body', 'state', 'last_error'],
    int: ['run', 'part', 'queued_ms', 'attempts', 'last_ms'],
  },
  secrets: { text: ['name', 'value'], int: [] },
  usage_writers: { text: ['writer'], int: ['batch', 'at_ms'] },
}

/** Tables that a database may have rows in before anybody uses it. */
const FILLED_BY_ITSELF = new Set(['accounts_revision', 'secrets', 'usage_writers'])

/** Every row, in one order whatever the engine: two databases with the same rows look the same. */
export async function dumpAccounts(database: Database): Promise<DumpedRow[]> {
  const tables = Object.entries(DUMPED_TABLES)
  const texts = tables.map(
    ([table, { text, int }]) =>
      sql`SELECT ${identifiers([...text, ...int])} FROM ${identifier(table)}`,
  )
  // One transaction: a key and its use are of the same timestamp.
  const responses = await database.run(texts.map((text) => ({ text, values: [] })))
  return tables.flatMap(([table], index) => {
    return (responses[index] ?? [])
      .map((row) => ({ table, row: row as DumpedRow['row'] }))
      .map((dumped) => ({ dumped, text: JSON.stringify(dumped) }))
      .sort((a, b) => (a.text < b.text ? -1 : 1))
      .map(({ dumped }) => dumped)
  })
}

/** Puts the rows of a backup into a database that nobody has used yet, all or none. */
export async function loadAccounts(database: Database, rows: readonly DumpedRow[]): Promise<void> {
  const statements: Statement[] = Object.keys(DUMPED_TABLES).map((table) => ({
    text: sql`DELETE FROM ${identifier(table)}`,
    values: [],
  }))
  for (const [table, { text, int }] of Object.entries(DUMPED_TABLES)) {
    const columns = [...text, ...int]
    const own = rows.filter((one) => one.table === table)
    const values = own.map(({ row }) => columns.map((column) => row[column] ?? null))
    statements.push(...insertRows(table, columns, values))
  }
  await database.run(statements)
}

/** Whether there is nothing in it that a backup could overwrite. */
export async function areAccountsUnused(database: Database): Promise<boolean> {
  const tables = Object.keys(DUMPED_TABLES).filter((table) => !FILLED_BY_ITSELF.has(table))
  for (const table of tables) {
    const [row] = await query(database, sql`SELECT 1 FROM ${identifier(table)} LIMIT 1`)
    if (row !== undefined) return false
  }
  return true
}

/** What people made: keys, hooks and their use. */
export function madeByPeople(rows: readonly DumpedRow[]): DumpedRow[] {
  return rows.filter(({ table }) => !FILLED_BY_ITSELF.has(table))
}
