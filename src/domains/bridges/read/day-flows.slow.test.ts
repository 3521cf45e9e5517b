import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { States } from '../../../cache/states.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import type { DailyFlows } from '../derive/flow.ts'
import { bridgeTransfers } from '../facts.ts'
import { at, transferRow } from '../facts-for-tests.ts'
import { type DayFlows, dayFlowsState } from './day-flows.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
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

function daysOf(flows: DailyFlows): [number, number[]][] {
  const days = Array.from(
    { length: flows.endDay - flows.firstDay },
    (_, index) => flows.firstDay + index,
  )
  return days.map((day) => {
    const { depositUsd, withdrawUsd, depositTxs, withdrawTxs } = flows.ofDay(day)
    const lastSec = day === flows.endDay - 1 ? [flows.lastSec] : []
    return [day, [depositUsd, withdrawUsd, depositTxs, withdrawTxs, ...lastSec]]
  })
}

function totalsOf(flows: DayFlows): Map<string, number[]> {
  const totals = [...flows].flatMap(([bridge, chains]) =>
    [...chains].flatMap(([chain, days]) =>
      daysOf(days).map(([day, row]): [string, number[]] => [`${bridge} ${chain} ${day}`, row]),
    ),
  )
  return new Map(totals.filter(([, row]) => row.some((value) => value > 0)))
}

/**
 * Where the days of each bridge and chain begin and end: a series starts with a day that has a
 * transfer.
 */
function endsOf(flows: DayFlows): [string, number, number][] {
  return [...flows].flatMap(([bridge, chains]) =>
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
      await store.engine.command(sql`TRUNCATE TABLE almanac.fact_bridge_transfers SYNC`)
      const states = new States(store)
      let followed: DayFlows = new Map()
      for (const rows of runs) {
        await app.put(
          bridgeTransfers,
          rows.map((row) => ({ ...transferRow(row), quality: row.quality })),
        )
        followed = await states.get(dayFlowsState, store.snapshot())
      }
      const built = await new States(store).get(dayFlowsState, store.snapshot())
      expect([...totalsOf(followed)]).toEqual([...totalsOf(built)])
      expect(endsOf(followed)).toEqual(endsOf(built))
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
