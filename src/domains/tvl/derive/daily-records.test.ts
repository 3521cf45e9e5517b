import { expect, test } from 'vitest'
import { dailySeries, type SeriesRecord } from './daily-records.ts'

const MIDNIGHT = Date.parse('2026-01-14T00:00:00Z') / 1000
const record = (dateSec: number, usd: number): SeriesRecord => ({
  dateSec,
  rows: [{ chain: 'ethereum', section: 'tvl', usd }],
})
const yesterday = record(MIDNIGHT - 86_400, 1)
const today = record(MIDNIGHT, 2)
const noon = record(MIDNIGHT + 43_200, 3)

test.each([
  [
    'default: the days, then the newest with its own time',
    [yesterday, today],
    noon,
    [yesterday, today, noon],
  ],
  [
    'behavior: a newest record at midnight is the last day itself',
    [yesterday, today],
    record(MIDNIGHT, 2),
    [yesterday, today],
  ],
  ['behavior: only a newest record', [], noon, [noon]],
  ['behavior: no newest record', [yesterday], undefined, [yesterday]],
  ['behavior: nothing', [], undefined, []],
])('%s', (_, daily, newest, expected) => {
  expect(dailySeries(daily, newest)).toEqual(expected)
})

test('behavior: what is given stays as it was', () => {
  const daily = [yesterday]
  dailySeries(daily, noon)
  expect(daily).toEqual([yesterday])
})
