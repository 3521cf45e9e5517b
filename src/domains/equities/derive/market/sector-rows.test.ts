import { expect, test } from 'vitest'
import { member } from './members-for-tests.ts'
import { countIndustries, industryRows, sectorRows, topHoldings } from './sector-rows.ts'

const members = [
  member('A', 300, {
    sector: 'Energy',
    industry: 'Oil',
    figures: { dollarVolume: 30, priceChangePercentage1d: 2 },
  }),
  member('B', 100, { sector: 'Energy', industry: 'Services', figures: { dollarVolume: 10 } }),
  member('C', 500, { sector: 'Technology', industry: 'Services', figures: { dollarVolume: 60 } }),
  member('D', 100, { sector: 'Unknown', industry: 'Unknown' }),
]

test('default: sectors by market cap, with weights that sum to 100 and the unknown one among them', () => {
  const rows = sectorRows(members)
  expect(
    rows.map(({ sector, rank, weight, industryCount }) => [sector, rank, weight, industryCount]),
  ).toEqual([
    ['Technology', 1, 50, 1],
    ['Energy', 2, 40, 2],
    ['Unknown', 3, 10, 0],
  ])
  // 40 of 100; the unknown sector has no volume that is known.
  expect(rows.map(({ dollarVolumeShare24h }) => dollarVolumeShare24h)).toEqual([60, 40, null])
})

test('behavior: the same industry name in two sectors is two rows', () => {
  expect(
    industryRows(members).map(({ sector, industry, rank, weight }) => [
      sector,
      industry,
      rank,
      weight,
    ]),
  ).toEqual([
    ['Technology', 'Services', 1, 50],
    ['Energy', 'Oil', 2, 30],
    ['Energy', 'Services', 3, 10],
    ['Unknown', 'Unknown', 4, 10],
  ])
  expect(countIndustries(members)).toBe(3)
})

test('behavior: labels that differ only in spelling are one, named as the largest company has it', () => {
  expect(
    sectorRows([
      member('A', 1, { sector: 'real estate' }),
      member('B', 2, { sector: 'Real Estate' }),
    ]).map(({ sector }) => sector),
  ).toEqual(['Real Estate'])
})

test('behavior: the largest companies, with their share of the group', () => {
  const energy = sectorRows(members)[1]
  expect(energy === undefined ? [] : topHoldings(energy, 1)).toEqual([
    { ticker: 'A', name: 'A Inc.', marketCap: 300, sectorWeight: 75, priceChangePercentage1d: 2 },
  ])
  expect(energy === undefined ? [] : topHoldings(energy, 9)).toHaveLength(2)
})

test('behavior: nobody', () => {
  expect(sectorRows([])).toEqual([])
})
