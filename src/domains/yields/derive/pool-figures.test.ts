import { expect, test } from 'vitest'
import { dayOf } from '../../../lib/clock.ts'
import { EMPTY_SERIES } from './apy-series.ts'
import {
  addDay,
  dailyReturn,
  geometricMeanApy,
  NO_DAYS,
  type PoolPast,
  poolFigures,
  rounded,
  sampleDeviation,
  sigma,
} from './pool-figures.ts'

test.each([
  [0, 0],
  [86_399, 0],
  [86_400, 1],
])('behavior: second %d is on day %d', (atSec, day) => {
  expect(dayOf(atSec)).toBe(day)
})

test.each([
  // By hand: the day's factor to the power of 365 is the year's.
  [0, 0],
  // ln 2 ÷ 365 = 0.001899033; e to that is 1.001900838.
  [100, 0.001900838],
  // ln 1.05 ÷ 365 = 0.048790164 ÷ 365 = 0.000133672; e to that is 1.000133681.
  [5, 0.000133681],
  // ln 0.5 ÷ 365 = −0.001899033; e to that is 0.998102769.
  [-50, -0.001897231],
])('default: %d percent a year is %d a day', (apyPct, expected) => {
  expect(dailyReturn(apyPct)).toBeCloseTo(expected, 9)
})

const after = (...apys: number[]) => apys.reduce(addDay, NO_DAYS)

test.each([
  ['no day', [], 0, 0, 0],
  ['one day', [8], 1, 8, 0],
  // Mean 5; distances −3, −1, 4: 9 + 1 + 16.
  ['2, 4 and 9', [2, 4, 9], 3, 5, 26],
  ['the order does not matter', [9, 2, 4], 3, 5, 26],
  ['days that are all alike', [3, 3, 3, 3], 4, 3, 0],
  ['0 is a day like any other', [0, 10], 2, 5, 50],
])('behavior: %s', (_, apys, count, meanApyPct, apySquares) => {
  const figures = after(...apys)
  expect(figures.count).toBe(count)
  expect(figures.meanApyPct).toBeCloseTo(meanApyPct, 10)
  expect(figures.apySquares).toBeCloseTo(apySquares, 10)
})

test('behavior: logarithms of 1 + yield add up', () => {
  // ln 2 + ln 1.5 = ln 3.
  expect(after(100, 50).logSum).toBeCloseTo(Math.log(3), 12)
})

test('behavior: returns have a mean and distances of their own', () => {
  // 0 and 100 percent a year earn 0 and 0.001900838 a day: mean 0.000950419, each that far away, 2
  // × 0.000950419².
  const { meanReturn, returnSquares } = after(0, 100)
  expect(meanReturn).toBeCloseTo(0.000950419, 9)
  expect(returnSquares).toBeCloseTo(1.806591e-6, 11)
})

test('behavior: days alike have no distance, however high the yield', () => {
  expect(after(1e6, 1e6, 1e6)).toMatchObject({ apySquares: 0, returnSquares: 0 })
})

test.each([
  ['one day: its own yield', [8], 8],
  ['days alike: their yield', [5, 5, 5], 5],
  // Factors 1 and 4 have the geometric mean 2: 100 percent, not the 150 of the plain mean.
  ['0 and 300 percent', [0, 300], 100],
  // Factors 0.5 and 2 cancel out.
  ['−50 and 100 percent, as of options', [-50, 100], 0],
  // The cube root of 1.1 × 1.2 × 1.3 = 1.716 is 1.197216.
  ['10, 20 and 30 percent', [10, 20, 30], 19.7216],
  ['0', [0], 0],
])('behavior: %s', (_, apys, expected) => {
  expect(geometricMeanApy(after(...apys))).toBeCloseTo(expected, 4)
})

test('behavior: null without a day', () => {
  expect(geometricMeanApy(NO_DAYS)).toBeNull()
})

test.each([
  ['nothing', 0, 0, 0],
  ['one value', 1, 0, 0],
  // 2, 4 and 9: 26 ÷ 2 = 13.
  ['three values', 3, 26, Math.sqrt(13)],
  ['values alike', 5, 0, 0],
  ['a rounding error below zero', 5, -1e-20, 0],
])('behavior: %s', (_, count, squares, expected) => {
  expect(sampleDeviation(count, squares)).toBe(expected)
})

test.each([
  ['no day', [], 0],
  ['one day', [8], 0],
  ['days alike', [5, 5, 5], 0],
  // Daily returns 0 and 0.001900838: deviation 0.001900838 ÷ √2 = 0.001344095; × √365 = 19.104973 →
  // 0.025678902; × 100.
  ['0 and 100 percent', [0, 100], 2.56789],
  // ln 1.05 and ln 1.1 over 365: 0.00013368 and 0.00026116, apart by 0.00012748; ÷ √2 × 19.104973 ×
  // 100.
  ['5 and 10 percent', [5, 10], 0.17221],
])('behavior: %s', (_, apys, expected) => {
  expect(sigma(after(...apys))).toBeCloseTo(expected, 4)
})

const DAY = 86_400
const TODAY = 20_467
const newest = { atSec: TODAY * DAY + 43_200, apyPct: 300 }
const nothing: PoolPast = {
  newest,
  closed: NO_DAYS,
  recent: EMPTY_SERIES,
  near: EMPTY_SERIES,
}

test('default: the closed days and the newest', () => {
  const past = {
    ...nothing,
    closed: addDay(NO_DAYS, 0),
    recent: { times: [TODAY - 1], apysPct: [0] },
    near: { times: [newest.atSec - 7 * DAY, newest.atSec - DAY], apysPct: [290, 0] },
  }
  expect(poolFigures(past)).toEqual({
    change1dPct: 300,
    change7dPct: 10,
    change30dPct: null,
    // (0 + 300) ÷ 2.
    mean30dPct: 150,
    // Factors 1 and 4 have the geometric mean 2.
    muPct: expect.closeTo(100, 10),
    // Daily returns 0 and 4^(1/365) − 1 = 0.003805297; ÷ √2 × √365 × 100.
    sigmaPct: expect.closeTo(5.1406, 3),
    days: 2,
    meanPct: 150,
    // Distances ±150: √(45,000 ÷ 1) = 212.132.
    deviationPct: expect.closeTo(212.132, 3),
  })
})

test('behavior: one day is all there is', () => {
  expect(poolFigures(nothing)).toEqual({
    change1dPct: null,
    change7dPct: null,
    change30dPct: null,
    mean30dPct: 300,
    muPct: expect.closeTo(300, 10),
    sigmaPct: 0,
    days: 1,
    meanPct: 300,
    deviationPct: 0,
  })
})

test('behavior: without any yield nothing is known', () => {
  expect(poolFigures({ ...nothing, newest: { ...newest, apyPct: null } })).toMatchObject({
    change1dPct: null,
    mean30dPct: null,
    muPct: null,
    days: 0,
    meanPct: null,
  })
})

test('behavior: a newest sample without a yield leaves the other days', () => {
  const past = {
    ...nothing,
    newest: { ...newest, apyPct: null },
    closed: addDay(NO_DAYS, 8),
    recent: { times: [TODAY - 3], apysPct: [8] },
  }
  expect(poolFigures(past)).toMatchObject({
    mean30dPct: 8,
    muPct: expect.closeTo(8, 10),
    days: 1,
    meanPct: 8,
  })
})

test.each([
  ['five decimals', 1.234567, 5, 1.23457],
  ['a half goes up', 0.000005, 5, 0.00001],
  ['less than a half is nothing', 0.0000049, 5, 0],
  ['a small negative number is 0, not −0', -0.000001, 5, 0],
  ['a negative number', -1.234567, 5, -1.23457],
  ['whole dollars', 1_234.5, 0, 1_235],
  ['ten decimals', 0.00012345678912, 10, 0.0001234568],
  ['0', 0, 5, 0],
  ['a number without so many decimals stays', 123_456_789_012.5, 10, 123_456_789_012.5],
  ['the unknown stays unknown', null, 5, null],
  ['what is no number is unknown', Number.NaN, 5, null],
  ['what is beyond all numbers is unknown', Number.POSITIVE_INFINITY, 5, null],
])('behavior: %s', (_, value, decimals, expected) => {
  expect(rounded(value, decimals)).toBe(expected)
})
