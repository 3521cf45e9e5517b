import fc from 'fast-check'
import { test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { prices } from '../coins/public.ts'
import { stablecoinBridged, stablecoinSupply, stablecoins } from './facts.ts'
import { at, bridged, price, stablecoin, supply } from './facts-for-tests.ts'
import { expectCoherent } from './invariants-for-tests.ts'

const units = fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1e10, noNaN: true }))
const timestamp = { daysAgo: fc.integer({ min: 0, max: 40 }), hour: fc.constantFrom(0, 5, 11) }
const chain = fc.constantFrom('ethereum', 'base', 'tron', 'My Chain')
const made = fc.record({
  pegType: fc.constantFrom('peggedUSD', 'peggedEUR', 'peggedVAR'),
  supplies: fc.uniqueArray(
    fc.record({ ...timestamp, chain, minted: units, unreleased: fc.oneof(fc.constant(0), units) }),
    {
      maxLength: 6,
      selector: ({ daysAgo, hour, chain: on }) => `${daysAgo} ${hour} ${on}`,
    },
  ),
  bridges: fc.uniqueArray(fc.record({ ...timestamp, chain, source: chain, amount: units }), {
    maxLength: 5,
    selector: ({ daysAgo, hour, chain: on, source }) => `${daysAgo} ${hour} ${on} ${source}`,
  }),
  quotes: fc.uniqueArray(
    fc.record({ ...timestamp, usd: fc.double({ min: 0, max: 5, noNaN: true }) }),
    {
      maxLength: 4,
      selector: ({ daysAgo, hour }) => `${daysAgo} ${hour}`,
    },
  ),
})

type Made = typeof made extends fc.Arbitrary<infer M> ? M : never

async function put(app: TestApp, list: readonly Made[]): Promise<void> {
  const id = (index: number) => String(index + 1)
  await app.put(
    stablecoins,
    list.map(({ pegType }, index) =>
      stablecoin({ id: id(index), pegType, aggregatorId: id(index) }),
    ),
  )
  const supplies = list.flatMap((each, index) =>
    each.supplies.map(({ chain: on, daysAgo, hour, minted, unreleased }) =>
      supply(id(index), on, at(daysAgo, hour), minted, unreleased),
    ),
  )
  const bridges = list.flatMap((each, index) =>
    each.bridges.map(({ chain: on, source, daysAgo, hour, amount }) =>
      bridged(id(index), on, source, at(daysAgo, hour), amount),
    ),
  )
  const quotes = list.flatMap((each, index) =>
    each.quotes.map(({ daysAgo, hour, usd }) => price(id(index), at(daysAgo, hour), usd)),
  )
  if (supplies.length > 0) await app.put(stablecoinSupply, supplies)
  if (bridges.length > 0) await app.put(stablecoinBridged, bridges)
  if (quotes.length > 0) await app.put(prices, quotes)
}

test('behavior: chains add up to totals, charts agree with lists at the last point, and every stablecoin with the sum of all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(made, { minLength: 1, maxLength: 4 }), async (list) => {
      // A store of its own for each world: what is newest in one would be the present of all.
      const app = await TestApp.start()
      try {
        await put(app, list)
        await expectCoherent(app)
      } finally {
        await app.stop()
      }
    }),
    { numRuns: 5, endOnFailure: true },
  )
})
