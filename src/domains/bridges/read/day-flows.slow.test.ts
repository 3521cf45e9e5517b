import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { States } from '../../../cache/states.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { DayTable } from '../day-table.ts'
import { bridgeTransfers } from '../facts.ts'
import { at, transferRow } from '../facts-for-tests.ts'
import { type DayFlows, dayFlowsState } from './day-flows.ts'

let app: TestApp
let states: States

beforeAll(async () => {
  app = await TestApp.start()
  states = new States(app.app.store)
})

afterAll(() => app.stop())

const transfer = fc.record({
  bridge: fc.constantFrom(1, 2),
  chain: fc.constantFrom('ethereum', 'base'),
  atSec: fc.integer({ min: 0, max: 5 }).map((step) => at(2) + step * 40_000),
  txHash: fc.constantFrom('0xa', '0xb'),
  valueUsd: fc.oneof(fc.constant(null), fc.constantFrom(0, 0.1, 12.34, 1e9)),
  isDeposit: fc.boolean(),
  isUndone: fc.constantFrom(null, null, false, true),
  quality: fc.constantFrom('ok', 'ok', 'ok', 'held'),
})

const runOfTransfers = fc.uniqueArray(transfer, {
  minLength: 1,
  maxLength: 6,
  selector: ({ bridge, chain, atSec, txHash }) => `${bridge} ${chain} ${atSec} ${txHash}`,
})

type Row = typeof transfer extends fc.Arbitrary<infer R> ? R : never

/**
 * What the newest version of each transfer adds up to, unless it undoes it, by `<bridge> <chain>
 * <day>`, counted the plain way.
 */
function countPlainly(runs: readonly Row[][]): Map<string, number[]> {
  const served = runs.flat().filter(({ quality }) => quality === 'ok')
  const newest = new Map(
    served.map((row) => [`${row.bridge} ${row.chain} ${row.atSec} ${row.txHash}`, row]),
  )
  const standing = [...newest.values()].filter(({ isUndone }) => isUndone !== true)
  const cells = Map.groupBy(
    standing,
    ({ bridge, chain, atSec }) => `${bridge} ${chain} ${Math.floor(atSec / DAY_SEC)}`,
  )
  const sum = (rows: Row[]) => rows.reduce((total, { valueUsd }) => total + (valueUsd ?? 0), 0)
  return new Map(
    [...cells].map(([key, rows]) => {
      const [deposits, withdrawals] = [
        rows.filter(({ isDeposit }) => isDeposit),
        rows.filter(({ isDeposit }) => !isDeposit),
      ]
      const lastSec = Math.max(...rows.map(({ atSec }) => atSec))
      return [key, [sum(deposits), sum(withdrawals), deposits.length, withdrawals.length, lastSec]]
    }),
  )
}

function daysOf(table: DayTable): [number, number[]][] {
  const days = Array.from(
    { length: table.endDay - table.firstDay },
    (_, index) => table.firstDay + index,
  )
  return days.map((day) => [
    day,
    ([0, 1, 2, 3, 4] as const).map((column) => table.get(day, column)),
  ])
}

function totalsOf(flows: DayFlows): Map<string, number[]> {
  const totals = [...flows].flatMap(([bridge, { chains }]) =>
    [...chains].flatMap(([chain, table]) =>
      daysOf(table).map(([day, row]): [string, number[]] => [`${bridge} ${chain} ${day}`, row]),
    ),
  )
  return new Map(totals.filter(([, row]) => row.some((value) => value > 0)))
}

/**
 * Where the days of each bridge and chain begin and end: a series starts with a day that has a
 * transfer.
 */
function endsOf(flows: DayFlows): [string, number, number][] {
  return [...flows].flatMap(([bridge, { chains }]) =>
    [...chains].map(([chain, { firstDay, endDay }]): [string, number, number] => [
      `${bridge} ${chain}`,
      firstDay,
      endDay,
    ]),
  )
}

test('behavior: following runs gives what reading anew gives, which is what counting plainly gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(runOfTransfers, { minLength: 1, maxLength: 4 }), async (runs) => {
      const { store } = app.app
      await store.engine.command('TRUNCATE TABLE almanac.fact_bridge_transfers SYNC')
      let followed: DayFlows | undefined
      let lastRun = 0
      for (const rows of runs) {
        const run = await app.put(
          bridgeTransfers,
          rows.map((row) => ({ ...transferRow(row), quality: row.quality })),
        )
        const snapshot = store.snapshot()
        followed =
          followed === undefined
            ? await build(snapshot)
            : await dayFlowsState.update?.(followed, snapshot, lastRun, states)
        lastRun = run
      }
      const built = await build(store.snapshot())
      expect(totalsOf(followed ?? new Map())).toEqual(totalsOf(built))
      expect(endsOf(followed ?? new Map())).toEqual(endsOf(built))
      const plain = countPlainly(runs)
      const totals = totalsOf(built)
      expect([...totals.keys()].sort()).toEqual([...plain.keys()].sort())
      for (const [key, row] of totals) {
        for (const [index, value] of row.entries())
          expect(value).toBeCloseTo(plain.get(key)?.[index] ?? -1, 6)
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

function build(snapshot: Parameters<typeof dayFlowsState.build>[0]): Promise<DayFlows> {
  return dayFlowsState.build(snapshot, states)
}
