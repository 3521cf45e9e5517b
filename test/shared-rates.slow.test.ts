import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../src/accounts/postgres-for-tests.ts'
import type { ClickHouseServer } from './support/clickhouse/start-server.ts'
import { takeClickHouse } from './support/clickhouse/worker-server.ts'
import { FaultyLink } from './support/faulty-link.ts'
import { PATIENCE } from './support/patience.ts'
import { Program, type Server } from './support/program.ts'

const RATE = 20
// Told every 250 ms; the rest is for a slow machine.
const TOLD_MS = 1_500 * PATIENCE
let clickHouse: ClickHouseServer
let postgres: TestPostgres
let link: FaultyLink
const programs: Program[] = []
/** Two machines: one with two workers, one whose way to PostgreSQL can be cut. */
let first: Server
let second: Server

beforeAll(async () => {
  clickHouse = await takeClickHouse()
  postgres = await startPostgres()
  const accounts = await postgres.createDatabase()
  link = await FaultyLink.to(accounts)
  const serve = async (url: string, args: string[]) => {
    const program = new Program({
      ALMANAC_STORE_URL: clickHouse.url,
      ALMANAC_ACCOUNTS_URL: url,
      ALMANAC_DEMO: 'off',
      ALMANAC_TRUST_PROXY: '1',
      ALMANAC_FREE_RATE: String(RATE),
      // A minute of the limits must not end while the tests run.
      ALMANAC_CLOCK: '2026-01-31T12:00:00Z',
    })
    programs.push(program)
    return program.serve({}, args)
  }
  first = await serve(accounts, ['--workers', '2'])
  second = await serve(link.url, ['--role', 'api'])
})
afterAll(async () => {
  for (const program of programs) await program.stop()
  await link?.close()
  await postgres?.stop()
})

/** How many of some requests of a caller are admitted, one after the other. */
async function countLetIn(server: Server, caller: string, requests: number): Promise<number> {
  let letIn = 0
  for (let request = 0; request < requests; request++) {
    const headers = { Connection: 'close', 'X-Forwarded-For': caller }
    const { status } = await server.get('/v2/chains', headers)
    expect([200, 429]).toContain(status)
    if (status === 200) letIn++
  }
  return letIn
}

test('default: a limit counts for both machines together', async () => {
  expect(await countLetIn(first, '192.0.2.1', 12)).toBe(12)
  await sleep(TOLD_MS)
  expect(await countLetIn(second, '192.0.2.1', 20)).toBe(8)
  await sleep(TOLD_MS)
  // Both workers of the first know, and other callers have limits of their own.
  expect(await countLetIn(first, '192.0.2.1', 6)).toBe(0)
  expect(await countLetIn(second, '192.0.2.2', 3)).toBe(3)
})

test('behavior: a caller of both machines at once passes its limit by at most those of the other processes', async () => {
  const letIn = await Promise.all(
    [first, second].map((server) => countLetIn(server, '192.0.2.3', 2 * RATE)),
  )
  const total = letIn.reduce((sum, count) => sum + count, 0)
  expect(total).toBeGreaterThanOrEqual(RATE)
  // Two workers and the other machine: in a burst each may not have heard of the others yet.
  expect(total).toBeLessThanOrEqual(3 * RATE)
  await sleep(TOLD_MS)
  for (const server of [first, second]) expect(await countLetIn(server, '192.0.2.3', 4)).toBe(0)
})

test('behavior: without PostgreSQL each machine goes on with its own limit, then with that of both', async () => {
  link.down()
  await sleep(TOLD_MS)
  expect(await countLetIn(second, '192.0.2.4', RATE + 5)).toBe(RATE)
  expect(await countLetIn(first, '192.0.2.4', 7)).toBe(7)
  link.up()
  // Connected again after a second.
  await sleep(1_000 + TOLD_MS)
  expect(await countLetIn(first, '192.0.2.5', 15)).toBe(15)
  await sleep(TOLD_MS)
  expect(await countLetIn(second, '192.0.2.5', 15)).toBe(5)
})
