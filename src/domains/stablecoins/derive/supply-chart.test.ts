import { expect, test } from 'vitest'
import { type SupplyLine, supplyChart } from './supply-chart.ts'

const column = (values: readonly (number | null)[] | undefined, length: number) =>
  Float64Array.from({ length }, (_, index) =>
    values === undefined ? 0 : (values[index] ?? Number.NaN),
  )

/** A line from day 10 on, unless it says otherwise; parts that are not given are 0. */
function line(given: {
  peg?: string
  firstDay?: number
  circulating: (number | null)[]
  minted?: (number | null)[]
  unreleased?: (number | null)[]
  bridgedIn?: (number | null)[]
  carried?: number[]
  untilDay?: number
  rates?: Record<number, number>
}): SupplyLine {
  const firstDay = given.firstDay ?? 10
  const { length } = given.circulating
  const endDay = firstDay + length - 1
  const untilDay = given.untilDay ?? endDay
  const rateOn = (day: number) => (given.rates === undefined ? 1 : (given.rates[day] ?? Number.NaN))
  return {
    pegType: given.peg ?? 'peggedUSD',
    firstDay,
    endDay,
    untilDay,
    circulating: column(given.circulating, length),
    minted: column(given.minted, length),
    unreleased: column(given.unreleased, length),
    bridgedIn: column(given.bridgedIn, length),
    carriedUnits: column(given.carried, length),
    rates: Float64Array.from({ length: untilDay - firstDay + 1 }, (_, index) =>
      rateOn(firstDay + index),
    ),
  }
}

test('default: units and dollars of each day, by peg type', () => {
  const lines = [
    line({
      circulating: [100, 110],
      minted: [130, 140],
      unreleased: [20, 20],
      bridgedIn: [5, 6],
      rates: { 10: 0.5, 11: 0.9 },
    }),
    line({ circulating: [40, 50], rates: { 10: 1, 11: 1 } }),
    line({ peg: 'peggedEUR', firstDay: 11, circulating: [10], minted: [10], rates: { 11: 1.1 } }),
  ]
  expect(supplyChart(lines)).toEqual([
    {
      day: 10,
      circulating: { peggedUSD: 140 },
      unreleased: { peggedUSD: 20 },
      // 100 × 0.5 + 40 × 1; 130 × 0.5; 5 × 0.5.
      circulatingUsd: { peggedUSD: 90 },
      mintedUsd: { peggedUSD: 65 },
      bridgedInUsd: { peggedUSD: 2.5 },
      carried: {},
    },
    {
      day: 11,
      circulating: { peggedUSD: 160, peggedEUR: 10 },
      unreleased: { peggedUSD: 20, peggedEUR: 0 },
      // 110 × 0.9 + 50 × 1 and 10 × 1.1; 140 × 0.9; 6 × 0.9.
      circulatingUsd: { peggedUSD: 149, peggedEUR: 11 },
      mintedUsd: { peggedUSD: 126, peggedEUR: 11 },
      bridgedInUsd: { peggedUSD: 5.4, peggedEUR: 0 },
      carried: {},
    },
  ])
})

test('behavior: dollars are null when nothing of a peg has a rate, else the sum of what has', () => {
  const lines = [
    line({ peg: 'peggedVAR', circulating: [7, 8], rates: {} }),
    line({ peg: 'peggedVAR', firstDay: 11, circulating: [3], rates: { 11: 2 } }),
  ]
  expect(
    supplyChart(lines).map(({ circulating, circulatingUsd }) => [circulating, circulatingUsd]),
  ).toEqual([
    [{ peggedVAR: 7 }, { peggedVAR: null }],
    // 8 + 3 units, of which 3 have a rate.
    [{ peggedVAR: 11 }, { peggedVAR: 6 }],
  ])
})

test('behavior: what is carried is told by peg, and all of it after the last report', () => {
  const lines = [
    line({ circulating: [100, 110], carried: [0, 30], untilDay: 12 }),
    line({ circulating: [1, 2, 3], carried: [0, 0, 0] }),
  ]
  expect(
    supplyChart(lines).map(({ day, circulating, carried }) => [day, circulating, carried]),
  ).toEqual([
    [10, { peggedUSD: 101 }, {}],
    [11, { peggedUSD: 112 }, { peggedUSD: 30 }],
    // 110 of day 11 still stand on day 12.
    [12, { peggedUSD: 113 }, { peggedUSD: 110 }],
  ])
})

test('behavior: a line that ended is no longer counted, days before and without any have no point', () => {
  const lines = [line({ circulating: [5, null, 7] }), line({ firstDay: 14, circulating: [9] })]
  expect(supplyChart(lines).map(({ day, circulating }) => [day, circulating.peggedUSD])).toEqual([
    [10, 5],
    [12, 7],
    [14, 9],
  ])
})

test('behavior: a line ends where it is cut off', () => {
  expect(
    supplyChart([line({ circulating: [1, 2, 3], untilDay: 11 })]).map(({ day }) => day),
  ).toEqual([10, 11])
})

test('behavior: 0 is a figure', () => {
  expect(supplyChart([line({ circulating: [0] })])).toMatchObject([
    { circulating: { peggedUSD: 0 }, circulatingUsd: { peggedUSD: 0 } },
  ])
})

test('behavior: nothing of nothing', () => {
  expect(supplyChart([])).toEqual([])
})
