import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { States } from '../../cache/states.ts'
import { prices } from '../coins/public.ts'
import { protocols } from '../registry/public.ts'
import { rwaAssets, rwaExcluded, rwaPositions, rwaSupply } from './facts.ts'
import { asset, at, excluded, PROTOCOLS, position, price, supply } from './facts-for-tests.ts'
import { expectCoherent } from './invariants-for-tests.ts'
import { historiesState } from './read/histories.ts'

const units = fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1e10, noNaN: true }))
const daysAgo = fc.integer({ min: 0, max: 20 })
const chain = fc.constantFrom('ethereum', 'base', 'My Chain')
const onePer = {
  maxLength: 8,
  selector: (row: { daysAgo: number; chain?: string; holder?: string }) =>
    [row.daysAgo, row.chain, row.holder].join(),
}
const made = fc.record({
  stablecoin: fc.boolean(),
  governance: fc.boolean(),
  type: fc.constantFrom('Asset', 'Wrapper', null),
  group: fc.constantFrom('Treasuries', 'Gold', null),
  issuer: fc.constantFrom('A Trust', 'B Trust', null),
  activeMcapData: fc.boolean(),
  supplies: fc.uniqueArray(fc.record({ daysAgo, chain, amount: units }), onePer),
  holdings: fc.uniqueArray(
    fc.record({ daysAgo, chain, holder: fc.constantFrom('0xa', '0xb'), amount: units }),
    onePer,
  ),
  positions: fc.uniqueArray(
    fc.record({ daysAgo, chain, holder: fc.constantFrom('1', '2', '3'), amount: units }),
    onePer,
  ),
  quotes: fc.uniqueArray(
    fc.record({ daysAgo, amount: fc.double({ min: 0, max: 100, noNaN: true }) }),
    onePer,
  ),
})
type Made = typeof made extends fc.Arbitrary<infer M> ? M : never

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, PROTOCOLS)
})

afterAll(() => app.stop())

/** Puts assets in, run by run; an asset that is put in again gets more rows and corrections. */
async function put(list: readonly Made[]): Promise<void> {
  const rows = list.map((each, index) => ({ ...each, id: String(index + 1) }))
  await app.put(
    rwaAssets,
    rows.map(({ id, stablecoin, governance, type, group, issuer, activeMcapData }) =>
      asset({
        id,
        stablecoin,
        governance,
        type,
        assetGroup: group,
        category: group === null ? [] : [group],
        issuer,
        activeMcapData,
        aggregatorId: id,
      }),
    ),
  )
  const supplies = rows.flatMap(({ id, supplies: own }) =>
    own.map((row) => supply(id, row.chain, at(row.daysAgo), row.amount)),
  )
  const holdings = rows.flatMap(({ id, holdings: own }) =>
    own.map((row) => excluded(id, row.chain, row.holder, at(row.daysAgo), row.amount)),
  )
  const positions = rows.flatMap(({ id, positions: own }) =>
    own.map((row) => position(id, row.chain, row.holder, at(row.daysAgo), row.amount)),
  )
  const quotes = rows.flatMap(({ id, quotes: own }) =>
    own.map((row) => price(id, at(row.daysAgo), row.amount)),
  )
  for (const [fact, all] of [
    [rwaSupply, supplies],
    [rwaExcluded, holdings],
    [rwaPositions, positions],
    [prices, quotes],
  ] as const) {
    if (all.length > 0) await app.put(fact, all)
  }
}

test('behavior: buckets and chains add up, charts end in the lists, and what was followed equals what is made anew', async () => {
  const followed = new States(app.app.store)
  await fc.assert(
    fc.asyncProperty(fc.array(made, { minLength: 1, maxLength: 4 }), async (list) => {
      await put(list)
      await expectCoherent(app)
      const { store } = app.app
      const plain = async (states: States) =>
        [...(await states.get(historiesState, store.snapshot()))].map(([id, { places }]) => [
          id,
          places,
        ])
      expect(await plain(followed)).toEqual(await plain(new States(store)))
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
