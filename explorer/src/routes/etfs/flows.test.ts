import { expect, test } from 'vitest'
import { DAY_SEC } from '../../lib/writing.ts'
import { cumulative, flowOver, flowsByAsset, reportedDays } from './flows.ts'

const flow = (day: string, total_flow_usd: number | null, funds_unknown = 0) => ({
  aggregator_id: 'bitcoin',
  day: `${day}T00:00:00.000Z`,
  total_flow_usd,
  funds_unknown,
})
const day = (ticker: string, dayNumber: number, flows: number | null) => ({
  ticker,
  timestamp: dayNumber * DAY_SEC,
  aum: null,
  flows,
})

test('flows by asset, summed up: a day without a report is a gap, not 0', () => {
  const flows = [
    flow('1970-01-02', 5),
    flow('1970-01-03', null, 4),
    flow('1970-01-04', -8),
    { ...flow('1970-01-02', 1), aggregator_id: 'solana' },
  ]
  const named = flowsByAsset(flows)
  expect(named.map(({ name }) => name)).toEqual(['bitcoin', 'solana'])
  expect(cumulative(named)[0]?.points).toEqual([
    [DAY_SEC, 5],
    [2 * DAY_SEC, null],
    [3 * DAY_SEC, -3],
  ])
  expect(reportedDays(flows, 'bitcoin')).toEqual({ days: 3, partial: 1 })
})

test('flow of the last days of a fund, counted from its newest day', () => {
  const days = [day('A', 1, 100), day('A', 4, 7), day('A', 8, 2), day('B', 8, null)]
  expect(flowOver(days, 'A', 1)).toBe(2)
  expect(flowOver(days, 'A', 7)).toBe(9)
  expect(flowOver(days, 'A', 8)).toBe(109)
  expect(flowOver(days, 'B', 30)).toBeNull()
  expect(flowOver(days, 'C', 30)).toBeNull()
})
