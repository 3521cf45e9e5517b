import { expect, test } from 'vitest'
import { dateOf } from '../days.ts'
import { filingDay } from './earnings-filing.ts'
import { earningsFiling } from './earnings-for-tests.ts'

test('default: the day of the acceptance in New York', () => {
  // 00:30 UTC is the evening before in New York.
  expect(dateOf(filingDay(earningsFiling('8-K', '2026-01-15T00:30:00Z')))).toBe('2026-01-14')
})

test('behavior: without a time the day of filing', () => {
  expect(
    dateOf(filingDay({ ...earningsFiling('8-K', '2026-01-15T00:30:00Z'), acceptedSec: null })),
  ).toBe('2026-01-15')
})
