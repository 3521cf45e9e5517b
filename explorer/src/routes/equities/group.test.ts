import { expect, test } from 'vitest'
import { lowestCoverage, ratioText } from './group.ts'

const group = { trailingPE: null, priceToRevenue: 3.5, enterpriseValueToEbitda: null }

test('a ratio that too little supports says how little; a loss is only missing', () => {
  const coverage = { trailingPE: 0.456, enterpriseValueToEbitda: 0.98 }
  expect(ratioText({ ...group, coverage }, 'trailingPE')).toBe('— (45% known)')
  expect(ratioText({ ...group, coverage }, 'enterpriseValueToEbitda')).toBe('—')
  expect(ratioText({ ...group, coverage }, 'priceToRevenue')).toBe('3.50')
  expect(lowestCoverage(coverage)).toBeCloseTo(45.6)
  expect(lowestCoverage({})).toBeNull()
})
