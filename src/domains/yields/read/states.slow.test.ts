import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { States } from '../../../cache/states.ts'
import { lendingSamples, perpSamples, yieldPools, yieldSamples } from '../facts.ts'
import { at, lendingRow, perpRow, poolRow, sampleRow } from '../facts-for-tests.ts'
import { poolDescriptionState } from './pool-descriptions.ts'
import { poolHistoryState } from './pool-pasts.ts'
import { lendingState, perpState } from './samples.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

const row = fc.record({
  pool: fc.constantFrom('a', 'b', 'c'),
  daysAgo: fc.constantFrom(0, 1, 2, 7, 8, 29, 30, 31, 32, 60),
  hour: fc.constantFrom(0, 1, 9, 11, 12, 15, 23),
  apyPct: fc.option(fc.integer({ min: 0, max: 400 }), { freq: 9, nil: null }),
  isHeld: fc.boolean(),
})
const run = fc.uniqueArray(row, {
  minLength: 1,
  maxLength: 8,
  selector: ({ pool, daysAgo, hour }) => `${pool} ${daysAgo} ${hour}`,
})
const runs = fc.array(run, { minLength: 2, maxLength: 5 })

test('behavior: following runs equals loading all', async () => {
  const { store } = app.app
  const followed = new States(store)
  let world = 0
  await fc.assert(
    fc.asyncProperty(runs, async (list) => {
      world++
      for (const rows of list) {
        const id = (pool: string) => `${world}-${pool}`
        const quality = (isHeld: boolean) => (isHeld ? 'held' : 'ok')
        const pools = [...new Set(rows.map(({ pool }) => pool))]
        await app.put(
          yieldPools,
          pools.map((pool, index) => poolRow(id(pool), { symbol: `S${index}` })),
        )
        await app.put(
          yieldSamples,
          rows.map(({ pool, daysAgo, hour, apyPct, isHeld }) => ({
            ...sampleRow(id(pool), at(daysAgo, hour), { apyPct, tvlUsd: 1_000 + hour }),
            quality: quality(isHeld),
          })),
        )
        await app.put(
          lendingSamples,
          rows.map(({ pool, daysAgo, hour, isHeld }) => ({
            ...lendingRow(id(pool), at(daysAgo, hour), { totalSupplyUsd: hour }),
            quality: quality(isHeld),
          })),
        )
        await app.put(
          perpSamples,
          rows.map(({ pool, daysAgo, hour, apyPct, isHeld }) => ({
            ...perpRow(id(pool), at(daysAgo, hour), {
              fundingRatePrevious: apyPct,
              fundingTimePreviousSec: at(daysAgo, 0),
            }),
            quality: quality(isHeld),
          })),
        )
        const snapshot = store.snapshot()
        const anew = new States(store)
        for (const state of [poolHistoryState, poolDescriptionState, lendingState, perpState]) {
          const [ours, theirs] = [
            await followed.get<ReadonlyMap<string, unknown>>(state, snapshot),
            await anew.get<ReadonlyMap<string, unknown>>(state, snapshot),
          ]
          expect([...ours]).toEqual([...theirs])
        }
      }
    }),
    { numRuns: 8 },
  )
})

test('behavior: a request keeps the value it began with', async () => {
  const { store } = app.app
  const states = new States(store)
  await app.put(yieldSamples, [sampleRow('kept', at(0, 10), { apyPct: 1 })])
  const before = await states.get(poolHistoryState, store.snapshot())
  await app.put(yieldSamples, [sampleRow('kept', at(0, 11), { apyPct: 2 })])
  const after = await states.get(poolHistoryState, store.snapshot())
  expect([before.get('kept')?.newest.apyPct, after.get('kept')?.newest.apyPct]).toEqual([1, 2])
})

test('behavior: changes are right from one update to the next', async () => {
  const { store } = app.app
  const states = new States(store)
  await app.put(yieldSamples, [
    sampleRow('ahead', at(8), { apyPct: 3 }),
    sampleRow('ahead', at(1, 9), { apyPct: 1 }),
  ])
  await states.get(poolHistoryState, store.snapshot())
  // Each a day after the last: 24 h before 9:00 is 9:00, 7 days before 0:00 is 0:00.
  await app.put(yieldSamples, [sampleRow('ahead', at(0, 9), { apyPct: 2 })])
  expect(
    (await states.get(poolHistoryState, store.snapshot())).get('ahead')?.figures,
  ).toMatchObject({ change1dPct: 1, change7dPct: null })
  await app.put(yieldSamples, [sampleRow('ahead', at(-1), { apyPct: 9 })])
  expect(
    (await states.get(poolHistoryState, store.snapshot())).get('ahead')?.figures,
  ).toMatchObject({
    change1dPct: null,
    change7dPct: null,
  })
})

test('behavior: a pool that is measured again after long, beside one that never stopped', async () => {
  const { store } = app.app
  const states = new States(store)
  await app.put(yieldSamples, [
    sampleRow('straggler', at(60), { apyPct: 1 }),
    sampleRow('steady', at(2, 9), { apyPct: 1 }),
  ])
  await states.get(poolHistoryState, store.snapshot())
  await app.put(yieldSamples, [
    sampleRow('straggler', at(59), { apyPct: 3 }),
    sampleRow('steady', at(0, 9), { apyPct: 5 }),
  ])
  const snapshot = store.snapshot()
  const [followed, anew] = [
    await states.get(poolHistoryState, snapshot),
    await new States(store).get(poolHistoryState, snapshot),
  ]
  for (const pool of ['straggler', 'steady'])
    expect(followed.get(pool)?.figures).toEqual(anew.get(pool)?.figures)
  expect(followed.get('straggler')?.figures).toMatchObject({ change1dPct: 2, days: 2 })
})
