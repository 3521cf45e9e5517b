import { expect, test } from 'vitest'
import { Attribution, midnights, oneMoment } from './attribution.ts'
import { writeDays } from './chart-text.ts'
import {
  allOracles,
  chainsOfOracle,
  groupOf,
  type LargeChart,
  largeChart,
  listLargeCharts,
  namedGroups,
} from './large-charts.ts'

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
    oneMoment(12 * DAY),
  )
  return { daily, newest, nameOf: (id: string) => `Original ${id}` }
}

const ROWS: Record<LargeChart, [unknown, unknown]> = {
  'chainsOf Bell': [
    { timestamp: 10 * DAY, BSC: 1 },
    { timestamp: 12 * DAY, BSC: 3 },
  ],
  categories: [{ [10 * DAY]: { Dexs: { tvl: 1 } } }, { [12 * DAY]: { Dexs: { tvl: 3 } } }],
  forks: [
    { [10 * DAY]: { 'Original 5': { tvl: 1, forks: 1 } } },
    { [12 * DAY]: { 'Original 5': { tvl: 3, forks: 1 } } },
  ],
  oracles: [
    { [10 * DAY]: { Bell: { tvl: 1, protocolsSecured: 1 } } },
    { [12 * DAY]: { Bell: { tvl: 3, protocolsSecured: 1 } } },
  ],
  forkBreakdown: [
    { timestamp: 10 * DAY, 'Original 5': 1 },
    { timestamp: 12 * DAY, 'Original 5': 3 },
  ],
  oracleBreakdown: [
    { timestamp: 10 * DAY, Bell: 1 },
    { timestamp: 12 * DAY, Bell: 3 },
  ],
  chainBreakdown: [
    { timestamp: 10 * DAY, BSC: 1 },
    { timestamp: 12 * DAY, BSC: 3 },
  ],
}

const parse = (text: string) => JSON.parse(text.startsWith('{') ? text : `{${text}}`)

const LARGE_CHARTS = Object.keys(ROWS) as LargeChart[]

test.each(LARGE_CHARTS)(
  'default: a day and the newest record of %s, under the names they are served with',
  (chart) => {
    const { write } = largeChart(chart, totals())
    expect([
      parse(writeDays(write, 10, 11)[0] ?? ''),
      parse(write(12 * DAY, ({ newest }) => newest)),
    ]).toEqual(ROWS[chart])
  },
)

test.each(LARGE_CHARTS)('behavior: %s from a day on', (chart) => {
  const { columns } = largeChart(chart, totals(), 11)
  expect(
    columns.filter(({ days }) => days.usd.length > 0).every(({ days }) => days.firstDay === 11),
  ).toBe(true)
})

test('behavior: the charts of everything are large, that of an oracle when it has many figures', () => {
  const ofAll = [
    'categories',
    'forks',
    'oracles',
    'forkBreakdown',
    'oracleBreakdown',
    'chainBreakdown',
  ]
  expect(listLargeCharts(totals())).toEqual(ofAll)
  // Bell has two days on one chain.
  expect(listLargeCharts(totals(), 2)).toEqual(ofAll)
  expect(listLargeCharts(totals(), 1)).toEqual([...ofAll, chainsOfOracle('Bell')])
  expect(listLargeCharts({ nameOf: String })).toEqual(ofAll)
})

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
