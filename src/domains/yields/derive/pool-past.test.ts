import { describe, expect, test } from 'vitest'
import { EMPTY_SERIES } from './apy-series.ts'
import { continuePast, dayOf, type PoolPast, type TimedApy } from './pool-past.ts'
import { NO_DAYS } from './running-figures.ts'

const TODAY = 20_467
const at = (day: number, hour: number) => day * 86_400 + hour * 3_600

/** A past that begins with one sample, continued by others. */
const pastOf = (first: TimedApy, ...later: TimedApy[]): PoolPast =>
  later.reduce<PoolPast>(continuePast, {
    newest: first,
    closed: NO_DAYS,
    recent: EMPTY_SERIES,
    near: EMPTY_SERIES,
    nearUntilSec: at(TODAY + 9, 0),
  })

describe('closed days', () => {
  test('behavior: a sample of the same day takes the place of the newest', () => {
    const past = pastOf({ atSec: at(TODAY, 1), apyPct: 4 }, { atSec: at(TODAY, 23), apyPct: 6 })
    expect(past).toMatchObject({
      newest: { apyPct: 6 },
      closed: { count: 0 },
      recent: { times: [] },
    })
  })

  test('behavior: a sample of a later day closes the day, which is what its last sample was', () => {
    const past = pastOf(
      { atSec: at(TODAY, 1), apyPct: 4 },
      { atSec: at(TODAY, 23), apyPct: 6 },
      { atSec: at(TODAY + 1, 0), apyPct: 8 },
    )
    expect(past).toMatchObject({
      newest: { apyPct: 8 },
      closed: { count: 1, meanApyPct: 6 },
      recent: { times: [TODAY], apysPct: [6] },
    })
  })

  test('behavior: missing days are no days', () => {
    const past = pastOf(
      { atSec: at(TODAY - 9, 1), apyPct: 4 },
      { atSec: at(TODAY - 2, 1), apyPct: 6 },
      { atSec: at(TODAY, 1), apyPct: 8 },
    )
    expect(past).toMatchObject({
      closed: { count: 2, meanApyPct: 5 },
      recent: { times: [TODAY - 9, TODAY - 2], apysPct: [4, 6] },
    })
  })

  test('behavior: a day without a yield is no day', () => {
    const past = pastOf(
      { atSec: at(TODAY - 1, 1), apyPct: null },
      { atSec: at(TODAY, 1), apyPct: 8 },
    )
    expect(past).toMatchObject({
      newest: { apyPct: 8 },
      closed: { count: 0 },
      recent: { times: [] },
      near: { times: [at(TODAY, 1)] },
    })
  })

  test('behavior: only the days that count in the mean stay, with the newest thirty', () => {
    const past = pastOf(
      { atSec: at(TODAY - 30, 1), apyPct: 1 },
      { atSec: at(TODAY - 29, 1), apyPct: 2 },
      { atSec: at(TODAY, 1), apyPct: 3 },
    )
    expect(past).toMatchObject({
      closed: { count: 2 },
      recent: { times: [TODAY - 29], apysPct: [2] },
    })
  })
})

test('behavior: each sample stays to be compared with; what is over 30 days and 3 hours old does not', () => {
  const old = {
    ...pastOf({ atSec: at(TODAY - 1, 0), apyPct: 5 }),
    near: { times: [at(TODAY - 30, 8), at(TODAY - 30, 9)], apysPct: [1, 2] },
  }
  // Noon less 30 days and 3 hours is 9 o'clock.
  expect(continuePast(old, { atSec: at(TODAY, 12), apyPct: 6 }).near).toEqual({
    times: [at(TODAY - 30, 9), at(TODAY, 12)],
    apysPct: [2, 6],
  })
})

test.each([
  [0, 0],
  [86_399, 0],
  [86_400, 1],
])('behavior: second %d is on day %d', (atSec, day) => {
  expect(dayOf(atSec)).toBe(day)
})
