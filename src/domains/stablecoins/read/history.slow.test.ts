import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { States } from '../../../cache/states.ts'
import { sql } from '../../../lib/sql.ts'
import { commitRun } from '../../../runs/run.ts'
import { prices } from '../../coins/public.ts'
import { stablecoinBridged, stablecoinSupply, stablecoins } from '../facts.ts'
import { at, bridged, price, stablecoin, supply } from '../facts-for-tests.ts'
import { historiesState } from './assets.ts'
import { dailyPricesState } from './rates.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

const row = fc.record({
  asset: fc.constantFrom('1', '2'),
  daysAgo: fc.constantFrom(0, 1, 2, 9),
  hour: fc.constantFrom(0, 11),
  chain: fc.constantFrom('ethereum', 'bsc'),
  source: fc.constantFrom('tron', 'base'),
  units: fc.integer({ min: 0, max: 1_000 }),
  quality: fc.constantFrom('ok', 'held', 'carried'),
})
const run = fc.uniqueArray(row, {
  minLength: 1,
  maxLength: 6,
  selector: ({ asset, daysAgo, hour, chain, source }) =>
    [asset, daysAgo, hour, chain, source].join(),
})

test('behavior: following runs equals loading all', async () => {
  const { store } = app.app
  const followed = new States(store)
  let world = 0
  await fc.assert(
    fc.asyncProperty(fc.array(run, { minLength: 2, maxLength: 4 }), async (runs) => {
      world++
      for (const rows of runs) {
        const marked = rows.map((each) => ({ ...each, id: `${world}${each.asset}` }))
        const once = marked.filter(({ source }) => source === 'tron')
        const supplies = once.map(({ id, chain, daysAgo, hour, units, quality }) => ({
          ...supply(id, chain, at(daysAgo, hour), units, units / 4),
          quality,
        }))
        const amounts = marked.map(({ id, chain, source, daysAgo, hour, units, quality }) => ({
          ...bridged(id, chain, source, at(daysAgo, hour), units),
          quality,
        }))
        const quotes = once
          .filter(({ chain }) => chain === 'bsc')
          .map(({ id, daysAgo, hour, units, quality }) => ({
            ...price(id, at(daysAgo, hour), units),
            quality,
          }))
        await app.put(
          stablecoins,
          [...new Set(marked.map(({ id }) => id))].map((id) =>
            stablecoin({ id, aggregatorId: id }),
          ),
        )
        if (supplies.length > 0) await app.put(stablecoinSupply, supplies)
        await app.put(stablecoinBridged, amounts)
        if (quotes.length > 0) await app.put(prices, quotes)
        const snapshot = store.snapshot()
        const anew = new States(store)
        expect([...(await followed.get(historiesState, snapshot))]).toEqual([
          ...(await anew.get(historiesState, snapshot)),
        ])
        expect(await followed.get(dailyPricesState, snapshot)).toEqual(
          await anew.get(dailyPricesState, snapshot),
        )
      }
    }),
    { numRuns: 5 },
  )
})

test('behavior: a request keeps the value it began with', async () => {
  const { store } = app.app
  const states = new States(store)
  await app.put(stablecoinSupply, [supply('900', 'ethereum', at(0, 1), 5)])
  const before = await states.get(historiesState, store.snapshot())
  await app.put(stablecoinSupply, [supply('900', 'ethereum', at(0, 2), 6)])
  const after = await states.get(historiesState, store.snapshot())
  expect([before, after].map((histories) => histories.get('900')?.totals.circulating[0])).toEqual([
    5, 6,
  ])
})

test('behavior: a large run is read like a small one, many rows at a time', async () => {
  const { store } = app.app
  const states = new States(store)
  await states.get(historiesState, store.snapshot())
  // 40 stablecoins on 2 chains on 1,000 days: 80,000 rows; each day 2 × (number of the stablecoin).
  await commitRun(store, { source: 'test', clock: app.app.clock }, async (stage) => {
    await stage.insertSelect(
      stablecoinSupply,
      sql`SELECT toString(5000 + number % 40) AS asset, if(intDiv(number, 40) % 2 = 0, 'bsc', 'base') AS chain,
        toUInt32(${at(0)} - intDiv(number, 80) * 86400) AS atSec, toFloat64(number % 40) AS minted, 0. AS unreleased FROM numbers(80000)`,
    )
    return { accepted: 80_000, rejected: 0, held: 0 }
  })
  const histories = await states.get(historiesState, store.snapshot())
  const made = [...histories].filter(([id]) => id.startsWith('50'))
  expect(made.length).toBe(40)
  for (const [id, { totals, firstDay, endDay }] of made) {
    expect(endDay - firstDay).toBe(999)
    expect(new Set(totals.circulating)).toEqual(new Set([2 * (Number(id) - 5_000)]))
  }
})
