import { expect, test } from 'vitest'
import { at, daily } from '../series-for-tests.ts'
import { assetHistory } from './asset-history.ts'
import { hasFigure, isExpected, isStanding, placeOn, presentOf, standsUntil } from './present.ts'

const DAY = 86_400
const present = { day: 20, newestSec: at(20, 12), today: 20 }

test.each([
  [
    'default: the newest report of any',
    [at(18, 1), at(20, 12), at(19, 3)],
    at(20, 15),
    { day: 20, newestSec: at(20, 12), today: 20 },
  ],
  [
    'behavior: old reports are the present of old facts',
    [at(18, 1)],
    at(500, 0),
    { day: 18, newestSec: at(18, 1), today: 500 },
  ],
  [
    'behavior: later today than the clock is today',
    [at(20, 23)],
    at(20, 1),
    { day: 20, newestSec: at(20, 23), today: 20 },
  ],
  [
    'behavior: a report from the future does not move it',
    [at(19, 1), at(99, 1)],
    at(20, 1),
    { day: 20, newestSec: at(21, 0) - 1, today: 20 },
  ],
  ['behavior: none without a report', [], at(20, 1), undefined],
])('%s', (_, reports, nowSec, expected) => {
  expect(presentOf(reports, nowSec)).toEqual(expected)
})

test.each([
  ['a second less than a day before the newest', at(19, 12) + 1, true],
  ['a day before it', at(19, 12), false],
  ['at the same time', at(20, 12), true],
])('behavior: what was reported %s', (_, lastSec, expected) => {
  expect(isStanding(lastSec, present)).toBe(expected)
})

test.each([
  [0, true],
  [30 * DAY, true],
  [30 * DAY + 1, false],
])(
  'behavior: %d seconds after its last report a stablecoin is expected: %s',
  (ageSec, expected) => {
    expect(isExpected(present.newestSec - ageSec, present)).toBe(expected)
  },
)

test.each([
  ['was reported today', 20, at(20, 1), 20],
  ['was last reported yesterday evening', 19, at(19, 22), 20],
  ['was last reported yesterday morning', 19, at(19, 9), 19],
  ['was last reported long ago', 3, at(3, 9), 3],
  ['is reported for days to come', 90, at(90, 9), 20],
])('behavior: a stablecoin that %s', (_, endDay, lastSec, until) => {
  expect(standsUntil({ endDay, lastSec }, present)).toBe(until)
})

test.each([
  [20, 19.5, { units: 190, isCarried: true }],
  [19, 19.5, { units: 190, isCarried: false }],
  [18, 19.5, { units: 170, isCarried: true }],
  [17, 19.5, { units: 170, isCarried: false }],
  [16, 19.5, undefined],
  [20, 12, undefined],
])('behavior: on day %d, last reported at hour %d of day 19', (day, hour, expected) => {
  const history = assetHistory(
    new Map([['ethereum', daily({ 17: [170, 0], 19: [190, 0] }, hour)]]),
    [],
  )
  expect(placeOn(history, 'ethereum', day, present)).toEqual(expected)
})

test('behavior: nothing on a chain it is not on', () => {
  expect(
    placeOn(assetHistory(new Map([['ethereum', daily({ 20: [1, 0] })]]), []), 'base', 20, present),
  ).toBeUndefined()
})

test('behavior: days long before are worked out when the clock is turned back', () => {
  const reported = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [index, [index * 10, 0]]),
  )
  const history = assetHistory(new Map([['ethereum', daily(reported)]]), [])
  const back = presentOf([history.lastSec], at(20))
  expect(back?.day).toBe(20)
  expect(back && placeOn(history, 'ethereum', 13, back)).toEqual({ units: 130, isCarried: false })
})

test.each([
  ['a figure', { 10: [5, 0], 11: [6, 0] }, true],
  ['a figure before an impossible one', { 10: [5, 0], 11: [1, 2] }, true],
  ['only impossible ones', { 10: [1, 2], 11: [1, 2] }, false],
  ['a figure of 0', { 10: [0, 0] }, true],
] as [string, Record<number, [number, number]>, boolean][])(
  'behavior: one with %s',
  (_, reported, expected) => {
    expect(hasFigure(assetHistory(new Map([['ethereum', daily(reported)]]), []))).toBe(expected)
  },
)
