import { expect, test } from 'vitest'
import { EMPTY_SERIES } from './apy/apy-series.ts'
import type { PoolPast } from './apy/pool-past.ts'
import { addDay, NO_DAYS } from './apy/running-figures.ts'
import { poolFigures } from './pool-figures.ts'

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
