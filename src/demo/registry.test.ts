import { expect, test } from 'vitest'
import { demoMarket } from './market/market.ts'
import { listHallmarks } from './registry.ts'

const DAY_SEC = 86_400
const FIRST_SEC = 1_000 * DAY_SEC

test('default: a version opens and an older one closes on the days that their figures begin and end', () => {
  // Newfjord Swap has been there from the start in its first version, which ends on day 530; the
  // second comes on day 304.
  const family = demoMarket().protocols.filter(({ parent }) => parent === 'parent#newfjord-swap')
  expect(family.map(({ id, startDay, deadDay }) => [id, startDay, deadDay])).toEqual([
    ['37', 0, 530],
    ['38', 304, null],
  ])
  expect(listHallmarks(family, FIRST_SEC)).toEqual([
    { protocol: '37', onSec: 1_530 * DAY_SEC, event: 'Newfjord Swap V1 closes' },
    { protocol: '38', onSec: 1_304 * DAY_SEC, event: 'Newfjord Swap V2 opens' },
  ])
})

test('behavior: no protocol closes before opening', () => {
  for (const { startDay, deadDay } of demoMarket().protocols)
    expect(deadDay ?? Number.POSITIVE_INFINITY).toBeGreaterThan(startDay)
})

test('behavior: a share of the market has the first of each kind, as they are among all', () => {
  const all = demoMarket()
  const some = demoMarket(0.1)
  const byId = new Map(all.protocols.map((protocol) => [protocol.id, protocol]))
  for (const protocol of some.protocols) expect(protocol).toEqual(byId.get(protocol.id))
  const count = (category: string) =>
    some.protocols.filter((protocol) => protocol.category === category).length
  // A tenth of 44 is five, and two more that examples name; of six it is one.
  expect([count('Dexs'), count('CEX')]).toEqual([7, 1])
  expect(new Set(some.protocols.map(({ category }) => category)).size).toBe(19)
})
