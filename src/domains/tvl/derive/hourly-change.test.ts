import { describe, expect, test } from 'vitest'
import { hourlyChanges, type RecentTotals, recentTotals } from './hourly-change.ts'

// A Wednesday noon, so that midnights lie half a day away.
const NOW_SEC = Date.parse('2026-01-14T12:00:00Z') / 1000
const HOUR = 3_600
const DAY = 86_400

/** Totals at timestamps given as seconds before now, oldest first. */
function totals(...records: [secondsAgo: number, usd: number][]): RecentTotals {
  return {
    timesSec: records.map(([ago]) => NOW_SEC - ago),
    totalsUsd: records.map(([, usd]) => usd),
  }
}

test('default: (current ÷ previous) × 100 − 100 against the hour, the day and the week before', () => {
  const recent = totals([7 * DAY, 80], [DAY, 100], [HOUR, 160], [0, 120])
  // 120/160 = 0.75; 120/100 = 1.2; 120/80 = 1.5. The 160 is not above twice the day's first record,
  // itself.
  expect(hourlyChanges(recent, NOW_SEC)).toEqual({ change_1h: -25, change_1d: 20, change_7d: 50 })
})

describe('change_1h', () => {
  test.each([
    ['the record before the newest, however old', totals([3 * DAY, 50], [0, 75]), 50],
    ['none before it', totals([0, 75]), null],
    ['the one before it was zero', totals([HOUR, 0], [0, 75]), null],
    ['gone to zero', totals([HOUR, 75], [0, 0]), -100],
    ['both zero', totals([HOUR, 0], [0, 0]), null],
    ['no record', totals(), null],
  ])('behavior: %s', (_, recent, expected) => {
    expect(hourlyChanges(recent, NOW_SEC).change_1h).toBe(expected)
  })
})

describe('change_1d', () => {
  test.each([
    ['exactly a day ago counts', totals([DAY, 100], [0, 110]), 10],
    ['a second less than a day ago does not', totals([DAY - 1, 100], [0, 110]), null],
    [
      'the newest at or before a day ago',
      totals([DAY + 2 * HOUR, 50], [DAY + HOUR, 88], [DAY - HOUR, 100], [0, 110]),
      25,
    ],
    ['exactly two days ago counts', totals([2 * DAY, 100], [0, 110]), 10],
    ['a second more than two days ago does not', totals([2 * DAY + 1, 100], [0, 110]), null],
    ['zero then', totals([DAY, 0], [0, 110]), null],
    ['not measured since a day: compared with itself', totals([30 * HOUR, 110]), 0],
  ])('behavior: %s', (_, recent, expected) => {
    const { change_1d } = hourlyChanges(recent, NOW_SEC)
    if (expected === null) expect(change_1d).toBeNull()
    else expect(change_1d).toBeCloseTo(expected, 10)
  })
})

describe('change_7d', () => {
  test.each([
    ['exactly a week ago counts', totals([7 * DAY, 100], [0, 150]), 50],
    ['a second less than a week ago does not', totals([7 * DAY - 1, 100], [0, 150]), null],
    [
      'the newest at or before a week ago',
      totals([9 * DAY, 10], [8 * DAY, 100], [6 * DAY, 140], [0, 150]),
      50,
    ],
    ['exactly two weeks ago counts', totals([14 * DAY, 100], [0, 150]), 50],
    ['a second more than two weeks ago does not', totals([14 * DAY + 1, 100], [0, 150]), null],
    ['zero then', totals([7 * DAY, 0], [0, 150]), null],
  ])('behavior: %s', (_, recent, expected) => {
    expect(hourlyChanges(recent, NOW_SEC).change_7d).toBe(expected)
  })
})

describe('a previous value more than twice the nearest daily record is not compared with', () => {
  const midnight = (daysAgo: number) => daysAgo * DAY + 12 * HOUR
  test.each([
    ['exactly twice is compared with', totals([midnight(1), 100], [DAY, 200], [0, 300]), 50],
    ['a little more is not', totals([midnight(1), 100], [DAY, 200.01], [0, 300]), null],
  ])('behavior: of a day: %s', (_, recent, expected) => {
    expect(hourlyChanges(recent, NOW_SEC).change_1d).toBe(expected)
  })

  test('behavior: of the nearer midnight', () => {
    // 23:00 two days ago lies one hour from a day's record of 100, 23 hours from one of 400: 500 is
    // more than 200.
    const spike = totals(
      [midnight(2), 400],
      [midnight(1) + HOUR, 500],
      [midnight(1), 100],
      [0, 300],
    )
    const beforeMidnight = NOW_SEC - 12 * HOUR
    expect(hourlyChanges(spike, beforeMidnight).change_1d).toBe(200)
    expect(hourlyChanges(spike, beforeMidnight - 1).change_1d).toBeNull()
  })

  test('behavior: of the hour before', () => {
    // The day's first record is 100; an hour ago it read 250.
    expect(
      hourlyChanges(totals([midnight(0), 100], [HOUR, 250], [0, 110]), NOW_SEC).change_1h,
    ).toBeNull()
  })

  test('behavior: of the week before', () => {
    expect(
      hourlyChanges(totals([midnight(7), 100], [7 * DAY, 201], [0, 110]), NOW_SEC).change_7d,
    ).toBeNull()
  })
})

describe('recent totals', () => {
  function place(chain: string, section: string, values: Record<number, number>) {
    return {
      chain,
      section,
      timesSec: Array.from(Object.keys(values), Number),
      usd: Array.from(Object.values(values)),
    }
  }

  test('default: plain values of one timestamp are added, sections are not', () => {
    const places = [
      place('base', 'tvl', { 100: 1, 200: 2 }),
      place('bsc', 'staking', { 200: 1_000 }),
      place('bsc', 'tvl', { 200: 30, 300: 40 }),
    ]
    expect(recentTotals(places)).toEqual({ timesSec: [100, 200, 300], totalsUsd: [1, 32, 40] })
  })

  test('behavior: a record of sections alone has a total of 0', () => {
    const places = [place('base', 'staking', { 100: 9 }), place('base', 'tvl', { 50: 3 })]
    expect(recentTotals(places)).toEqual({ timesSec: [50, 100], totalsUsd: [3, 0] })
  })

  test('behavior: no record, no total', () => {
    expect(recentTotals([])).toEqual({ timesSec: [], totalsUsd: [] })
  })
})
