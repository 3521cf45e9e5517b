import { expect, test } from 'vitest'
import { familyRow } from './family-row.ts'
import type { ProtocolRow } from './protocol-rows.ts'

const PLAIN: ProtocolRow = {
  ...{ id: '1', name: 'One', slug: 'one', symbol: 'ONE', category: 'Dexs', chains: ['Base'] },
  ...{ tvl: 110, shownTvl: 110, change_1h: null, change_1d: 10, change_7d: 10, mcap: 5 },
  ...{ parentProtocol: 'parent#pool', listedAt: 1, doublecounted: false, spark: [90, 100, 110] },
  ...{ month: null, isInTotals: true, fees24h: 1, revenue24h: null, volume24h: null },
  ...{ perps24h: null, users24h: 7, priceToFees: 1, priceToRevenue: 1, state: null },
}
const OTHER: ProtocolRow = {
  ...{ ...PLAIN, id: '2', name: 'Two', slug: 'two', chains: ['Base', 'Sui'], spark: [40, 30] },
  ...{ tvl: 30, change_1d: -25, fees24h: 2, category: 'Lending' },
}
const late = { state: 'late', atSec: 5, words: '', hold: null } as const

test('a parent is the sum of its children where these add up to the figure of the service', () => {
  const row = familyRow({ id: 'parent#pool', name: 'Pool', tvl: 140 }, [PLAIN, OTHER])
  expect(row).toMatchObject({
    ...{ slug: 'pool', tvl: 140, fees24h: 3, revenue24h: null, chains: ['Base', 'Sui'] },
    // 110 after 100 and 30 after 40; the newest two days: 100 + 40 and 110 + 30.
    ...{ change_1d: expect.closeTo(0, 9), change_1h: null, spark: [140, 140] },
    ...{ category: null, mcap: null, users24h: null, state: null },
  })
})

test('where a child is left out, only the figure of the service is shown', () => {
  const row = familyRow({ id: 'parent#pool', name: 'Pool', tvl: 110 }, [PLAIN, OTHER])
  expect(row).toMatchObject({ tvl: 110, change_1d: null, fees24h: null, spark: [] })
})

test('at a timestamp of the past the children are added; what is unknown stays so', () => {
  const parent = { id: 'parent#pool', name: 'Pool', tvl: null }
  expect(familyRow(parent, [PLAIN, OTHER]).tvl).toBe(140)
  expect(familyRow(parent, [PLAIN, { ...OTHER, tvl: null }]).tvl).toBeNull()
})

test('the state is the strongest of the children', () => {
  const parent = { id: 'parent#pool', name: 'Pool', tvl: 140 }
  expect(familyRow(parent, [PLAIN, { ...OTHER, state: late }]).state).toBe(late)
})
