import { expect, test } from 'vitest'
import { Attribution, midnights, oneTimestamp } from './attribution.ts'
import { allOracles, groupOf, namedGroups } from './chart-groups.ts'

const DAY = 86_400

/**
 * A protocol of category Dexs on BSC, forked from 5, secured by Bell, with 1 on day 10, 2 on day 11
 * and 3 at the newest record.
 */
function totals() {
  const [daily, newest] = [new Attribution(), new Attribution()]
  const link = { oracle: 'Bell', type: 'Primary', chain: 'all', fromSec: 0, untilSec: null }
  const member = {
    id: '1',
    isDead: false,
    category: 'Dexs',
    parts: [],
    originals: ['5'],
    originalFamilies: [],
    oracleLinks: [link],
  }
  daily.add(
    member,
    [{ chain: 'bsc', section: 'tvl', firstDay: 10, usd: Float64Array.of(1, 2) }],
    midnights,
  )
  newest.add(
    member,
    [{ chain: 'bsc', section: 'tvl', firstDay: 0, usd: Float64Array.of(3) }],
    oneTimestamp(12 * DAY),
  )
  return { daily, newest, nameOf: (id: string) => `Original ${id}` }
}

test('behavior: one group, or none', () => {
  expect(groupOf(totals(), 'oracles', 'Bell')).toMatchObject({
    name: 'Bell',
    daily: [{}],
    newest: [{}],
  })
  expect(groupOf(totals(), 'oracles', 'Nobody')).toEqual({ name: 'Nobody', daily: [], newest: [] })
  expect(allOracles(totals()).daily).toHaveLength(1)
  expect(
    namedGroups({ ...totals(), daily: undefined }, 'forks').map(({ name, daily }) => [name, daily]),
  ).toEqual([['Original 5', []]])
})
