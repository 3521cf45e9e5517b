import fc from 'fast-check'
import { afterEach, beforeEach, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { protocolRow } from '../registry/protocol-row.ts'
import { protocols } from '../registry/public.ts'
import type { Item } from '../tvl/invariants-for-tests.ts'
import { tvlRecords } from '../tvl/public.ts'
import { forkLinks, oracleLinks } from './facts.ts'
import {
  expectCategories,
  expectForks,
  expectOracles,
  expectOraclesAddUp,
  readDetails,
} from './invariants-for-tests.ts'
import { at, forkLink, oracleLink, record } from './world-for-tests.ts'

let app: TestApp
let world = 0

beforeEach(async () => {
  app = await TestApp.start()
})

afterEach(() => app.stop())

const usd = fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1e10, noNaN: true }))
const timestamp = fc.record({
  daysAgo: fc.integer({ min: 0, max: 9 }),
  hour: fc.constantFrom(0, 1, 5, 11),
  values: fc.dictionary(
    fc.constantFrom('ethereum', 'bsc', 'base', 'ethereum-staking', 'bsc-borrowed'),
    usd,
    { minKeys: 1, maxKeys: 4 },
  ),
})
const link = fc.record({
  oracle: fc.constantFrom('Arrow', 'Bell', 'Cairn'),
  chain: fc.constantFrom('all', 'ethereum', 'bsc'),
  fromDaysAgo: fc.constantFrom(20, 6, 3),
  untilDaysAgo: fc.constantFrom(null, 2, 1),
})
const member = fc.record({
  category: fc.constantFrom('Dexs', 'Lending', 'Yield', 'CEX', 'Bridge', 'Liquid Staking', null),
  isDead: fc.boolean(),
  original: fc.constantFrom(null, 0, 1),
  type: fc.constantFrom('Aggregator', 'Primary'),
  links: fc.uniqueArray(link, {
    maxLength: 3,
    selector: ({ oracle, chain, fromDaysAgo }) => [oracle, chain, fromDaysAgo].join(),
  }),
  records: fc.uniqueArray(timestamp, {
    maxLength: 5,
    selector: ({ daysAgo, hour }) => daysAgo * 24 - hour,
  }),
})
type Made = typeof member extends fc.Arbitrary<infer M> ? M : never

const idOf = (index: number) => `${world}-${index}`
const nameOf = (index: number) => `Member ${world} ${index}`

async function put(members: readonly Made[], typeOf: (made: Made) => string): Promise<Item[]> {
  world++
  await app.put(
    protocols,
    members.map(({ category, isDead }, index) =>
      protocolRow({
        id: idOf(index),
        name: nameOf(index),
        category,
        deadFromSec: isDead ? at(1) : null,
      }),
    ),
  )
  await app.put(
    tvlRecords,
    members.flatMap(({ records }, index) =>
      records.flatMap(({ daysAgo, hour, values }) =>
        record(idOf(index), at(daysAgo, hour), values),
      ),
    ),
  )
  await app.put(
    oracleLinks,
    members.flatMap((made, index) =>
      made.links.map(({ oracle, chain, fromDaysAgo, untilDaysAgo }) =>
        oracleLink(idOf(index), oracle, typeOf(made), {
          chain,
          atSec: at(fromDaysAgo),
          untilSec: untilDaysAgo === null ? null : at(untilDaysAgo),
        }),
      ),
    ),
  )
  await app.put(
    forkLinks,
    members.flatMap(({ original }, index) =>
      original === null || original === index ? [] : [forkLink(idOf(index), idOf(original))],
    ),
  )
  return (await app.get('/protocols')).body as Item[]
}

const worlds = fc.array(member, { minLength: 2, maxLength: 5 })

function check(numRuns: number, holds: (members: Made[]) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(worlds, holds), { numRuns, endOnFailure: true })
}

test('behavior: categories add up to what protocols hold, on every day; the newest point is what /protocols says', async () => {
  await check(6, async (members) => {
    const items = await put(members, ({ type }) => type)
    await expectCategories(app, items, await readDetails(app, items))
  })
})

test('behavior: chains add up to oracles and to the total; every chart says the same of an oracle', async () => {
  await check(6, async (members) => {
    await put(members, ({ type }) => type)
    await expectOracles(app)
  })
})

test('behavior: members of aggregators add up to the whole', async () => {
  await check(6, async (members) => {
    await put(members, () => 'Aggregator')
    await expectOraclesAddUp(app)
  })
})

test('behavior: every chart says the same of the forks of a protocol', async () => {
  await check(5, async (members) => {
    await put(members, ({ type }) => type)
    await expectForks(app, new Map())
  })
})
