import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FaultyLink } from '../../test/support/faulty-link.ts'
import { openAccounts } from './accounts.ts'
import {
  createSqliteEngine,
  createTestClock,
  describeOnEachEngine,
  type Place,
} from './engines-for-tests.ts'
import { startPostgres, type TestPostgres } from './postgres-for-tests.ts'

const NOON = '2026-03-10T12:00:00Z'
const LEASE_MS = 1_500

describeOnEachEngine('durability', (engine) => {
  test('behavior: what was counted while the database failed is written when it recovers', async () => {
    const place = await engine.createPlace()
    const clock = createTestClock(NOON)
    const accounts = await engine.open(place, clock)
    const { key } = await accounts.createKey({ name: 'web' })
    await execute(place, 'ALTER TABLE credit_usage RENAME TO away')
    for (let call = 0; call < 5; call++) accounts.spend(key)
    await expect(accounts.flush()).rejects.toThrow()
    expect(accounts.spend(key)).toMatchObject({ used: 6 })
    await execute(place, 'ALTER TABLE away RENAME TO credit_usage')
    await accounts.flush()
    expect((await engine.open(place, clock)).usage(key).used).toBe(6)
  })

  test('behavior: processes that start together on an empty database all start', async () => {
    const place = await engine.createPlace()
    const opened = await Promise.all(
      Array.from({ length: 8 }, () => engine.open(place, createTestClock(NOON))),
    )
    await opened[0]?.createKey({ name: 'web' })
    expect(await opened[3]?.listKeys()).toHaveLength(1)
  })

  test('error: a database of a newer program is left alone', async () => {
    const place = await engine.createPlace()
    await (await engine.open(place, createTestClock(NOON))).flush()
    await execute(place, 'INSERT INTO schema_version (version) VALUES (99)')
    await expect(engine.open(place, createTestClock(NOON))).rejects.toThrow('version 99')
  })
})

describe('durability of SQLite', () => {
  const engine = createSqliteEngine()

  test('behavior: a SIGKILL loses nothing counted in a finished turn', async () => {
    const place = await engine.createPlace()
    const clock = createTestClock(NOON)
    const accounts = await engine.open(place, clock)
    const { text, key } = await accounts.createKey({ name: 'web' })
    let used = 0
    for (let round = 0; round < 3; round++) {
      const told = await spendUntilKilled(place.dataDir, text, used + 700)
      await accounts.refresh()
      used = accounts.usage(key).used
      expect(used).toBeGreaterThanOrEqual(told)
      expect(used % 7).toBe(0)
    }
  })
})

/**
 * Kills the spender as soon as it tells a count of at least `goal`; gives the last count it told.
 */
async function spendUntilKilled(dataDir: string, text: string, goal: number): Promise<number> {
  const script = fileURLToPath(new URL('./spend-for-tests.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dataDir, text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = 0
  for await (const line of createInterface({ input: child.stdout })) {
    told = Number(line)
    if (told >= goal && !child.killed) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  return told
}

async function execute(place: Place, sql: string): Promise<void> {
  if (place.url === undefined) {
    const connection = new DatabaseSync(join(place.dataDir, 'accounts.sqlite'))
    connection.exec(sql)
    connection.close()
    return
  }
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

describe('openAccounts', () => {
  test('error: a PostgreSQL server that cannot be reached is one sentence without the password', async () => {
    const defaults = { ratePerMinute: 1, creditsPerMonth: 1 }
    const options = { dataDir: '', clock: createTestClock(NOON), defaults }
    const refused = openAccounts({
      ...options,
      url: 'postgres://almanac:hunter2@127.0.0.1:1/accounts',
    })
    await expect(refused).rejects.toThrow('cannot be used')
    await expect(refused).rejects.not.toThrow('hunter2')
    await expect(openAccounts({ ...options, url: 'mysql://localhost' })).rejects.toThrow(
      'postgres://',
    )
  })
})

describe('a PostgreSQL server that goes away', () => {
  let server: TestPostgres
  let link: FaultyLink
  const engine = createSqliteEngine()
  beforeAll(async () => {
    server = await startPostgres()
  })
  beforeEach(async () => {
    link = await FaultyLink.to(await server.createDatabase())
  })
  afterEach(() => link.close())
  afterAll(() => server.stop())

  test('behavior: at the end too, no credit is lost, and a response that was lost is not counted twice', async () => {
    const { dataDir } = await engine.createPlace()
    const problems: string[] = []
    const options = {
      ...{ url: link.url, dataDir, clock: createTestClock(NOON) },
      defaults: { ratePerMinute: 1, creditsPerMonth: 1_000 },
    }
    const accounts = await openAccounts({
      ...options,
      refreshMs: 3_600_000,
      onProblem: (error) => problems.push((error as Error).message),
    })
    const { key } = await accounts.createKey({ name: 'web' })
    // The first 3 are counted, and the response is lost; the next 4 never arrive.
    for (let call = 0; call < 3; call++) accounts.spend(key)
    link.loseResponseTo('COMMIT')
    await expect(accounts.flush()).rejects.toThrow()
    for (let call = 0; call < 4; call++) accounts.spend(key)
    await expect(accounts.flush()).rejects.toThrow()
    await accounts.close()
    expect(problems.at(-1)).toContain('7 credits are saved in the data directory')
    link.up()
    for (const expected of [7, 7]) {
      const next = await openAccounts(options)
      expect(next.usage(key).used).toBe(expected)
      await next.close()
    }
  })

  test('behavior: a lease that could not be given back runs out, and a lost one stops its holder', async () => {
    const { dataDir } = await engine.createPlace()
    const options = {
      ...{ url: link.url, dataDir, clock: createTestClock(NOON) },
      ...{ defaults: { ratePerMinute: 1, creditsPerMonth: 1 } },
      ...{ refreshMs: 3_600_000, leaseMs: LEASE_MS },
    }
    const accounts = await openAccounts(options)
    const tokens: number[] = []
    const lost = accounts.alone('writer', async (lease) => {
      tokens.push(lease.token)
      link.down()
      await once(lease.lost, 'abort')
      lease.check()
    })
    await expect(lost).rejects.toThrow('This process lost the lease "writer"')
    link.up()
    const undecided = accounts.alone('writer', async (lease) => {
      tokens.push(lease.token)
      await lease.claimRuns(7, 7)
      link.loseResponseTo('decided = 1')
      await lease.decideRuns()
    })
    await expect(undecided).rejects.toThrow('did not answer when the run was to be committed')
    link.up()
    // What was in doubt: the one who comes next reads whether it counts.
    const runs = await accounts.alone('writer', async ({ token, before }) => {
      tokens.push(token)
      return before.runs
    })
    expect(runs).toEqual({ from: 7, to: 7, isDecided: true })
    expect(tokens).toEqual([tokens[0], (tokens[0] ?? 0) + 1, (tokens[0] ?? 0) + 2])
    await accounts.close()
  })
})
