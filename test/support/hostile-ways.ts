import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, openAccounts } from '../../src/accounts/accounts.ts'
import { areAccountsUnused } from '../../src/accounts/dump.ts'
import { runLine } from '../../src/commands/run-for-tests.ts'
import { createClock } from '../../src/lib/clock.ts'
import { UsageError } from '../../src/lib/errors.ts'
import { sql } from '../../src/lib/sql.ts'
import { openTestStore, type TestStore } from '../../src/runs/import/store-for-tests.ts'
import { openFolder, openService } from '../../src/runs/pull/origin.ts'
import { pull } from '../../src/runs/pull/pull.ts'
import { RateLimitedClient } from '../../src/sources/http/rate-limited-client.ts'
import { HOSTILE_BACKUPS } from './hostile-backups.ts'
import { HOSTILE_PARQUET, VARIANTS } from './hostile-parquet.ts'
import { HOSTILE_SNAPSHOTS, type HostileCase } from './hostile-snapshots.ts'
import { type Forgery, forge, makeGoodBackup } from './hostile-world.ts'

const CASES = [...HOSTILE_SNAPSHOTS, ...HOSTILE_PARQUET, ...HOSTILE_BACKUPS]
/** What is refused before a file is loaded is refused alike on every engine. */
const CASES_OF_ENGINES = [...HOSTILE_SNAPSHOTS.slice(0, 5), ...HOSTILE_PARQUET]
const OBJECTS = { endpoint: undefined, region: 'us-east-1', keyId: undefined, secret: undefined }
const NO_CHANGES = { runs: [], rows: [], cursor: '3.0.0.0', isComplete: true }

/**
 * Every hostile case in every way into a store, which stays empty; then a good one. On a server, the
 * cases that its engine meets.
 */
export function describeHostile(startServer?: () => Promise<{ url: string; stop(): unknown }>) {
  const home = mkdtempSync(join(tmpdir(), 'almanac-hostile-'))
  const workDir = join(home, 'work')
  const server = createServer((request, response) => {
    const [, name = ''] = /^\/downloads\/(.*)$/.exec(request.url ?? '') ?? []
    try {
      response.end(
        name === '' ? JSON.stringify(NO_CHANGES) : readFileSync(join(served, decodeURI(name))),
      )
    } catch {
      response.writeHead(404).end()
    }
  })
  let served = ''
  let it: TestStore
  let accounts: Accounts
  let engine: { url: string; stop(): unknown } | undefined

  beforeAll(async () => {
    await makeGoodBackup(home, VARIANTS)
    for (const name of ['work', 'forged', 'keys']) mkdirSync(join(home, name))
    engine = await startServer?.()
    it = await openTestStore(engine?.url)
    const defaults = { ratePerMinute: 1, creditsPerMonth: 1 }
    const place = { url: undefined, dataDir: join(home, 'keys') }
    accounts = await openAccounts({ ...place, clock: createClock(), defaults })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    server.close()
    await accounts.close()
    await it.close()
    await engine?.stop()
    rmSync(home, { recursive: true, force: true })
  })

  function openHttp() {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const dependencies = { fetch, clock: createClock(), sleep, random: Math.random }
    const client = new RateLimitedClient(
      { ...dependencies, userAgent: 'test' },
      { ratePerSec: 1_000 },
    )
    const url = `http://127.0.0.1:${port}`
    return openService(client, it.store.facts, { url, key: undefined, workDir })
  }

  const restore = async (from: string, ...more: string[]) => {
    const { store } = it
    const { lines } = await runLine(['restore', from, ...more], {
      store,
      accounts: { accounts },
      declared: async () => ({ facts: [...store.facts.values()], mirrored: [] }),
      config: { objects: OBJECTS, dataDir: join(home, 'keys') },
    })
    return lines.join()
  }

  /** All ways into the store, by name. */
  function waysOf({ only, isSeenByVerify }: Partial<HostileCase>, { backup, snapshot }: Forgery) {
    const ways: Record<string, () => Promise<unknown>> = {
      verify: () => restore(backup, '--verify'),
      restore: () => restore(backup),
      folder: () => pull(it.store, openFolder(snapshot, it.store.facts), { workDir }),
      http: () => {
        served = snapshot
        return pull(it.store, openHttp(), { workDir })
      },
    }
    if (isSeenByVerify === false) delete ways.verify
    if (only === 'restore') delete ways.folder
    if (only !== undefined) delete ways.http
    return ways
  }

  async function expectEmpty(): Promise<void> {
    const { journal, engine: facts } = it.store
    expect(journal.latest).toBe(0)
    const left = await facts.query(
      sql`SELECT table FROM system.parts WHERE database = 'almanac' AND active AND rows > 0 AND (table LIKE 'fact%' OR table LIKE 'stage%' OR table = 'runs')`,
    )
    expect(left).toEqual([])
    expect(await areAccountsUnused(accounts.database)).toBe(true)
  }

  const cases = startServer === undefined ? CASES : CASES_OF_ENGINES
  test.each(cases)('error: $name is refused in one sentence', async (hostile) => {
    const forged = forge(home, 'snapshot')
    hostile.edit(forged)
    const before = readdirSync(home)
    const said = new Map<string, string>()
    for (const [way, go] of Object.entries(waysOf(hostile, forged))) {
      const error: unknown = await go().catch((thrown: unknown) => thrown)
      expect(error, way).toBeInstanceOf(UsageError)
      const { message } = error as UsageError
      expect(message, way).toContain(hostile.says)
      expect(message, way).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
      expect(message.length, way).toBeLessThan(400)
      said.set(way, message)
    }
    if (said.has('verify')) expect(said.get('verify')).toBe(said.get('restore'))
    expect(readdirSync(home)).toEqual(before)
    await expectEmpty()
    rmSync(join(home, 'forged'), { recursive: true })
    rmSync(workDir, { recursive: true, force: true })
    mkdirSync(workDir)
  })

  async function expectLoaded(go: (() => Promise<unknown>) | undefined): Promise<void> {
    await go?.()
    expect(it.store.journal.latest).toBe(3)
    expect(await it.rows('prices')).toHaveLength(2)
    await it.store.engine.ddl(sql`DROP DATABASE almanac`)
    await it.close()
    it = await openTestStore(engine?.url)
  }

  test.each(['folder', 'http', 'restore'])('default: a good one comes by %s', async (way) => {
    const ways = waysOf({}, forge(home, 'good'))
    expect(await ways.verify?.()).toContain('Every file is whole.')
    await expectLoaded(ways[way])
  })

  test('behavior: a part from before facts and runs got more columns is loaded', async () => {
    const forged = forge(home, 'earlier')
    forged.variant('prices of an earlier version', 'prices')
    forged.variant('runs of an earlier version', 'runs')
    forged.file(({ columns }) => delete columns.confidence)
    await expectLoaded(waysOf({}, forged).folder)
  })
}
