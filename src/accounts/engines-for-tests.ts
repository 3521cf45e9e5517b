import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { type Accounts, openAccounts } from './accounts.ts'
import { startPostgres, type TestPostgres } from './postgres-for-tests.ts'

const DEFAULTS = { ratePerMinute: 1_000, creditsPerMonth: 1_000_000 }

export interface Place {
  url: string | undefined
  dataDir: string
}

export interface TestEngine {
  /** A new, empty place for accounts. */
  createPlace(): Promise<Place>
  /** Closed after the test; opening a place twice is what two processes do. */
  open(place: Place, clock: TestClock, refreshMs?: number): Promise<Accounts>
}

export interface TestClock {
  nowMs(): number
  set(iso: string): void
}

export function createTestClock(iso: string): TestClock {
  let nowMs = Date.parse(iso)
  return {
    nowMs: () => nowMs,
    set(next) {
      nowMs = Date.parse(next)
    },
  }
}

/** Runs the same guarantees on SQLite and on a real PostgreSQL server. */
export function describeOnEachEngine(title: string, suite: (engine: TestEngine) => void): void {
  describe(`${title} on SQLite`, () => suite(createSqliteEngine()))
  describe(`${title} on PostgreSQL`, () => {
    let server: TestPostgres | undefined
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server?.stop())
    suite(createEngine(async () => server?.createDatabase()))
  })
}

export function createSqliteEngine(): TestEngine {
  return createEngine(async () => undefined)
}

function createEngine(createUrl: () => Promise<string | undefined>): TestEngine {
  const opened: Accounts[] = []
  const folders: string[] = []
  afterEach(async () => {
    for (const accounts of opened.splice(0)) await accounts.close()
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
  return {
    async createPlace() {
      const dataDir = mkdtempSync(join(tmpdir(), 'almanac-accounts-'))
      folders.push(dataDir)
      return { url: await createUrl(), dataDir }
    },
    async open(place, clock, refreshMs = 3_600_000) {
      const accounts = await openAccounts({ ...place, clock, defaults: DEFAULTS, refreshMs })
      opened.push(accounts)
      return accounts
    },
  }
}
