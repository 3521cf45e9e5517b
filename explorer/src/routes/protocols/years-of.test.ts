import { expect, test } from 'vitest'
import { yearsOf } from './years-of.ts'

test('a market cap in years of what 30 days brought', () => {
  // 30 in 30 days is 365 a year.
  expect(yearsOf(730, 30)).toBe(2)
  expect(yearsOf(730, 0)).toBeNull()
  expect(yearsOf(730, undefined)).toBeNull()
  expect(yearsOf(null, 30)).toBeNull()
})
