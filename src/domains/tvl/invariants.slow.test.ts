import fc from 'fast-check'
import { afterEach, beforeEach, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { protocols } from '../registry/public.ts'
import { SECTIONS, tvlRecords } from './facts.ts'
import { at, bodyOf, protocolRow, record } from './facts-for-tests.ts'
import {
  counts,
  type Detail,
  expectChains,
  expectFamily,
  expectHistory,
  expectOneFigure,
  expectSame,
  type Item,
  shareOf,
} from './invariants-for-tests.ts'

let app: TestApp
let world = 0

beforeEach(async () => {
  app = await TestApp.start()
})

afterEach(() => app.stop())

const timestamp = fc.record({
  daysAgo: fc.integer({ min: 0, max: 9 }),
  hour: fc.constantFrom(0, 1, 5, 11),
  values: fc.dictionary(
    fc.constantFrom(
      'ethereum',
      'bsc',
      'wc',
      'ethereum-staking',
      ...SECTIONS.map((section) => `bsc-${section}`),
    ),
    usd(),
    {
      minKeys: 1,
      maxKeys: 4,
    },
  ),
})

const member = fc.record({
  category: fc.constantFrom('Dexs', 'Lending', 'Yield', 'CEX', 'Liquid Staking', null),
  doubleCounted: fc.boolean(),
  isDead: fc.boolean(),
  isChild: fc.boolean(),
  isLeftOut: fc.boolean(),
  records: fc.uniqueArray(timestamp, {
    maxLength: 6,
    selector: ({ daysAgo, hour }) => daysAgo * 24 - hour,
  }),
})

type Member = typeof member extends fc.Arbitrary<infer M> ? M : never

function usd(): fc.Arbitrary<number> {
  return fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1e10, noNaN: true }))
}

/** Puts a world into the store, with ids of its own, and returns the items that are then listed. */
async function put(
  members: readonly Member[],
): Promise<{ items: Item[]; parent: string; family: string[] }> {
  world++
  const parent = `parent#family-${world}`
  const id = (index: number) => `${world}-${index}`
  await app.put(protocols, [
    protocolRow({ id: parent, name: `Family ${world}` }),
    ...members.map(({ category, doubleCounted, isDead, isChild, isLeftOut }, index) =>
      protocolRow({
        id: id(index),
        name: `Member ${world} ${index}`,
        category,
        doubleCounted,
        deadFromSec: isDead ? at(1) : null,
        parent: isChild ? parent : null,
        excludedFromParent: isLeftOut,
      }),
    ),
  ])
  await app.put(
    tvlRecords,
    members.flatMap(({ records }, index) =>
      records.flatMap(({ daysAgo, hour, values }) => record(id(index), at(daysAgo, hour), values)),
    ),
  )
  const items = await bodyOf<Item[]>(app, '/protocols')
  const family = members.flatMap(({ isChild, isLeftOut, records }, index) =>
    isChild && !isLeftOut && records.length > 0 ? [id(index)] : [],
  )
  return { items, parent, family }
}

const worlds = fc.array(member, { minLength: 1, maxLength: 5 })

function check(
  numRuns: number,
  holds: (made: Awaited<ReturnType<typeof put>>) => Promise<void>,
): Promise<void> {
  return fc.assert(
    fc.asyncProperty(worlds, async (members) => holds(await put(members))),
    { numRuns, endOnFailure: true },
  )
}

test('behavior: every endpoint says the same of a protocol', async () => {
  await check(6, async ({ items }) => {
    for (const item of items.filter(({ id }) => id.startsWith(`${world}-`)))
      await expectOneFigure(app, item)
  })
})

test('behavior: children add up to their parent', async () => {
  await check(6, async ({ items, parent, family }) => {
    if (family.length === 0) return
    await expectFamily(
      app,
      parent,
      items.filter(({ id }) => family.includes(id)),
    )
  })
})

test('behavior: /v2/chains adds up the protocols that count', async () => {
  await check(8, ({ items }) => expectChains(app, items))
})

test('behavior: the history of all chains adds up the chains, and each chain its protocols, on every day', async () => {
  await check(5, async ({ items }) => {
    const history = await expectHistory(app)
    const counted = items.filter(counts)
    const details = new Map<string, Detail>()
    for (const { id } of counted)
      details.set(id, await bodyOf<Detail>(app, `/protocol/${id}?fields=tvl,chainTvls`))
    for (const { date, tvl } of history) {
      for (const chain of ['Ethereum', 'BSC', 'World Chain']) {
        const shares = counted.map((item) =>
          shareOf(item, details.get(item.id) as Detail, chain, date),
        )
        expectSame(
          tvl[chain] ?? 0,
          shares.reduce((sum, share) => sum + share, 0),
          `${chain} on ${date}`,
        )
      }
    }
  })
})
