import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  disclosedRounds,
  isSameRound,
  type RoundReport,
  seriesKey,
  seriesRank,
} from './disclosed-rounds.ts'

test('default: from the first money to the last', () => {
  const labels = [
    'Strategic',
    'Angel',
    'Pre-Seed',
    'Seed',
    'Series A',
    'Series B',
    'Series G',
    'Growth',
    'Late Stage',
    'Pre-IPO',
  ]
  const ranks = labels.map(seriesRank)
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
  expect(new Set(ranks).size).toBe(labels.length)
})

test.each([
  ['series b', 'Series B'],
  ['Series-B Round', 'Series B'],
  ['SERIES B', 'Series B'],
])('behavior: %s is %s', (written, meant) => {
  expect(seriesRank(written)).toBe(seriesRank(meant))
  expect(seriesKey(written)).toBe(seriesKey(meant))
})

test('behavior: a part of a series ranks as the series, under a label of its own', () => {
  expect(seriesRank('Series B2')).toBe(seriesRank('Series B'))
  expect(seriesKey('Series B2')).not.toBe(seriesKey('Series B'))
})

test('behavior: no label', () => {
  expect([seriesRank(null), seriesKey(null)]).toEqual([0, ''])
})

const DAY = 86_400
const report = (source: string, day: number, more: Partial<RoundReport> = {}): RoundReport => ({
  source,
  report: `${source}-${day}`,
  atSec: day * DAY,
  amountUsd: null,
  valuationUsd: null,
  series: null,
  ...more,
})

describe('the same round', () => {
  test.each([
    [
      'the same series, 90 days apart, other amounts',
      { series: 'Series B', amountUsd: 1 },
      90,
      { series: 'series-b', amountUsd: 9 },
      true,
    ],
    ['the same series, 91 days apart', { series: 'Series B' }, 91, { series: 'Series B' }, false],
    [
      'other series, amounts a tenth apart, 30 days',
      { series: 'Series B', amountUsd: 90 },
      30,
      { series: 'Series C', amountUsd: 100 },
      true,
    ],
    ['amounts more than a tenth apart', { amountUsd: 89 }, 0, { amountUsd: 100 }, false],
    ['amounts alike, 31 days', { amountUsd: 100 }, 31, { amountUsd: 100 }, false],
    ['an amount that is not known', { amountUsd: null }, 0, { amountUsd: 100 }, false],
    ['nothing known of either', {}, 0, {}, false],
  ])('behavior: %s', (_, one, days, two, expected) => {
    expect(isSameRound(report('a', 1_000, one), report('b', 1_000 + days, two))).toBe(expected)
    expect(isSameRound(report('b', 1_000 + days, two), report('a', 1_000, one))).toBe(expected)
  })
})

test('default: earliest date, medians, highest-ranked label', () => {
  const reports = [
    report('a', 1_010, { amountUsd: 100, valuationUsd: 1_000, series: 'Series B' }),
    report('b', 1_000, { amountUsd: 104, valuationUsd: null, series: 'Growth' }),
    report('c', 1_020, { amountUsd: 108, valuationUsd: 1_200, series: null }),
  ]
  expect(disclosedRounds(reports)).toEqual([
    { atSec: 1_000 * DAY, amountUsd: 104, valuationUsd: 1_100, series: 'Growth' },
  ])
})

test('behavior: one source that tells of two rounds means two; other rounds stay apart, oldest first', () => {
  const reports = [
    report('a', 1_020, { amountUsd: 100, series: 'Series A' }),
    report('a', 1_000, { amountUsd: 100, series: 'Series A' }),
    report('b', 500, { amountUsd: 7, series: 'Seed' }),
  ]
  expect(disclosedRounds(reports).map(({ atSec, amountUsd }) => [atSec / DAY, amountUsd])).toEqual([
    [500, 7],
    [1_000, 100],
    [1_020, 100],
  ])
})

test('behavior: what nobody disclosed is null', () => {
  expect(disclosedRounds([report('a', 1_000)])).toEqual([
    { atSec: 1_000 * DAY, amountUsd: null, valuationUsd: null, series: null },
  ])
  expect(disclosedRounds([])).toEqual([])
})

test('behavior: the order in which reports came does not matter', () => {
  const arbitrary = fc.record({
    source: fc.constantFrom('a', 'b', 'c'),
    report: fc.constantFrom('1', '2', '3', '4'),
    atSec: fc.integer({ min: 0, max: 120 }).map((day) => day * DAY),
    amountUsd: fc.option(fc.integer({ min: 90, max: 130 }), { nil: null }),
    valuationUsd: fc.option(fc.integer({ min: 900, max: 1_300 }), { nil: null }),
    series: fc.constantFrom(null, 'Seed', 'Series A', 'Series B'),
  })
  const reports = fc.uniqueArray(arbitrary, {
    maxLength: 8,
    selector: ({ source, report: id, atSec }) => `${source} ${id} ${atSec}`,
  })
  fc.assert(
    fc.property(
      reports.chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      ),
      ([list, shuffled]) => {
        expect(disclosedRounds(shuffled)).toEqual(disclosedRounds(list))
      },
    ),
  )
})
