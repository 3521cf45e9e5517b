import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { tvlRecords } from '../../domains/tvl/facts.ts'
import { tvlWatch } from '../../domains/tvl/watch.ts'
import { HOUR_SEC } from '../../lib/clock.ts'
import { commitRows } from '../../runs/run.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { TOTAL } from './guard.ts'
import { loadHistory } from './history.ts'
import { GuardMemory } from './memory.ts'
import { listReadings } from './readings.ts'
import type { SeriesPast } from './series-past.ts'

const watches = tvlWatch.filter(({ fact }) => fact === tvlRecords)
const [watch] = watches
if (watch === undefined) throw new Error('no watch')

interface Row {
  protocol: string
  chain: string
  section: string
  atSec: number
  tvlUsd: number
  quality: 'ok' | 'carried' | 'held'
}

let app: TestApp
let memory: GuardMemory
let statements: number
beforeAll(async () => {
  app = await TestApp.start()
})
beforeEach(async () => {
  await app.app.store.engine.command('TRUNCATE TABLE almanac.fact_tvl SYNC')
  memory = new GuardMemory(app.app.store)
  statements = 0
})
afterAll(() => app.stop())

const at = (hours: number): number => NOW_SEC + Math.round(hours * HOUR_SEC)
const row = (hours: number, tvlUsd: number, more: Partial<Row> = {}): Row => ({
  protocol: 'alpha',
  chain: 'ethereum',
  section: 'tvl',
  atSec: at(hours),
  tvlUsd,
  quality: 'ok',
  ...more,
})

/** Commits rows; a live run says so to the memory, anybody else does not. */
async function write(rows: readonly Row[], isLive = true): Promise<void> {
  const { store, clock } = app.app
  const counts = { accepted: rows.length, rejected: 0, held: 0 }
  const ready = { rows: [{ fact: tvlRecords, rows: rows.map((one) => ({ ...one })) }], counts }
  const { id } = await commitRows(store, { source: 'test', clock }, async () => ready)
  if (isLive) memory.note(id, tvlRecords, { watches, rows: rows.map((one) => ({ ...one })) })
}

function counted(snapshot: Snapshot): Snapshot {
  const query: Snapshot['query'] = (sql, params) => {
    statements++
    return snapshot.query(sql, params)
  }
  return { ...snapshot, run: snapshot.run, query }
}

/** What is known when alpha is read at a moment. */
async function pastAt(hours: number, by = memory): Promise<SeriesPast> {
  const [found] = listReadings(watch as (typeof watches)[number], [{ ...row(hours, 1) }])
  if (found === undefined) throw new Error('no reading')
  const history = await loadHistory(counted(app.app.store.snapshot()), [found.reading], {
    nowSec: at(hours),
    memory: by,
  })
  return history.pastOf(found.reading.watch, found.reading.series)
}

const totals = (past: SeriesPast): number[] => past.line(TOTAL).between(0, at(1_000))

test('default: a series that live runs go on with is asked for once', async () => {
  await write([row(-3, 60), row(-3, 40, { chain: 'base' }), row(-3, 5, { section: 'staking' })])
  expect(totals(await pastAt(-2))).toEqual([105])
  expect(statements).toBe(1)
  await write([row(-2, 70), row(-2, 6, { section: 'staking' })])
  await write([
    row(-1, 76, { quality: 'carried' }),
    row(-1, 900, { chain: 'base', quality: 'held' }),
  ])
  const past = await pastAt(0)
  expect(statements).toBe(1)
  expect(totals(past)).toEqual([105, 76, 76])
  expect(past.line('staking').between(0, at(0))).toEqual([5, 6])
  // The carried 76 is no reading of its own.
  expect(past.line(TOTAL).repeats(76, at(0))).toEqual({ sinceSec: at(-2), count: 1 })
  expect(past.parts).toEqual(new Map([['ethereum/tvl', 76]]))
})

test('behavior: of an hour the last reading counts, as in the store', async () => {
  await write([row(-3, 60)])
  await pastAt(-2)
  await write([row(-2, 61)])
  await write([row(-1.75, 62)])
  expect(totals(await pastAt(-1))).toEqual([60, 62])
  expect(statements).toBe(1)
})

test('behavior: guards look eight days back, and who asks for longer ago asks the store', async () => {
  await write([row(-200, 50)])
  expect(totals(await pastAt(-190))).toEqual([50])
  await write([row(-190, 51)])
  // Eight days are 192 hours: of the two readings the later one is within them.
  expect(totals(await pastAt(-1))).toEqual([51])
  expect(statements).toBe(1)
  expect(totals(await pastAt(-189))).toEqual([50, 51])
  expect(statements).toBe(2)
})

test('behavior: what anybody else writes makes the store be asked again', async () => {
  await write([row(-4, 60)])
  await pastAt(-3)
  await write([row(-3, 61)], false)
  expect(totals(await pastAt(-2))).toEqual([60, 61])
  // And a live run after it, when nobody asked in between.
  await write([row(-2, 62)], false)
  await write([row(-1, 63)])
  expect(totals(await pastAt(0))).toEqual([60, 61, 62, 63])
  expect(statements).toBe(3)
})

test('behavior: a moment that is read again, and one before it, are asked of the store', async () => {
  await write([row(-3, 60)])
  await pastAt(-2)
  await write([row(-2, 61)])
  expect(totals(await pastAt(-2))).toEqual([60, 61])
  await write([row(-2, 4, { chain: 'base' })])
  expect(totals(await pastAt(-1))).toEqual([60, 65])
  expect(statements).toBe(3)
})

const rows = fc.array(
  fc.record({
    hours: fc.integer({ min: -24, max: -1 }),
    tvlUsd: fc.integer({ min: 1, max: 9 }),
    chain: fc.constantFrom('ethereum', 'base'),
    section: fc.constantFrom('tvl', 'staking'),
    quality: fc.constantFrom('ok' as const, 'ok' as const, 'carried' as const, 'held' as const),
  }),
  { minLength: 1, maxLength: 3 },
)
const steps = fc.array(
  fc.record({
    rows,
    isLive: fc.constantFrom(true, true, true, false),
    asks: fc.integer({ min: -24, max: 1 }),
  }),
  {
    minLength: 1,
    maxLength: 6,
  },
)

test('behavior: what is remembered is what the store would say', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await app.app.store.engine.command('TRUNCATE TABLE almanac.fact_tvl SYNC')
      memory = new GuardMemory(app.app.store)
      for (const step of all) {
        const unique = new Map(
          step.rows.map((one) => [`${one.hours} ${one.chain} ${one.section}`, one]),
        )
        await write(
          [...unique.values()].map(({ hours, tvlUsd, ...more }) => row(hours, tvlUsd, more)),
          step.isLive,
        )
        const remembered = await pastAt(step.asks)
        const stored = await pastAt(step.asks, new GuardMemory(app.app.store))
        for (const line of [TOTAL, 'tvl', 'staking']) {
          expect(remembered.line(line).between(0, at(1_000))).toEqual(
            stored.line(line).between(0, at(1_000)),
          )
          for (let value = 1; value <= 9; value++)
            expect(remembered.line(line).repeats(value, at(step.asks))).toEqual(
              stored.line(line).repeats(value, at(step.asks)),
            )
        }
        expect(new Map(remembered.parts)).toEqual(new Map(stored.parts))
      }
    }),
    { numRuns: 10, endOnFailure: true },
  )
})
