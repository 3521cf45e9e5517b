import { expect, test } from 'vitest'
import { cliffs, day, line, recorded } from '../schedules-for-tests.ts'
import { dailyIncentives } from './daily-incentives.ts'

const told = (sections: Parameters<typeof dailyIncentives>[0], now: string) =>
  dailyIncentives(sections, day(now)).map(({ daySec, amount, isForecast }) => [
    new Date(daySec * 1000).toISOString().slice(0, 10),
    amount,
    isForecast,
  ])
const paid = { isIncentive: true, category: 'farming' as const }

test('default: what incentive sections gave on each day; others do not count', () => {
  const sections = [
    line('A', '2024-02-28', '2024-03-02', 30, paid),
    cliffs('B', { '2024-02-29': 5 }, paid),
    line('C', '2024-02-28', '2024-03-02', 900),
  ]
  expect(told(sections, '2024-04-01')).toEqual([
    ['2024-02-28', 10, false],
    ['2024-02-29', 15, false],
    ['2024-03-01', 10, false],
  ])
})

test('behavior: a cliff at midnight is of the day that begins', () => {
  expect(told([cliffs('A', { '2024-03-01': 5 }, paid)], '2024-04-01')).toEqual([
    ['2024-03-01', 5, false],
  ])
})

test('behavior: the day that runs counts as far as it is; the future does not', () => {
  expect(told([line('A', '2024-01-01', '2024-01-11', 100, paid)], '2024-01-02T12:00')).toEqual([
    ['2024-01-01', 10, false],
    ['2024-01-02', 5, false],
  ])
  expect(told([line('A', '2024-01-01', '2024-01-11', 100, paid)], '2024-01-01')).toEqual([])
})

test('behavior: records give the days between them their part; days after the last one are marked', () => {
  // 40 in four days, the first record being of the time before; then 10 a day as a forecast.
  const section = recorded(
    'A',
    { '2024-01-01': 500, '2024-01-05': 540 },
    { ...paid, allocation: 560 },
  )
  expect(told([section], '2024-02-01')).toEqual([
    ['2024-01-01', 10, false],
    ['2024-01-02', 10, false],
    ['2024-01-03', 10, false],
    ['2024-01-04', 10, false],
    ['2024-01-05', 10, true],
    ['2024-01-06', 10, true],
  ])
})

test('behavior: days on which nothing is given are left out, and so is a protocol without incentives', () => {
  expect(
    told([cliffs('A', { '2024-01-01': 1, '2024-01-09': 1 }, paid)], '2024-02-01').map(
      ([iso]) => iso,
    ),
  ).toEqual(['2024-01-01', '2024-01-09'])
  expect(told([line('A', '2024-01-01', '2024-01-11', 100)], '2024-02-01')).toEqual([])
  expect(told([], '2024-02-01')).toEqual([])
})

test('behavior: a year of the calendar adds up to what was promised', () => {
  const days = dailyIncentives(
    [line('A', '2024-01-01', '2025-01-01', 3_660, paid)],
    day('2026-01-01'),
  )
  expect(days).toHaveLength(366)
  expect(days.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(3_660, 6)
})
