import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { States } from '../../../cache/states.ts'
import { tvlRecords, tvlTokens } from '../facts.ts'
import { at, record, tokenRecord } from '../facts-for-tests.ts'
import { newestTokensState } from './newest-tokens.ts'
import { recentTvlState } from './recent.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

const row = fc.record({
  protocol: fc.constantFrom('1', '2', '3'),
  daysAgo: fc.constantFrom(0, 1, 14, 40),
  hour: fc.constantFrom(0, 11),
  chain: fc.constantFrom('ethereum', 'bsc'),
  section: fc.constantFrom('tvl', 'staking'),
  usd: fc.integer({ min: 0, max: 1_000 }),
  quality: fc.constantFrom('ok', 'held', 'carried'),
})
const run = fc.uniqueArray(row, {
  minLength: 1,
  maxLength: 6,
  selector: ({ protocol, daysAgo, hour, chain, section }) =>
    [protocol, daysAgo, hour, chain, section].join(),
})
const runs = fc.array(run, { minLength: 2, maxLength: 4 })

test('behavior: following runs equals loading all', async () => {
  const { store } = app.app
  const followed = new States(store)
  let world = 0
  await fc.assert(
    fc.asyncProperty(runs, async (list) => {
      world++
      for (const rows of list) {
        const id = (protocol: string) => `${world}-${protocol}`
        await app.put(
          tvlRecords,
          rows.flatMap(({ protocol, daysAgo, hour, chain, section, usd, quality }) =>
            record(id(protocol), at(daysAgo, hour), { [`${chain}-${section}`]: usd }).map(
              (made) => ({
                ...made,
                quality,
              }),
            ),
          ),
        )
        await app.put(
          tvlTokens,
          rows.flatMap(({ protocol, daysAgo, hour, chain, section, usd, quality }) =>
            tokenRecord(id(protocol), at(daysAgo, hour), {
              [`${chain}:0xa AAA ${section}`]: [usd, usd],
            }).map((made) => ({
              ...made,
              quality,
            })),
          ),
        )
        const snapshot = store.snapshot()
        const anew = new States(store)
        expect([...(await followed.get(recentTvlState, snapshot))]).toEqual([
          ...(await anew.get(recentTvlState, snapshot)),
        ])
        expect([...(await followed.get(newestTokensState, snapshot))]).toEqual([
          ...(await anew.get(newestTokensState, snapshot)),
        ])
      }
    }),
    { numRuns: 6 },
  )
})

test('behavior: a request keeps the value it began with', async () => {
  const { store } = app.app
  const states = new States(store)
  await app.put(tvlRecords, record('kept', at(0, 10), { ethereum: 1 }))
  await app.put(tvlTokens, tokenRecord('kept', at(0, 10), { 'ethereum:0xa AAA': [1, 1] }))
  const [records, tokens] = [
    await states.get(recentTvlState, store.snapshot()),
    await states.get(newestTokensState, store.snapshot()),
  ]
  await app.put(tvlRecords, record('kept', at(0, 11), { ethereum: 2 }))
  await app.put(tvlTokens, tokenRecord('kept', at(0, 11), { 'ethereum:0xa AAA': [2, 2] }))
  expect((await states.get(recentTvlState, store.snapshot())).get('kept')?.newestSec).toBe(
    at(0, 11),
  )
  expect((await states.get(newestTokensState, store.snapshot())).get('kept')?.newestSec).toBe(
    at(0, 11),
  )
  expect([records.get('kept')?.newestSec, tokens.get('kept')?.newestSec]).toEqual([
    at(0, 10),
    at(0, 10),
  ])
})
