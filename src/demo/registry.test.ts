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
