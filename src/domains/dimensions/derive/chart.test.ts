import { describe, expect, test } from 'vitest'
import { seriesOf } from '../series-for-tests.ts'
import { breakdownOf, chartOf, runningTotal, withRest } from './chart.ts'
import type { DaySeries } from './day-series.ts'

const always = { from: 0, to: 1_000 }
const shown = (chart: ReturnType<typeof chartOf>) => [chart.firstDay, ...chart.values]

test('default: series add up by day; a gap of one is not a zero, a gap of all is missing', () => {
  const one = seriesOf({ 100: 1, 101: 2, 104: 5 })
  const two = seriesOf({ 101: 10, 102: 20 }, { chain: 'base' })
  // 100: 1; 101: 2 + 10; 102: 20; 103: nobody; 104: 5
  expect(shown(chartOf([one, two], always))).toEqual([100, 1, 12, 20, Number.NaN, 5])
})

test('behavior: the range cuts both ends', () => {
  const series = seriesOf({ 100: 1, 101: 2, 102: 3, 103: 4 })
  expect(shown(chartOf([series], { from: 101, to: 102 }))).toEqual([101, 2, 3])
  expect(shown(chartOf([series], { from: 90, to: 100 }))).toEqual([100, 1])
  expect([...chartOf([series], { from: 200, to: 300 }).values]).toEqual([])
  expect([...chartOf([series], { from: 10, to: 20 }).values]).toEqual([])
})

test('behavior: a reported zero is a zero', () => {
  expect(shown(chartOf([seriesOf({ 100: 0 })], always))).toEqual([100, 0])
})

test('behavior: nothing at all', () => {
  expect([...chartOf([], always).values]).toEqual([])
  expect([...chartOf([seriesOf({ 5: 1 }, {}), seriesOf({})].slice(1), always).values]).toEqual([])
})

describe('breakdown', () => {
  const byChain = (series: readonly DaySeries[]) =>
    series.map((one) => ({ name: one.chain, series: one }))
  const always = { from: 0, to: 1_000 }
  const shown = ({ firstDay, days, parts }: ReturnType<typeof breakdownOf>) => ({
    firstDay,
    days,
    parts: Object.fromEntries([...parts].map(([name, values]) => [name, [...values]])),
  })

  test('default: each part over all days of the whole', () => {
    const series = [
      seriesOf({ 100: 1, 101: 2 }, { chain: 'ethereum' }),
      seriesOf({ 101: 10 }, { chain: 'base' }),
      seriesOf({ 102: 5 }, { chain: 'ethereum', version: 'V2' }),
    ]
    expect(shown(breakdownOf(byChain(series), always))).toEqual({
      firstDay: 100,
      days: 3,
      parts: { ethereum: [1, 2, 5], base: [Number.NaN, 10, Number.NaN] },
    })
  })

  test('behavior: a part without a value in the range stays, empty', () => {
    const series = [seriesOf({ 100: 1, 101: 2 }), seriesOf({ 90: 10 }, { chain: 'base' })]
    expect(shown(breakdownOf(byChain(series), { from: 100, to: 100 }))).toEqual({
      firstDay: 100,
      days: 1,
      parts: { ethereum: [1], base: [Number.NaN] },
    })
  })

  test('behavior: nothing at all', () => {
    expect(shown(breakdownOf([], always))).toEqual({
      firstDay: 0,
      days: 0,
      parts: {},
    })
  })
})

describe('running total', () => {
  const _ = Number.NaN

  test.each([
    { name: 'adds up', values: [1, 2, 3], expected: [1, 3, 6] },
    { name: 'a missing day keeps the total', values: [1, _, 3], expected: [1, 1, 4] },
    { name: 'before the first value there is none', values: [_, _, 5, _], expected: [_, _, 5, 5] },
    { name: 'a reported zero is a total', values: [0, 2], expected: [0, 2] },
    { name: 'nothing', values: [], expected: [] },
    { name: 'never a value', values: [_, _], expected: [_, _] },
  ])('behavior: $name', ({ values, expected }) => {
    expect([...runningTotal(Float64Array.from(values))]).toEqual(expected)
  })
})

describe('with rest', () => {
  const _ = Number.NaN
  const chart = (firstDay: number, ...values: number[]) => ({
    firstDay,
    values: Float64Array.from(values),
  })
  const breakdown = (firstDay: number, parts: Record<string, number[]>) => ({
    firstDay,
    days: Object.values(parts)[0]?.length ?? 0,
    parts: new Map(
      Object.entries(parts).map(([name, values]) => [name, Float64Array.from(values)]),
    ),
  })
  const shown = ({ firstDay, parts }: ReturnType<typeof withRest>) => [
    firstDay,
    Object.fromEntries([...parts].map(([name, values]) => [name, [...values]])),
  ]

  test('default: what the parts leave over is the rest', () => {
    // Day 10: 100 − 60 − 30 = 10; day 11: all is split; day 12: nothing is split; day 13: no total.
    const found = withRest(
      chart(10, 100, 90, 50, _),
      breakdown(10, { A: [60, 60, _, 5], B: [30, 30, _, _] }),
      'Other',
    )
    expect(shown(found)).toEqual([
      10,
      { A: [60, 60, _, _], B: [30, 30, _, _], Other: [10, _, 50, _] },
    ])
  })

  test('behavior: a rest that has a name already is added to it', () => {
    expect(shown(withRest(chart(10, 100, 7), breakdown(10, { Other: [40, _] }), 'Other'))).toEqual([
      10,
      { Other: [100, 7] },
    ])
  })

  test('behavior: the parts may begin on another day', () => {
    expect(shown(withRest(chart(11, 9, 8), breakdown(10, { A: [5, 9, 8] }), 'Other'))).toEqual([
      11,
      { A: [9, 8] },
    ])
    expect(shown(withRest(chart(10, 9, 8), breakdown(11, { A: [8] }), 'Other'))).toEqual([
      10,
      { A: [_, 8], Other: [9, _] },
    ])
  })

  test('behavior: nothing to split', () => {
    expect(shown(withRest(chart(0), breakdown(0, {}), 'Other'))).toEqual([0, {}])
  })
})
