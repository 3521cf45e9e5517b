import { describe, expect, test } from 'vitest'
import { type Grouping, groupPoints } from './group-points.ts'
import { inFormOf, periodStart, secOf } from './times.ts'

const day = (text: string) => Date.parse(text) / 1000

const grouping = (given: Partial<Grouping>): Grouping => ({
  granularity: 'week',
  time: 'date',
  by: [],
  ruleOf: () => 'last',
  ...given,
})

test.each([
  // 14 January 2026 is a Wednesday, its Monday the 12th; the 11th is the Sunday before.
  ['2026-01-14T12:00:00Z', 'day', '2026-01-14'],
  ['2026-01-14T12:00:00Z', 'week', '2026-01-12'],
  ['2026-01-12T00:00:00Z', 'week', '2026-01-12'],
  ['2026-01-11T23:59:59Z', 'week', '2026-01-05'],
  ['2026-01-01T00:00:00Z', 'week', '2025-12-29'],
  ['1970-01-01T00:00:00Z', 'week', '1969-12-29'],
  ['2024-02-29T23:00:00Z', 'month', '2024-02-01'],
] as const)('behavior: %s is in the %s of %s', (timestamp, granularity, start) => {
  expect(periodStart(day(timestamp), granularity)).toBe(day(start))
})

test.each([
  [1_768_176_000, '2026-01-12'],
  [1_768_176_000_000, '2026-01-12'],
  ['1768176000', '2026-01-12'],
  ['2026-01-12', '2026-01-12'],
  ['2026-01-12T00:00:00.000Z', '2026-01-12'],
  ['2026-01-12T00:00:00Z', '2026-01-12'],
])('behavior: %s keeps its form', (value, at) => {
  expect(secOf(value)).toBe(day(at))
  expect(inFormOf(value, day(at))).toBe(value)
})

describe('points', () => {
  test('default: levels take the last of the week, also of one that is not over', () => {
    const points = [
      { date: day('2026-01-09'), tvl: 10 },
      { date: day('2026-01-11'), tvl: 12 },
      { date: day('2026-01-12'), tvl: 20 },
      { date: day('2026-01-14'), tvl: 21 },
    ]
    expect(groupPoints(points, grouping({}))).toEqual([
      { date: day('2026-01-05'), tvl: 12 },
      { date: day('2026-01-12'), tvl: 21 },
    ])
  })

  test('behavior: flows add up, by name as well; unknown is never 0', () => {
    const points = [
      [day('2026-01-01'), 5, { Base: 1 }, null],
      [day('2026-01-31'), null, { Base: 2, Blast: 7 }, null],
      [day('2026-02-01'), null, {}, 4],
    ]
    const flows = grouping({ granularity: 'month', time: '0', ruleOf: () => 'sum' })
    // January: 5 + unknown, Base 1 + 2, Blast 7 alone; February: nothing known of the first.
    expect(groupPoints(points, flows)).toEqual([
      [day('2026-01-01'), 5, { Base: 3, Blast: 7 }, null],
      [day('2026-02-01'), null, {}, 4],
    ])
  })

  test('behavior: a level by name is the last one whole, a gap keeps the last value known', () => {
    const points = [
      { date: '2026-01-12', byChain: { Base: 1, Blast: 2 }, price: 3 },
      { date: '2026-01-13', byChain: { Base: 4 }, price: null },
    ]
    expect(groupPoints(points, grouping({}))).toEqual([
      { date: '2026-01-12', byChain: { Base: 4 }, price: 3 },
    ])
  })

  test('behavior: newest first stays newest first, and the last is the latest in time', () => {
    const points = [
      ['2026-01-14T00:00:00Z', 9, 5],
      ['2026-01-13T00:00:00Z', 8, 7],
      ['2026-01-09T00:00:00Z', 7, 6],
    ]
    const rules = { 1: 'first', 2: 'max' } as const
    const bars = grouping({ time: '0', ruleOf: (name) => rules[name as '1' | '2'] ?? 'last' })
    expect(groupPoints(points, bars)).toEqual([
      ['2026-01-12T00:00:00Z', 8, 7],
      ['2026-01-05T00:00:00Z', 7, 6],
    ])
  })

  test('behavior: several series in one list stay apart', () => {
    const points = [
      { date: day('2026-01-12'), chain: 'all', value: 3 },
      { date: day('2026-01-12'), chain: 'Base', value: 1 },
      { date: day('2026-01-13'), chain: 'all', value: 4 },
    ]
    expect(groupPoints(points, grouping({ by: ['chain'], ruleOf: () => 'sum' }))).toEqual([
      { date: day('2026-01-12'), chain: 'all', value: 7 },
      { date: day('2026-01-12'), chain: 'Base', value: 1 },
    ])
  })
})
