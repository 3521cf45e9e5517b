import { expect, test } from 'vitest'
import { dominance, type NamedLine } from './dominance.ts'

function line(
  id: string,
  circulating: number[],
  rate = 1,
  given: { firstDay?: number; untilDay?: number; peg?: string } = {},
): NamedLine {
  const firstDay = given.firstDay ?? 10
  const untilDay = given.untilDay ?? firstDay + circulating.length - 1
  const empty = new Float64Array(circulating.length)
  return {
    id,
    pegType: given.peg ?? 'peggedUSD',
    firstDay,
    endDay: firstDay + circulating.length - 1,
    untilDay,
    circulating: Float64Array.from(circulating),
    minted: empty,
    unreleased: empty,
    bridgedIn: empty,
    carriedUnits: empty,
    rates: new Float64Array(untilDay - firstDay + 1).fill(rate),
  }
}

test('default: the largest by value and its share, day by day', () => {
  // 60 + 20 × 2 = 100, then 60 + 70 × 2 = 200.
  expect(dominance([line('1', [60, 60]), line('2', [20, 70], 2, { peg: 'peggedEUR' })])).toEqual([
    {
      day: 10,
      circulatingUsd: { peggedUSD: 60, peggedEUR: 40 },
      greatest: { id: '1', mcapUsd: 60 },
      sharePct: 60,
    },
    {
      day: 11,
      circulatingUsd: { peggedUSD: 60, peggedEUR: 140 },
      greatest: { id: '2', mcapUsd: 140 },
      sharePct: 70,
    },
  ])
})

test('behavior: one stablecoin alone, with its share in all', () => {
  expect(
    dominance([line('1', [60, 60]), line('2', [20, 70], 2, { peg: 'peggedEUR' })], '1'),
  ).toEqual([
    {
      day: 10,
      circulatingUsd: { peggedUSD: 60 },
      greatest: { id: '1', mcapUsd: 60 },
      sharePct: 60,
    },
    {
      day: 11,
      circulatingUsd: { peggedUSD: 60 },
      greatest: { id: '1', mcapUsd: 60 },
      sharePct: 30,
    },
  ])
})

test('behavior: of two equal ones the first', () => {
  expect(dominance([line('7', [50]), line('3', [50])])).toMatchObject([
    { greatest: { id: '7', mcapUsd: 50 }, sharePct: 50 },
  ])
})

test('behavior: what has no value is never the largest', () => {
  const lines = [line('1', [1_000], Number.NaN, { peg: 'peggedVAR' }), line('2', [5])]
  expect(dominance(lines)).toEqual([
    {
      day: 10,
      circulatingUsd: { peggedVAR: null, peggedUSD: 5 },
      greatest: { id: '2', mcapUsd: 5 },
      sharePct: 100,
    },
  ])
  expect(dominance(lines.slice(0, 1))).toMatchObject([{ greatest: null, sharePct: null }])
})

test('behavior: worth nothing has no share', () => {
  expect(dominance([line('1', [0])])).toMatchObject([
    { greatest: { id: '1', mcapUsd: 0 }, sharePct: null },
  ])
})

test('behavior: one that still stands after its last report is counted', () => {
  const lines = [line('1', [60], 1, { untilDay: 11 }), line('2', [40, 40])]
  expect(dominance(lines).map(({ day, sharePct }) => [day, sharePct])).toEqual([
    [10, 60],
    [11, 60],
  ])
})

test('behavior: nothing of nothing', () => {
  expect(dominance([])).toEqual([])
})
