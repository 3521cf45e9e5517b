import { expect, test } from 'vitest'
import { sql } from '../lib/sql.ts'
import { type Database, query } from './database.ts'
import {
  areAccountsUnused,
  DUMPED_TABLES,
  type DumpedRow,
  dumpAccounts,
  loadAccounts,
} from './dump.ts'
import { createTestClock, describeOnEachEngine } from './engines-for-tests.ts'

const NOT_DUMPED = ['leases', 'schema_version']

function countByTable(rows: readonly DumpedRow[]): Record<string, number> {
  const groups = Object.groupBy(rows, ({ table }) => table)
  return Object.fromEntries(Object.entries(groups).map(([table, own]) => [table, own?.length ?? 0]))
}

/** Columns by table, as the engine has them. */
async function readColumns(database: Database, isSqlite: boolean): Promise<Map<string, string[]>> {
  const rows = await query(
    database,
    isSqlite
      ? sql`SELECT m.name AS table_name, p.name AS column_name FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'`
      : sql`SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'`,
  )
  const columns = new Map<string, string[]>()
  for (const { table_name: table, column_name: column } of rows)
    columns.set(String(table), [...(columns.get(String(table)) ?? []), String(column)].sort())
  return columns
}

describeOnEachEngine('accounts in backups', (engine) => {
  const clock = createTestClock('2026-01-14T12:00:00Z')

  test('default: keys, credits, use and hooks come back as they were, on either engine', async () => {
    const place = await engine.createPlace()
    const accounts = await engine.open(place, clock)
    expect(await areAccountsUnused(accounts.database)).toBe(true)
    const { text, key } = await accounts.createKey({ name: 'shop', creditsPerMonth: 10 })
    await accounts.createKey({ name: 'old' })
    await accounts.revokeKey('old')
    for (let calls = 0; calls < 3; calls++) accounts.spend(key)
    accounts.countUse(key, 'listProtocols', 3)
    await query(
      accounts.database,
      sql`INSERT INTO hooks (id, url, events, facts, allow_private, secret, created_ms, position_run, failures, next_ms)
       VALUES ('h1', 'https://example.org', '[]', '[]', 0, 's3cret', 1, NULL, 0, 5000000000000)`,
    )
    await accounts.close()
    const { database } = await engine.open(place, clock)
    const rows = await dumpAccounts(database)
    expect(countByTable(rows)).toEqual({
      ...{ api_keys: 2, accounts_revision: 1, credit_usage: 1, key_last_use: 1, key_usage: 1 },
      hooks: 1,
      // There batches of credits are numbered by who writes them.
      ...(place.url === undefined ? {} : { usage_writers: 1 }),
    })
    expect(rows.find(({ table }) => table === 'hooks')?.row).toMatchObject({
      ...{ id: 'h1', secret: 's3cret', position_run: null, next_ms: 5_000_000_000_000 },
    })
    const { dataDir } = await engine.createPlace()
    for (const other of [{ url: undefined, dataDir }, await engine.createPlace()]) {
      const restored = await engine.open(other, clock)
      await loadAccounts(restored.database, JSON.parse(JSON.stringify(rows)))
      expect(await dumpAccounts(restored.database)).toEqual(rows)
      expect(await areAccountsUnused(restored.database)).toBe(false)
      const reopened = await engine.open(other, clock)
      expect(reopened.findKey(text)).toMatchObject({ key: { name: 'shop' } })
      expect(reopened.usage(key)).toMatchObject({ used: 3, remaining: 7 })
    }
  })

  test('behavior: every table is dumped with every column, but for leases', async () => {
    const place = await engine.createPlace()
    const { database } = await engine.open(place, clock)
    const columns = await readColumns(database, place.url === undefined)
    for (const table of NOT_DUMPED) expect(columns.delete(table), table).toBe(true)
    const dumped = Object.entries(DUMPED_TABLES).map(
      ([table, { text, int }]) => [table, [...text, ...int].sort()] as const,
    )
    expect(new Map(dumped)).toEqual(columns)
  })
})
