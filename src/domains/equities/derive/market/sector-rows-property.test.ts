import fc from 'fast-check'
import { expect, test } from 'vitest'
import { median } from '../arithmetic.ts'
import { member } from './members-for-tests.ts'
import { METRIC_NAMES, type Member, metricBlock } from './metric-block.ts'
import {
  companyMedians,
  concentration,
  industryRows,
  sectorRows,
  topHoldings,
} from './sector-rows.ts'

const cap = fc.double({ min: 1, max: 4e12, noNaN: true })
const price = fc.double({ min: 0.01, max: 5_000, noNaN: true })
const maybe = (from: fc.Arbitrary<number>) => fc.option(from, { nil: null })
const amount = fc.double({ min: -1e12, max: 1e12, noNaN: true })

const company = fc
  .record({
    marketCap: cap,
    sector: fc.constantFrom('Energy', 'Utilities', 'Technology', 'Unknown'),
    industry: fc.constantFrom('Oil', 'Services', 'Unknown'),
    quote: fc.record({
      price,
      previousClose: maybe(price),
      close7d: maybe(price),
      close1y: maybe(price),
    }),
    filed: fc.record({ revenueTTM: maybe(amount), earningsTTM: maybe(amount) }),
    figures: fc.record({
      trailingPE: maybe(price),
      priceToBook: maybe(price),
      dollarVolume: maybe(price),
    }),
  })
  .map(({ marketCap, ...more }) => ({ marketCap, more }))

const members: fc.Arbitrary<Member[]> = fc
  .array(company, { minLength: 1, maxLength: 40 })
  .map((companies) =>
    companies.map(({ marketCap, more }, index) => member(`T${index}`, marketCap, more)),
  )

const sumOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test('property: weights of sectors and of industries sum to 100, and every company is in one of each', () => {
  fc.assert(
    fc.property(members, (all) => {
      for (const rows of [sectorRows(all), industryRows(all)]) {
        expect(sumOf(rows.map(({ weight }) => weight))).toBeCloseTo(100, 6)
        expect(rows.flatMap((row) => row.members.map(({ ticker }) => ticker)).sort()).toEqual(
          all.map(({ ticker }) => ticker).sort(),
        )
        expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_, index) => index + 1))
        const caps = rows.map(({ block }) => block.marketCap ?? 0)
        expect(caps).toEqual(caps.toSorted((a, b) => b - a))
        for (const row of rows)
          expect(sumOf(topHoldings(row, 40).map(({ sectorWeight }) => sectorWeight))).toBeCloseTo(
            100,
            6,
          )
      }
    }),
  )
})

test('property: a cap-weighted change is between the least and the largest of its members', () => {
  const windows = [
    ['priceChangePercentage1d', 'previousClose'],
    ['priceChangePercentage7d', 'close7d'],
    ['priceChangePercentage1y', 'close1y'],
  ] as const
  fc.assert(
    fc.property(members, (all) => {
      const block = metricBlock(all)
      for (const [metric, start] of windows) {
        const changes = all.flatMap(({ quote }) =>
          quote[start] === null ? [] : [(quote.price / quote[start] - 1) * 100],
        )
        const change = block[metric]
        if (change === null) continue
        const slack = 1e-6 * (1 + Math.abs(change))
        expect(change).toBeGreaterThanOrEqual(Math.min(...changes) - slack)
        expect(change).toBeLessThanOrEqual(Math.max(...changes) + slack)
      }
    }),
  )
})

test('property: coverage is a share, and below 60% there is no ratio and no change', () => {
  const ratios = METRIC_NAMES.filter((name) =>
    /PE$|Yield|^priceTo|ToEbitda|Margin|Percentage/.test(name),
  )
  fc.assert(
    fc.property(members, (all) => {
      const block = metricBlock(all)
      for (const name of METRIC_NAMES) {
        expect(block.coverage[name]).toBeGreaterThanOrEqual(0)
        expect(block.coverage[name]).toBeLessThanOrEqual(1 + 1e-9)
      }
      for (const name of ratios) if (block.coverage[name] < 0.6) expect(block[name]).toBeNull()
    }),
  )
})

test('property: a median has as many values on either side, whatever their order', () => {
  // Minus zero and zero are one figure, and printed alike.
  const value = fc.double({ min: -1e15, max: 1e15, noNaN: true }).map((figure) => figure + 0)
  const values = fc.array(value, { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(values, (all) => {
      const middle = median(all) ?? Number.NaN
      expect(all.filter((value) => value < middle).length).toBeLessThanOrEqual(all.length / 2)
      expect(all.filter((value) => value > middle).length).toBeLessThanOrEqual(all.length / 2)
      expect(median(all.toReversed())).toBe(middle)
    }),
  )
  fc.assert(
    fc.property(members, (all) => {
      const known = all.flatMap(({ figures }) => figures.trailingPE ?? [])
      const { medianTrailingPE } = companyMedians(all)
      if (known.length === 0) expect(medianTrailingPE).toBeNull()
      else expect(medianTrailingPE).toBe(median(known))
    }),
  )
})

test('property: concentration keeps its bounds: 1/n to 1 for squares, ten of n to all for the ten largest', () => {
  fc.assert(
    fc.property(members, (all) => {
      const { hhi, top10MarketCapShare, megaCapCount, medianMarketCap } = concentration(all)
      const caps = all.map(({ marketCap }) => marketCap)
      expect(hhi).toBeGreaterThanOrEqual((10_000 / all.length) * (1 - 1e-9))
      expect(hhi).toBeLessThanOrEqual(10_000 * (1 + 1e-9))
      expect(top10MarketCapShare).toBeGreaterThanOrEqual(
        Math.min(100, 1_000 / all.length) * (1 - 1e-9),
      )
      expect(top10MarketCapShare).toBeLessThanOrEqual(100 * (1 + 1e-9))
      expect(megaCapCount).toBeLessThanOrEqual(all.length)
      expect(medianMarketCap).toBeGreaterThanOrEqual(Math.min(...caps))
      expect(medianMarketCap).toBeLessThanOrEqual(Math.max(...caps))
    }),
  )
})
