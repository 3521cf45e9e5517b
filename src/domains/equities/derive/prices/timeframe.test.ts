import { expect, test } from 'vitest'
import {
  findTimeframe,
  isIntraday,
  lastSession,
  TIMEFRAMES,
  type Timeframe,
  timeframeStart,
} from './timeframe.ts'

const NOW_SEC = Date.UTC(2026, 2, 31, 12) / 1000
const DAY = 86_400
const at = (iso: string) => Date.parse(iso) / 1000

test.each<[Timeframe, number]>([
  ['7D', NOW_SEC - 7 * DAY],
  ['1W', NOW_SEC - 7 * DAY],
  // A month before 31 March is the last of February.
  ['1M', at('2026-02-28')],
  ['3M', at('2025-12-31')],
  ['6M', at('2025-09-30')],
  ['YTD', at('2026-01-01')],
  ['1Y', at('2025-03-31')],
  ['5Y', at('2021-03-31')],
  ['MAX', 0],
])('default: %s starts at %d', (timeframe, expected) => {
  expect(timeframeStart(timeframe, NOW_SEC)).toBe(expected)
})

test('behavior: on 1 January the year to date is that day', () => {
  expect(timeframeStart('YTD', at('2026-01-01T00:00:00Z'))).toBe(at('2026-01-01'))
})

test('behavior: any case; empty means everything; others are unknown', () => {
  expect(['1d', 'Ytd', '', ' max ', '5y'].map(findTimeframe)).toEqual([
    '1D',
    'YTD',
    'MAX',
    'MAX',
    '5Y',
  ])
  expect(['2D', '1 D', 'all', '1DD'].map(findTimeframe)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('behavior: three of them are intraday', () => {
  expect(TIMEFRAMES.filter(isIntraday)).toEqual(['1D', '7D', '1W'])
})

const HOUR = 3_600
const bars = (...hours: number[]) => hours.map((hour) => ({ atSec: hour * HOUR }))

test.each([
  ['default: what follows the night', bars(14, 15, 38, 39), bars(38, 39)],
  ['behavior: a lunch break does not end a session', bars(0, 2, 3.5, 5), bars(0, 2, 3.5, 5)],
  [
    'behavior: a break of three hours does not, a second more does',
    [{ atSec: 0 }, { atSec: 3 * HOUR }, { atSec: 6 * HOUR + 1 }],
    [{ atSec: 6 * HOUR + 1 }],
  ],
  ['behavior: a session over midnight is one', bars(23, 24, 25), bars(23, 24, 25)],
  ['behavior: one bar', bars(5), bars(5)],
  ['behavior: none', [], []],
])('%s', (_, given, expected) => {
  expect(lastSession(given)).toEqual(expected)
})
