import { expect, test } from 'vitest'
import { chainTotals } from './chain-totals.ts'

const place = (chain: string, pegType: string, units: number, usdRate: number) => ({
  chain,
  pegType,
  units,
  usdRate,
})

test('default: units and dollars by peg type, most dollars first', () => {
  const places = [
    place('base', 'peggedUSD', 100, 0.9),
    place('tron', 'peggedUSD', 60, 1),
    place('base', 'peggedUSD', 50, 1),
    place('tron', 'peggedEUR', 100, 1.1),
  ]
  expect(chainTotals(places)).toEqual([
    // 60 × 1 + 100 × 1.1 = 170.
    {
      chain: 'tron',
      circulating: { peggedUSD: 60, peggedEUR: 100 },
      circulatingUsd: { peggedUSD: 60, peggedEUR: 110.00000000000001 },
    },
    // 100 × 0.9 + 50 × 1 = 140.
    { chain: 'base', circulating: { peggedUSD: 150 }, circulatingUsd: { peggedUSD: 140 } },
  ])
})

test('behavior: dollars are null when nothing of a peg has a rate, else the sum of what has', () => {
  const none = chainTotals([place('base', 'peggedVAR', 5, Number.NaN)])
  expect(none).toEqual([
    { chain: 'base', circulating: { peggedVAR: 5 }, circulatingUsd: { peggedVAR: null } },
  ])
  const some = chainTotals([
    place('base', 'peggedVAR', 5, Number.NaN),
    place('base', 'peggedVAR', 2, 3),
    place('base', 'peggedVAR', 1, Number.NaN),
  ])
  expect(some).toEqual([
    { chain: 'base', circulating: { peggedVAR: 8 }, circulatingUsd: { peggedVAR: 6 } },
  ])
})

test('behavior: of equal chains the first by its key; nothing of nothing', () => {
  expect(
    chainTotals([place('tron', 'peggedUSD', 1, 1), place('base', 'peggedUSD', 1, 1)]).map(
      ({ chain }) => chain,
    ),
  ).toEqual(['base', 'tron'])
  expect(chainTotals([])).toEqual([])
})
