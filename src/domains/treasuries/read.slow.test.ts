import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { States } from '../../cache/states.ts'
import { treasuryHoldings } from './facts.ts'
import { at, record } from './facts-for-tests.ts'
import { newestHoldingsState } from './read.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

const row = fc.record({
  holder: fc.constantFrom('1', '2', '3'),
  daysAgo: fc.constantFrom(0, 1, 40),
  hour: fc.constantFrom(0, 11),
  token: fc.constantFrom('ethereum:0xa', 'ethereum:0xb', 'bsc:0xa'),
  amount: fc.integer({ min: 0, max: 1_000 }),
  isHeld: fc.boolean(),
})
const rows = fc.uniqueArray(row, {
  minLength: 1,
  maxLength: 6,
  selector: ({ holder, daysAgo, hour, token }) => [holder, daysAgo, hour, token].join(),
})

test('behavior: following runs equals loading all', async () => {
  const { store } = app.app
  const followed = new States(store)
  let world = 0
  await fc.assert(
    fc.asyncProperty(fc.array(rows, { minLength: 2, maxLength: 5 }), async (runs) => {
      world++
      for (const list of runs) {
        const made = list.flatMap(({ holder, daysAgo, hour, token, amount, isHeld }) =>
          record(`${world}-${holder}`, at(daysAgo, hour), { [token]: amount }).map((one) => ({
            ...one,
            quality: isHeld ? 'held' : 'ok',
          })),
        )
        await app.put(treasuryHoldings, made)
        const snapshot = store.snapshot()
        expect([...(await followed.get(newestHoldingsState, snapshot))]).toEqual([
          ...(await new States(store).get(newestHoldingsState, snapshot)),
        ])
      }
    }),
    { numRuns: 12 },
  )
})

test('behavior: a request keeps the value it began with', async () => {
  const { store } = app.app
  const states = new States(store)
  await app.put(treasuryHoldings, record('kept', at(0, 10), { 'ethereum:0xa': 1 }))
  const before = await states.get(newestHoldingsState, store.snapshot())
  await app.put(treasuryHoldings, record('kept', at(0, 11), { 'ethereum:0xa': 2 }))
  const holding = (amount: number) => [{ chain: 'ethereum', token: 'ethereum:0xa', amount }]
  expect((await states.get(newestHoldingsState, store.snapshot())).get('kept')).toEqual({
    newestSec: at(0, 11),
    holdings: holding(2),
  })
  expect(before.get('kept')).toEqual({ newestSec: at(0, 10), holdings: holding(1) })
})
