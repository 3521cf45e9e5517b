import { expect, test } from 'vitest'
import { bodyBytes } from '../../../http/rendered.ts'
import { Attribution, midnights, oneMoment } from '../derive/attribution.ts'
import { writeRow } from '../derive/chart-text.ts'
import { columnsByChain } from '../derive/columns.ts'
import { chainsOfOracle, groupOf, type LargeChart } from '../derive/large-charts.ts'
import { type Charts, largeBody, pointsOf } from './charts.ts'
import { writeLargeTexts } from './day-texts.ts'

const DAY = 86_400
const NEWEST = 14 * DAY + 3_600

/** Bell secures 1, 2, nothing and 4 on Base on days 10 to 13, and 5 now. */
async function makeCharts(range: { startSec?: number; endSec?: number } = {}): Promise<Charts> {
  const [daily, newest] = [new Attribution(), new Attribution()]
  const link = { oracle: 'Bell', type: 'Primary', chain: 'all', fromSec: 0, untilSec: null }
  const member = {
    id: '1',
    isDead: false,
    category: 'Dexs',
    parts: [],
    originals: [],
    originalFamilies: [],
    oracleLinks: [link],
  }
  daily.add(
    member,
    [{ chain: 'base', section: 'tvl', firstDay: 10, usd: Float64Array.of(1, 2, Number.NaN, 4) }],
    midnights,
  )
  newest.add(
    member,
    [{ chain: 'base', section: 'tvl', firstDay: 0, usd: Float64Array.of(5) }],
    oneMoment(NEWEST),
  )
  const totals = { daily, newest, nameOf: (id: string) => id }
  return {
    totals,
    texts: await writeLargeTexts(totals, undefined, 0),
    range: { newestSec: NEWEST, ...range },
  }
}

const parsed = (charts: Charts, chart: LargeChart) =>
  JSON.parse(bodyBytes(largeBody(charts, chart, '[', ']')).toString())
const row = (timestamp: number, usd: number) => ({ timestamp, Base: usd })
const ROWS = [row(10 * DAY, 1), row(11 * DAY, 2), row(13 * DAY, 4), row(NEWEST, 5)]

test.each([
  ['all points', {}, ROWS],
  ['without the newest', { endSec: NEWEST - 1 }, ROWS.slice(0, 3)],
  ['only the newest', { startSec: 14 * DAY }, ROWS.slice(3)],
  ['from a day without a value', { startSec: 12 * DAY }, ROWS.slice(2)],
  ['nothing', { startSec: NEWEST + 1 }, []],
])(
  'default: kept days and days written for the answer say the same: %s',
  async (_, bounds, expected) => {
    const charts = await makeCharts(bounds)
    for (const chart of ['chainBreakdown', chainsOfOracle('Bell')] as const)
      expect(parsed(charts, chart)).toEqual(expected)
    const columns = columnsByChain(groupOf(charts.totals, 'oracles', 'Bell'), 'tvl', () => 'Base')
    expect(JSON.parse(`[${pointsOf(columns, writeRow(columns), charts.range)}]`)).toEqual(expected)
  },
)

test('behavior: days from one on follow those that are written', async () => {
  const { totals, texts } = await makeCharts()
  const following = await writeLargeTexts(totals, { texts, fromDay: 12 }, 0)
  expect(following).toEqual(texts)
  const [before, after] = [texts.get('chainBreakdown')?.days, following.get('chainBreakdown')?.days]
  expect(after?.[0]).toBe(before?.[0])
  expect(after?.[3]).not.toBe(before?.[3])
})
