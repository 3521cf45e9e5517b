import { expect, test } from 'vitest'
import { DAY_SEC } from '../../../lib/clock.ts'
import { at, daily } from '../series-for-tests.ts'
import { assetFigures, byValue, currentByChain } from './asset-figures.ts'
import { assetHistory } from './asset-history.ts'
import type { ReportsAround } from './earlier-supply.ts'

const present = { day: 60, newestSec: at(60, 12), today: 60 }
const NONE = { current: null, prevDay: null, prevWeek: null, prevMonth: null, isCarried: false }

/** What was minted at noon of a day, the last report until some timestamp. */
function minted(chain: string, day: number, units: number): ReportsAround {
  return { chain, before: { atSec: at(day), values: [units, 0] }, after: undefined }
}

test('default: now, 24 hours, 7 days and 30 days before, on each chain and in total', () => {
  const history = assetHistory(
    new Map([
      ['ethereum', daily({ 30: [300, 0], 53: [530, 0], 59: [590, 0], 60: [600, 0] })],
      ['tron', daily({ 53: [5, 0], 60: [1_000, 0] })],
    ]),
    [],
  )
  const reports = {
    prevDay: [minted('ethereum', 59, 590), minted('tron', 53, 5)],
    prevWeek: [minted('ethereum', 53, 530), minted('tron', 53, 5)],
    prevMonth: [minted('ethereum', 30, 300)],
  }
  expect(assetFigures(history, present, reports)).toEqual({
    current: 1_600,
    prevDay: 590 + 5,
    prevWeek: 530 + 5,
    prevMonth: 300,
    isCarried: false,
    // The one with more comes first.
    byChain: new Map([
      ['tron', { current: 1_000, prevDay: 5, prevWeek: 5, prevMonth: null, isCarried: false }],
      ['ethereum', { current: 600, prevDay: 590, prevWeek: 530, prevMonth: 300, isCarried: false }],
    ]),
  })
})

test('behavior: the timestamps are counted from the newest report of all stablecoins', () => {
  const history = assetHistory(new Map([['tron', daily({ 50: [1, 0], 60: [4, 0] }, 13)]]), [])
  const before = { atSec: at(50, 13), values: [1, 0] }
  const hourLater = (days: number, units: number): ReportsAround => ({
    chain: 'tron',
    before,
    after: { atSec: present.newestSec - days * DAY_SEC + 3_600, values: [units, 0] },
  })
  const reports = { prevDay: [hourLater(1, 3)], prevWeek: [hourLater(7, 2)], prevMonth: [] }
  expect(assetFigures(history, present, reports)).toMatchObject({
    current: 4,
    prevDay: 3,
    prevWeek: 2,
    prevMonth: null,
  })
})

test('behavior: a chain that was not reported on the last day is carried, and so is the total', () => {
  const history = assetHistory(
    new Map([
      ['ethereum', daily({ 59: [590, 0] })],
      ['tron', daily({ 60: [1, 0] })],
    ]),
    [],
  )
  const figures = assetFigures(history, present, undefined)
  expect([figures.current, figures.isCarried]).toEqual([591, true])
  expect(currentByChain(history, present)).toEqual([
    ['ethereum', { current: 590, isCarried: true }],
    ['tron', { current: 1, isCarried: false }],
  ])
})

test('behavior: one whose reports stopped has no present figure, only what is within them', () => {
  const history = assetHistory(new Map([['tron', daily({ 20: [7, 0], 55: [9, 0] })]]), [])
  const reports = {
    prevDay: [minted('tron', 55, 9)],
    prevWeek: [minted('tron', 20, 7)],
    prevMonth: [minted('tron', 20, 7)],
  }
  expect(assetFigures(history, present, reports)).toEqual({
    ...NONE,
    prevWeek: 7,
    prevMonth: 7,
    byChain: new Map([['tron', { ...NONE, prevWeek: 7, prevMonth: 7 }]]),
  })
})

test('behavior: 0 is a figure', () => {
  const history = assetHistory(new Map([['tron', daily({ 60: [0, 0] })]]), [])
  expect(assetFigures(history, present, undefined)).toMatchObject({ current: 0, prevDay: null })
})

test('behavior: nothing is known without reports', () => {
  expect(assetFigures(undefined, present, undefined)).toEqual({ ...NONE, byChain: new Map() })
  expect(assetFigures(undefined, undefined, undefined)).toEqual({ ...NONE, byChain: new Map() })
})

test.each<[string, [name: string, units: number | null, usdRate: number][], string[]]>([
  // 100 × 1 = 100, 10,000 yen × 0.0065 = 65, 90 × 1.1 = 99.
  [
    'default: by dollars, not by units',
    [
      ['JPY', 10_000, 0.0065],
      ['EUR', 90, 1.1],
      ['USD', 100, 1],
    ],
    ['USD', 'EUR', 'JPY'],
  ],
  [
    'behavior: what has no value comes after it, by units',
    [
      ['a', 5, Number.NaN],
      ['b', 9, Number.NaN],
      ['c', 0, 1],
    ],
    ['c', 'b', 'a'],
  ],
  [
    'behavior: what has no units comes last',
    [
      ['a', null, 1],
      ['b', 1, Number.NaN],
      ['c', 1, 1],
    ],
    ['c', 'b', 'a'],
  ],
  [
    'behavior: equal ones stay in their order',
    [
      ['2', 5, 1],
      ['1', 5, 1],
      ['4', null, 1],
      ['3', null, 1],
    ],
    ['2', '1', '4', '3'],
  ],
  ['behavior: nothing of nothing', [], []],
])('%s', (_, items, expected) => {
  expect(
    byValue(items, ([, units, usdRate]) => ({ units, usdRate })).map(([name]) => name),
  ).toEqual(expected)
})
