import { expect, test } from 'vitest'
import { member } from './members-for-tests.ts'
import {
  companyMedians,
  concentration,
  countIndustries,
  industryRows,
  isOfLabels,
  labelSlug,
  MEGA_CAP_USD,
  meansLabel,
  sectorRows,
  topHoldings,
} from './sector-rows.ts'

test.each([
  ['Technology', 'technology'],
  ['Oil & Gas E&P', 'oil-and-gas-e-and-p'],
  ['Software - Application', 'software-application'],
  ['REIT—Hotel', 'reit-hotel'],
  ["Builders' Supplies (Retail)", 'builders-supplies-retail'],
  ['  ', ''],
])('default: the slug of %j is %j', (label, slug) => {
  expect(labelSlug(label)).toBe(slug)
})

test('behavior: slug or label, any case', () => {
  const label = 'Oil & Gas E&P'
  expect(
    ['oil-and-gas-e-and-p', 'OIL & GAS E&P', 'Oil and Gas E and P', 'oil'].map((text) =>
      meansLabel(text, label),
    ),
  ).toEqual([true, true, true, false])
})

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

test('default: the middle of those that have the figure', () => {
  const pes = [10, 30, 12].map((trailingPE, index) =>
    member(`T${index}`, 10 ** index, { figures: { trailingPE } }),
  )
  expect(companyMedians([...pes, member('LOSS', 1e9)])).toEqual({
    medianTrailingPE: 12,
    medianPriceToRevenue: null,
    medianPriceToBook: null,
    medianEnterpriseValueToEbitda: null,
    medianOperatingProfitMarginTTM: null,
    medianDividendYield: null,
  })
})

test('behavior: of two the mean; zero counts', () => {
  const yields = [0, 3].map((dividendYield, index) =>
    member(`T${index}`, 1, { figures: { dividendYield } }),
  )
  expect(companyMedians(yields).medianDividendYield).toBe(1.5)
})

test('default: shares, squares and the middle', () => {
  // 50%, 30%, 20%: 2,500 + 900 + 400.
  expect(concentration([member('A', 50), member('B', 30), member('C', 20)])).toEqual({
    top10MarketCapShare: 100,
    hhi: 3_800,
    megaCapCount: 0,
    megaCapThreshold: 200e9,
    medianMarketCap: 30,
  })
})

test('behavior: one company is all of it', () => {
  expect(concentration([member('A', MEGA_CAP_USD)])).toMatchObject({
    top10MarketCapShare: 100,
    hhi: 10_000,
    megaCapCount: 1,
  })
  expect(concentration([member('A', MEGA_CAP_USD - 1)])).toMatchObject({ megaCapCount: 0 })
})

test('behavior: of twenty equal ones the ten largest are half', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => member(`T${index}`, 7))
  // Twenty times 5 squared.
  expect(concentration(twenty)).toMatchObject({
    top10MarketCapShare: 50,
    hhi: 500,
    medianMarketCap: 7,
  })
})

test.each<[string, Parameters<typeof isOfLabels>[0], Parameters<typeof isOfLabels>[1], boolean]>([
  ['nothing requested', {}, { sector: 'Energy', industry: null }, true],
  ['by slug', { sector: 'energy' }, { sector: 'Energy', industry: null }, true],
  ['no industry is Unknown', { industry: 'unknown' }, { sector: 'Energy', industry: null }, true],
  [
    'both must fit',
    { sector: 'energy', industry: 'gas' },
    { sector: 'Energy', industry: 'Oil' },
    false,
  ],
])('behavior: isOfLabels: %s', (_, asked, labels, expected) => {
  expect(isOfLabels(asked, labels)).toBe(expected)
})
