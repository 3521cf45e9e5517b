import { expect, test } from 'vitest'
import { companyMedians } from './company-medians.ts'
import { member } from './members-for-tests.ts'

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
