import { describe, expect, test } from 'vitest'
import { member, seriesOf } from '../series-for-tests.ts'
import type { DaySeries } from './day-series.ts'
import { measure, sumOf, totalsByChain } from './measured.ts'
import { type Member, onChain } from './members.ts'
import {
  addWindowSums,
  averagesOf,
  changesOf,
  coverageOf,
  type Totals,
  toTotals,
} from './totals.ts'

const D = 1_000

/** What counts of a member, added up over its series. */
function totalsOf(one: Member, lastDay: number, kind: 'flow' | 'level'): Totals {
  return measure(one, lastDay, kind).totals
}

/** Values by days back from D. */
const back = (values: Record<number, number>, place: Partial<DaySeries> = {}) =>
  seriesOf(
    Object.fromEntries(Object.entries(values).map(([days, value]) => [D - Number(days), value])),
    place,
  )
const every = (from: number, to: number, value: number) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, index) => [from + index, value]))

const shown = ({ yearDays, ...totals }: Totals) => ({
  ...totals,
  days: yearDays.reduce((sum, day) => sum + day, 0),
})
const nothing = {
  total24h: null,
  total48hto24h: null,
  total7d: null,
  total14dto7d: null,
  total30d: null,
  total60dto30d: null,
  total1y: null,
  total7DaysAgo: null,
  total30DaysAgo: null,
  totalAllTime: null,
  days: 0,
}

describe('a flow', () => {
  test('default: each window has its own days', () => {
    // Day n back has the value n + 1, for 500 days.
    const series = back(
      Object.fromEntries(Array.from({ length: 500 }, (_, days) => [days, days + 1])),
    )
    expect(shown(totalsOf(member('A', [series]), D, 'flow'))).toEqual({
      total24h: 1,
      total48hto24h: 2,
      total7d: 28, // 1 + … + 7
      total14dto7d: 77, // 8 + … + 14
      total30d: 465, // 30 × 31 ÷ 2
      total60dto30d: 1_365, // 60 × 61 ÷ 2 − 465
      total1y: 66_795, // 365 × 366 ÷ 2
      total7DaysAgo: 8,
      total30DaysAgo: 31,
      totalAllTime: 125_250, // 500 × 501 ÷ 2
      days: 365,
    })
  })

  test('behavior: nothing is known, nothing is 0', () => {
    expect(shown(totalsOf(member('A', []), D, 'flow'))).toEqual(nothing)
  })

  test('behavior: a zero that was reported is a zero', () => {
    expect(shown(totalsOf(member('A', [back({ 0: 0 })]), D, 'flow'))).toEqual({
      ...nothing,
      total24h: 0,
      total7d: 0,
      total30d: 0,
      total1y: 0,
      totalAllTime: 0,
      days: 1,
    })
  })

  test('behavior: a late day takes the day before, which then stands in both', () => {
    expect(shown(totalsOf(member('A', [back({ 1: 40, 2: 50 })]), D, 'flow'))).toMatchObject({
      total24h: 40,
      total48hto24h: 40,
      total7d: 90,
      totalAllTime: 90,
    })
  })

  test('behavior: two days late, there is no 24 hours', () => {
    expect(shown(totalsOf(member('A', [back({ 2: 50 })]), D, 'flow'))).toMatchObject({
      total24h: null,
      total48hto24h: null,
      total7d: 50,
    })
  })

  test('behavior: missing days in a window are left out, not counted as 0 and not filled', () => {
    expect(shown(totalsOf(member('A', [back({ 0: 10, 6: 5, 7: 3 })]), D, 'flow'))).toMatchObject({
      total7d: 15,
      total14dto7d: 3,
      total48hto24h: null,
      total7DaysAgo: 3,
      days: 3,
    })
  })

  test('behavior: the first days of a protocol have no earlier windows', () => {
    expect(shown(totalsOf(member('A', [back({ 0: 10, 1: 20 })]), D, 'flow'))).toMatchObject({
      total24h: 10,
      total7d: 30,
      total14dto7d: null,
      total60dto30d: null,
      total30DaysAgo: null,
    })
  })

  test('behavior: the running day does not count', () => {
    expect(shown(totalsOf(member('A', [back({ [-1]: 999, 0: 10 })]), D, 'flow'))).toMatchObject({
      total24h: 10,
      total7d: 10,
      totalAllTime: 10,
    })
  })

  test('behavior: a chain is late only when its protocol is', () => {
    // The record of D has no value on base, so base has none in the 24 hours; yesterday's is not
    // taken.
    const members = [member('A', [back({ 0: 10, 1: 11 }), back({ 1: 5 }, { chain: 'base' })])]
    const [base] = onChain(members, 'base')
    expect(base && shown(totalsOf(base, D, 'flow'))).toMatchObject({
      total24h: null,
      total48hto24h: 5,
      total7d: 5,
    })
  })
})

describe('a level', () => {
  test('default: the end of the day, and averages over the days with a record', () => {
    const series = back({ 0: 100, 1: 80, 6: 60, 7: 50, 30: 20 })
    expect(shown(totalsOf(member('A', [series]), D, 'level'))).toMatchObject({
      total24h: 100,
      total48hto24h: 80,
      total7d: 80, // (100 + 80 + 60) ÷ 3
      total14dto7d: 50,
      total30d: 72.5, // (100 + 80 + 60 + 50) ÷ 4
      total60dto30d: 20,
      total1y: 62, // 310 ÷ 5
      totalAllTime: null,
    })
  })

  test('behavior: chains add up to their protocol, though one lacks a day', () => {
    const one = back({ 0: 100, 1: 80 })
    const two = back({ 0: 30 }, { chain: 'base' })
    const members = [member('A', [one, two])]
    const whole = totalsOf(member('A', [one, two]), D, 'level').total7d // (130 + 80) ÷ 2
    const parts = ['ethereum', 'base'].flatMap((chain) =>
      onChain(members, chain).map((part) => totalsOf(part, D, 'level').total7d ?? 0),
    )
    expect(whole).toBe(105)
    expect(parts).toEqual([90, 15])
  })
})

describe('several members', () => {
  test('default: known values add up; a missing one hides nothing', () => {
    const one = measure(member('A', [back({ 0: 10, 1: 20 })]), D, 'flow')
    const late = measure(member('B', [back({ 1: 5 })]), D, 'flow')
    const old = measure(member('C', [back(every(40, 49, 1))]), D, 'flow')
    expect(shown(sumOf([one, late, old]))).toEqual({
      total24h: 15, // 10 + 5 of the day before
      total48hto24h: 25,
      total7d: 35,
      total14dto7d: null,
      total30d: 35,
      total60dto30d: 10,
      total1y: 45,
      total7DaysAgo: null,
      total30DaysAgo: null,
      totalAllTime: 45,
      days: 12, // two of the first days, ten of the old ones
    })
  })

  test('behavior: of nobody nothing is known', () => {
    expect(shown(sumOf([]))).toEqual(nothing)
  })
  test('behavior: of a level, the mean of the total over its days, not the sum of own means', () => {
    // Old has 100 on seven days; new has 70 on the last two: (700 + 140) ÷ 7, not 100 + 70.
    const old = measure(member('A', [back(every(0, 6, 100))]), D, 'level')
    const fresh = measure(member('B', [back({ 0: 70, 1: 70 }, { chain: 'base' })]), D, 'level')
    expect(fresh.totals).toMatchObject({ total7d: 70, total30d: 70 })
    expect(sumOf([old, fresh])).toMatchObject({
      total24h: 170,
      total7d: 120,
      total30d: 120,
      total1y: 120,
      total14dto7d: null,
    })
    // Chains are averaged over the same days: 700 ÷ 7 and 140 ÷ 7.
    expect(totalsByChain([old, fresh]).map(([chain, { total7d }]) => [chain, total7d])).toEqual([
      ['ethereum', 100],
      ['base', 20],
    ])
  })
})

describe('averages', () => {
  const totals = (total1y: number | null, days: number) => ({
    ...toTotals(addWindowSums([])),
    total1y,
    yearDays: new Uint8Array(365).fill(1, 0, days),
  })

  test.each([
    // 3,650 ÷ 365 = 10; 10 × 30.44
    { total: 3_650, days: 365, kind: 'flow', average1y: 10, monthlyAverage1y: 304.4 },
    { total: 300, days: 30, kind: 'flow', average1y: 10, monthlyAverage1y: 304.4 },
    { total: 290, days: 29, kind: 'flow', average1y: 10, monthlyAverage1y: null },
    { total: 0, days: 40, kind: 'flow', average1y: 0, monthlyAverage1y: 0 },
    { total: null, days: 0, kind: 'flow', average1y: null, monthlyAverage1y: null },
    { total: 62, days: 5, kind: 'level', average1y: 62, monthlyAverage1y: null },
  ] as const)(
    'default: $total over $days days of a $kind',
    ({ total, days, kind, average1y, monthlyAverage1y }) => {
      const found = averagesOf(totals(total, days), kind)
      expect(found.average1y).toBe(average1y)
      expect(
        found.monthlyAverage1y === null ? null : Math.round(found.monthlyAverage1y * 1e6) / 1e6,
      ).toBe(monthlyAverage1y)
    },
  )
})

describe('changes', () => {
  const none = {
    change_1d: null,
    change_7d: null,
    change_1m: null,
    change_7dover7d: null,
    change_30dover30d: null,
  }

  test('default: each change has its own two sides', () => {
    const totals = {
      ...toTotals(addWindowSums([])),
      total24h: 110,
      total48hto24h: 100, // +10%
      total7DaysAgo: 88, // 110 ÷ 88 = 1.25
      total30DaysAgo: 330, // a third: −66.666…
      total7d: 700,
      total14dto7d: 800, // −12.5%
      total30d: 3_001,
      total60dto30d: 3_000, // +0.0333…
    }
    const expected = {
      change_1d: 10,
      change_7d: 25,
      change_1m: -66.67,
      change_7dover7d: -12.5,
      change_30dover30d: 0.03,
    }
    expect(changesOf(totals, false)).toEqual(expected)
    expect(changesOf(totals, true)).toEqual(expected)
  })

  test.each([
    { name: 'nothing known', totals: {}, own: null, overview: null },
    { name: 'no earlier side', totals: { total24h: 5 }, own: null, overview: null },
    {
      name: 'earlier side 0',
      totals: { total24h: 5, total48hto24h: 0 },
      own: null,
      overview: null,
    },
    { name: 'both 0', totals: { total24h: 0, total48hto24h: 0 }, own: null, overview: null },
    { name: 'later side 0', totals: { total24h: 0, total48hto24h: 5 }, own: -100, overview: null },
    { name: 'later side missing', totals: { total48hto24h: 5 }, own: null, overview: null },
    { name: 'the same', totals: { total24h: 5, total48hto24h: 5 }, own: 0, overview: 0 },
  ])('behavior: $name', ({ totals, own, overview }) => {
    const all = { ...toTotals(addWindowSums([])), ...totals }
    expect(changesOf(all, false)).toEqual({ ...none, change_1d: own })
    expect(changesOf(all, true)).toEqual({ ...none, change_1d: overview })
  })
})

describe('coverage', () => {
  const part = (total30d: number | null, hasReported: boolean) => ({
    ...toTotals(addWindowSums([])),
    total30d,
    yearDays: new Uint8Array(365).fill(hasReported ? 1 : 0, 0, 1),
  })

  test.each([
    { name: 'all reported', parts: [part(900, true), part(100, true)], expected: 1 },
    // 900 of 1,000
    { name: 'a small one is late', parts: [part(900, true), part(100, false)], expected: 0.9 },
    { name: 'the large one is late', parts: [part(900, false), part(100, true)], expected: 0.1 },
    { name: 'all late', parts: [part(900, false)], expected: 0 },
    {
      name: 'one without a value in 30 days is not expected',
      parts: [part(50, true), part(null, false)],
      expected: 1,
    },
    { name: 'nobody', parts: [], expected: undefined },
    { name: 'nobody with a value', parts: [part(null, false), part(0, true)], expected: undefined },
  ])('behavior: $name', ({ parts, expected }) => {
    expect(coverageOf(parts)).toBe(expected)
  })
})
