import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { States } from '../../cache/states.ts'
import { tokens } from '../registry/public.ts'
import { liquidity } from './facts.ts'
import { coinNamesState } from './read.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

const coin = fc.constantFrom('base:0xa', 'base:0xb', 'base:0xc')
/** A run brings a sample, a description, or both. */
const run = fc.record({
  sampled: fc.option(coin),
  described: fc.option(
    fc.record({
      coin,
      symbol: fc.constantFrom('ONE', 'TWO'),
      redirect: fc.option(fc.constant('aggregator:one')),
    }),
  ),
  isHeld: fc.boolean(),
})

test('behavior: names brought up to date run by run equal those made anew', async () => {
  const { store } = app.app
  const followed = new States(store)
  let world = 0
  await fc.assert(
    fc.asyncProperty(fc.array(run, { minLength: 2, maxLength: 6 }), async (runs) => {
      world++
      for (const { sampled, described, isHeld } of runs) {
        if (sampled !== null) {
          const sample = {
            token: `${sampled}${world}`,
            pool: 'p',
            atSec: NOW_SEC,
            liquidityUsd: 1,
            quality: isHeld ? 'held' : 'ok',
          }
          await app.put(liquidity, [sample])
        }
        if (described !== null)
          await app.put(tokens, [{ ...described, coin: `${described.coin}${world}`, name: 'Name' }])
        const snapshot = store.snapshot()
        expect(await followed.get(coinNamesState, snapshot)).toEqual(
          await new States(store).get(coinNamesState, snapshot),
        )
      }
    }),
    { numRuns: 12 },
  )
})
