import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../src/accounts/postgres-for-tests.ts'
import { sql } from '../src/lib/sql.ts'
import { Journal } from '../src/store/journal.ts'
import { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import type { ClickHouseServer } from './support/clickhouse/start-server.ts'
import { takeClickHouse } from './support/clickhouse/worker-server.ts'
import { FaultyLink } from './support/faulty-link.ts'
import {
  openWriter,
  type Writer,
  type WriterPlace,
  weights,
  writeWeights,
} from './support/kill/two-writers.ts'
import { Program, type Server } from './support/program.ts'

const CHILD = join(import.meta.dirname, 'support', 'kill', 'paused-writer.ts')
const MAX_STEPS = 60
// Short, since each step waits for its end; this process keeps the usual one.
const CHILD_LEASE_MS = 1_000
const MAX_TAKE_OVER_MS = 15_000
const MINUTE_MS = 60_000
let clickHouse: ClickHouseServer
let postgres: TestPostgres
const folder = mkdtempSync(join(tmpdir(), 'almanac-pause-'))

beforeAll(async () => {
  clickHouse = await takeClickHouse()
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Message = { word: string } & Record<string, unknown>

/** The other process: it is told what to commit and where to stop. */
class Child {
  readonly #process: ChildProcessWithoutNullStreams
  readonly #messages: AsyncIterator<string>

  constructor(place: WriterPlace, clockOffsetMs: number, steps: 'all' | 'database') {
    this.#process = spawn(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      CHILD,
      JSON.stringify(place),
      String(clockOffsetMs),
      steps,
    ])
    this.#process.stderr.pipe(process.stderr)
    this.#messages = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]()
  }

  async next(): Promise<Message> {
    const { value } = await this.#messages.next()
    const text = String(value)
    const space = text.indexOf(' ')
    return { word: text.slice(0, space), ...JSON.parse(text.slice(space + 1)) }
  }

  commit(grams: number, pauseAt: number): void {
    this.#process.stdin.write(`${grams} ${pauseAt}\n`)
  }

  wake(): void {
    this.#process.kill('SIGCONT')
  }

  /** Also when it is paused. */
  async end(): Promise<void> {
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await ended
  }
}

async function clearStore(): Promise<void> {
  const store = await Store.open({ facts: [], path: '', url: clickHouse.url })
  await store.engine.command(sql`DROP DATABASE almanac SYNC`)
  await store.close()
}

/** Nothing is there but whole runs that the journal calls committed, and every number has ended. */
async function expectWhole({ store }: Writer): Promise<Journal> {
  const journal = await Journal.open(store.engine, store.placement)
  const runs = await journal.listAfter(0)
  expect(runs.map(({ id }) => id)).toEqual(runs.map((_, index) => index + 1))
  expect(journal.unfinished()).toEqual([])
  const committed = runs.filter(({ state }) => state === 'committed')
  expect(committed.map(({ atMs }) => atMs)).toEqual(
    committed.map(({ atMs }) => atMs).toSorted((a, b) => a - b),
  )
  const rows = await store.engine.query(
    sql`SELECT run, count() AS rows FROM ${tableOf(weights)} GROUP BY run ORDER BY run`,
  )
  expect(rows).toEqual(committed.map(({ id }) => ({ run: id, rows: 3 })))
  await store.refresh()
  const snapshot = store.snapshot()
  const shared = await snapshot.query(
    sql`SELECT grams FROM ${snapshot.current(weights)} WHERE id = 'shared'`,
  )
  // The note of a run is the weight it brought.
  expect(shared).toEqual([{ grams: Number(committed.at(-1)?.note) }])
  return journal
}

/** Pauses the child before one statement, lets this process commit, and wakes it. */
async function takeOver(child: Child, own: Writer, at: number): Promise<string | undefined> {
  const grams = at * 10
  child.commit(grams, at)
  const paused = await child.next()
  if (paused.word === 'done') return undefined
  // On a slow machine it may lose its short lease before it comes there.
  if (paused.name === 'LeaseLostError') return takeOver(child, own, at)
  expect(paused.word).toBe('paused')
  const mine = await writeWeights(own, 'own', grams + 1)
  child.wake()
  const outcome = await child.next()
  const journal = await expectWhole(own)
  const committed = await journal.listAfter(0, undefined, { state: 'committed' })
  const its = committed.filter(({ note }) => note === `${grams}`)
  const where = `paused before ${String(paused.what)}: ${JSON.stringify(outcome)}`
  expect(await journal.find(mine.id), where).toMatchObject({ state: 'committed', source: 'own' })
  if (outcome.word === 'done') expect(its, where).toMatchObject([{ id: outcome.id }])
  else if (outcome.name === 'UndecidedError')
    expect(its, where).toMatchObject([{ id: mine.id - 1 }])
  else expect(its, where).toEqual([])
  return `${outcome.name ?? outcome.word}`
}

test.each([
  // Take, claim, claim before the rows land, decide, give back.
  ['SQLite, the paused clock a minute ahead', false, MINUTE_MS, 5],
  ['PostgreSQL, the paused clock a minute behind', true, -MINUTE_MS, 20],
])(
  'behavior: a writer paused before any statement spoils nothing of its successor: %s',
  async (_, isPostgres, offset, steps) => {
    const dataDir = mkdtempSync(join(folder, 'accounts-'))
    const accountsUrl = isPostgres ? await postgres.createDatabase() : undefined
    const place = { storeUrl: clickHouse.url, accountsUrl, dataDir }
    const cleaner = await Store.open({ facts: [], path: '', url: clickHouse.url })
    await cleaner.engine.command(sql`DROP DATABASE almanac SYNC`)
    await cleaner.close()
    const own = await openWriter(place, 'own')
    await writeWeights(own, 'own', 1)
    const child = new Child(
      { ...place, leaseMs: CHILD_LEASE_MS },
      offset,
      isPostgres ? 'all' : 'database',
    )
    const outcomes: string[] = []
    try {
      expect(await child.next()).toEqual({ word: 'ready' })
      for (let at = 1; at < MAX_STEPS; at++) {
        const outcome = await takeOver(child, own, at)
        if (outcome === undefined) break
        outcomes.push(outcome)
      }
    } finally {
      await child.end()
    }
    await own.store.close()
    await own.accounts.close()
    // Before it holds the lease it only waits; then it is refused; once decided, it counts.
    expect(new Set(outcomes)).toEqual(
      new Set(['done', 'LeaseLostError', ...(isPostgres ? ['UndecidedError'] : [])]),
    )
    expect(outcomes.length).toBeGreaterThanOrEqual(steps)
  },
)

test('behavior: one process ingests, another takes over when it is killed, and those that answer never write', async () => {
  const accountsUrl = await postgres.createDatabase()
  const environment = {
    ALMANAC_STORE_URL: clickHouse.url,
    ALMANAC_ACCOUNTS_URL: accountsUrl,
    ALMANAC_DEMO: 'off',
    LOG_LEVEL: 'info',
  }
  const programs = [new Program(environment), new Program(environment), new Program(environment)]
  const [first, second, third] = programs as [Program, Program, Program]
  try {
    const holder = await first.serve({}, ['--role', 'ingest'])
    const [standBy, api] = await Promise.all([
      second.serve({}, ['--role', 'ingest']),
      third.serve({}, ['--role', 'api']),
    ])
    expect(holder.stdout).toContain('this process ingests')
    expect(standBy.stdout).not.toContain('this process ingests')
    const killedMs = performance.now()
    // The process that was started only watches over the one that serves.
    process.kill(Number(/"pid":(\d+)/.exec(holder.stdout)?.[1]), 'SIGKILL')
    while (!standBy.stdout.includes('this process ingests')) await sleep(50)
    expect(performance.now() - killedMs).toBeLessThan(MAX_TAKE_OVER_MS)
    expect(api.stdout).not.toContain('this process ingests')
    expect((await fetch(`${api.origin}/v2/chains`)).status).toBe(200)
    const reader = await openWriter(
      { storeUrl: clickHouse.url, accountsUrl, dataDir: folder },
      'reader',
      true,
    )
    await expect(writeWeights(reader, 'reader', 1)).rejects.toThrow(
      'This process has the role api and never writes facts.',
    )
    await reader.store.close()
    await reader.accounts.close()
  } finally {
    for (const program of programs) await program.stop()
  }
})

test('behavior: PostgreSQL gone at the end of an import: the command says so, and the next run keeps it whole', async () => {
  const link = await FaultyLink.to(await postgres.createDatabase())
  await clearStore()
  const program = new Program({
    ALMANAC_STORE_URL: clickHouse.url,
    ALMANAC_ACCOUNTS_URL: link.url,
    ALMANAC_DEMO: 'off',
  })
  const importPrice = (coin: string) =>
    program.run(['import', 'prices', '-', '--format', 'csv'], {
      input: `coin,atSec,priceUsd\n${coin},1700000000,2.5\n`,
    })
  try {
    link.loseResponseTo('decided = 1')
    const doubtful = await importPrice('test:first')
    expect(doubtful.code).toBe(1)
    expect(doubtful.stderr).toContain('did not answer when the run was to be committed')
    link.up()
    // Refused before anything was decided: nothing of it is kept.
    link.loseResponseTo('decided = 0')
    const refused = await importPrice('test:second')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('so nothing was committed')
    link.up()
    expect((await importPrice('test:third')).code).toBe(0)
    const store = await Store.open({ facts: [], path: '', url: clickHouse.url })
    const rows = await store.engine.query(
      sql`SELECT coin, run FROM almanac.fact_prices ORDER BY run`,
    )
    const states = (await store.journal.listAfter(0)).map(({ state }) => state)
    await store.close()
    expect(states).toEqual(['committed', 'failed', 'committed'])
    expect(rows).toEqual([
      { coin: 'test:first', run: 1 },
      { coin: 'test:third', run: 3 },
    ])
  } finally {
    await program.stop()
    await link.close()
  }
})

test('behavior: PostgreSQL gone before SIGTERM: the service ends, and no credit is lost or doubled', async () => {
  const link = await FaultyLink.to(await postgres.createDatabase())
  await clearStore()
  const program = new Program({
    ALMANAC_STORE_URL: clickHouse.url,
    ALMANAC_ACCOUNTS_URL: link.url,
    ALMANAC_BOOTSTRAP_KEY: 'a-key-0123456789',
    ALMANAC_DEMO: 'off',
    LOG_LEVEL: 'info',
  })
  const headers = { 'x-api-key': 'a-key-0123456789' }
  const spend = async (server: Server, calls: number) => {
    for (let call = 0; call < calls; call++)
      expect((await server.get('/api/v2/chains', headers)).status).toBe(200)
  }
  try {
    const first = await program.serve()
    await spend(first, 3)
    link.down()
    await spend(first, 4)
    expect(await first.terminate()).toBe(0)
    expect(first.stdout).toMatch(/\d credits are saved in the data directory/)
    link.up()
    const second = await program.serve()
    // A lease that could not be given back runs out.
    for (const endMs = Date.now() + 60_000; Date.now() < endMs; await sleep(50))
      if (second.stdout.includes('this process ingests')) break
    expect(second.stdout).toContain('this process ingests')
    // 3 that were counted and 4 that PostgreSQL did not take.
    expect((await second.get('/usage', headers)).body).toMatchObject({ creditsUsed: 7 })
    expect(await second.terminate()).toBe(0)
  } finally {
    await program.stop()
    await link.close()
  }
})
