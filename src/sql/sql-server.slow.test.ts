import { setTimeout as sleep } from 'node:timers/promises'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ClickHouseServer,
  startClickHouse,
} from '../../test/support/clickhouse/start-server.ts'
import { accountXml, SQL_ACCOUNT, SQL_PASSWORD } from '../../test/support/sql/account.ts'
import { hostileStatements } from '../../test/support/sql/hostile-statements.ts'
import { prices } from '../domains/coins/public.ts'
import { protocols } from '../domains/registry/public.ts'
import { createClock } from '../lib/clock.ts'
import { sql } from '../lib/sql.ts'
import { commitRows } from '../runs/run.ts'
import { Store } from '../store/store.ts'
import { type SqlRequest, UserSql } from './sql.ts'

const LIMITS = {
  maxSec: 5,
  memoryMb: 256,
  maxRows: 100,
  maxBytes: 1_000_000,
  maxPerCaller: 1,
  maxConcurrent: 2,
}
const MILLION = 'SELECT arrayJoin(range(1000000)) AS n'
const ENDLESS = `SELECT count() FROM (${MILLION}) AS a CROSS JOIN (${MILLION}) AS b WHERE a.n * b.n = 7`

let server: ClickHouseServer
let store: Store
let users: UserSql
let url: string
beforeAll(async () => {
  server = await startClickHouse({ usersXml: accountXml() })
  url = server.url.replace('://', `://${SQL_ACCOUNT}:${encodeURIComponent(SQL_PASSWORD)}@`)
  store = await Store.open({ facts: [protocols, prices], path: '', url: server.url })
  users = new UserSql(store, { limits: LIMITS, url })
  const clock = createClock('2026-01-14T12:00:00Z')
  for (const name of ['Old Swap', 'Example Swap'])
    await commitRows(store, { source: 'test', clock }, async () => ({
      rows: [{ fact: protocols, rows: [{ id: '1', name }] }],
      counts: { accepted: 1, rejected: 0, held: 0 },
    }))
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const run = async (query: string, more: Partial<SqlRequest> = {}) => {
  const request = { parameters: {}, asOfMs: undefined, format: 'csv' as const, explain: false }
  const given = { ...request, caller: 'test', signal: undefined, ...more, query }
  return (await users.run(given)).bytes.toString()
}

test('default: views, versions and bound values on a server', async () => {
  expect(await run('SELECT id, name FROM protocols')).toBe('"id","name"\n"1","Example Swap"\n')
  expect(
    await run('SELECT name, run FROM protocols_versions WHERE id = {id:String} ORDER BY run', {
      parameters: { id: '1' },
    }),
  ).toBe('"name","run"\n"Old Swap",1\n"Example Swap",2\n')
  expect(await run('SELECT count() AS n FROM prices', { format: 'ndjson' })).toBe('{"n":0}\n')
  expect(await run('SELECT 1', { explain: true })).toContain('Limit')
})

test('behavior: the hostile statements are refused here too', async () => {
  const wrong: string[] = []
  for (const { statement } of hostileStatements('/etc/hostname', 'http://127.0.0.1:1/a')) {
    const error = await run(statement).catch((thrown: unknown) => thrown)
    const { status } = Object(error) as { status?: number }
    if (status !== 400) wrong.push(`${statement.slice(0, 80)} → ${String(error).slice(0, 200)}`)
  }
  expect(wrong).toEqual([])
})

test('behavior: the account alone reads facts and nothing else', async () => {
  const client = createClient({ url, log: { level: ClickHouseLogLevel.OFF } })
  const ask = (query: string) =>
    client.query({ query, format: 'JSONEachRow' }).then(async (result) => result.json())
  expect(await ask('SELECT name FROM almanac.fact_protocols ORDER BY run')).toHaveLength(2)
  for (const statement of [
    'SELECT * FROM almanac.runs',
    'SELECT * FROM system.users',
    "SELECT * FROM url('http://127.0.0.1:1/', 'CSV', 'a String')",
    "SELECT * FROM file('/etc/hostname', 'LineAsString')",
    "SELECT * FROM remote('127.0.0.1', system.one)",
    'SELECT 1 SETTINGS max_execution_time = 61',
    'SELECT 1 SETTINGS max_memory_usage = 1000000001',
    'SELECT 1 SETTINGS readonly = 0',
    'SELECT 1 SETTINGS allow_introspection_functions = 1',
  ])
    await expect(ask(statement), statement).rejects.toThrow()
  for (const query of [
    "INSERT INTO almanac.fact_protocols (id) VALUES ('2')",
    'DROP TABLE almanac.fact_protocols',
    'CREATE TABLE almanac.a (b Int8) ENGINE = Memory',
    'ALTER TABLE almanac.fact_protocols DELETE WHERE 1',
    'SYSTEM FLUSH LOGS',
    'KILL QUERY WHERE 1 SYNC',
  ])
    await expect(client.command({ query }), query).rejects.toThrow()
  await client.close()
})

test('behavior: time, memory and rows are limited', async () => {
  await expect(run(ENDLESS)).rejects.toThrow('took longer than 5 s')
  await expect(
    run(`SELECT groupArray(n) FROM (${MILLION}) AS a CROSS JOIN (${MILLION}) AS b`),
  ).rejects.toThrow('more than 256 MB of memory')
  await expect(run('SELECT arrayJoin(range(101))')).rejects.toThrow('more than 100 rows')
})

test('behavior: a caller that leaves cancels its statement', async () => {
  // By itself the statement would go on for a minute.
  const patient = new UserSql(store, { limits: { ...LIMITS, maxSec: 60 }, url })
  const gone = new AbortController()
  const request = { query: ENDLESS, parameters: {}, asOfMs: undefined, format: 'csv' as const }
  const countRunning = async () => {
    const [response] = await store.engine.writerQuery<{ count: number }>(
      sql`SELECT count() AS count FROM system.processes WHERE user = {user:String}`,
      { user: SQL_ACCOUNT },
    )
    return response?.count
  }
  // The statement of a test before this one may still be ending.
  while ((await countRunning()) !== 0) await sleep(20)
  const left = patient
    .run({ ...request, explain: false, caller: 'test', signal: gone.signal })
    .catch(() => 'cancelled')
  while ((await countRunning()) !== 1) await sleep(20)
  const startMs = performance.now()
  gone.abort()
  expect(await left).toBe('cancelled')
  while ((await countRunning()) !== 0) await sleep(20)
  expect(performance.now() - startMs).toBeLessThan(20_000)
})

test('error: without an account of its own there is no SQL on a server', async () => {
  const none = new UserSql(store, { limits: LIMITS, url: undefined })
  const request = { query: 'SELECT 1', parameters: {}, asOfMs: undefined, format: 'csv' as const }
  await expect(
    none.run({ ...request, explain: false, caller: 'test', signal: undefined }),
  ).rejects.toThrow('set ALMANAC_SQL_URL')
})
