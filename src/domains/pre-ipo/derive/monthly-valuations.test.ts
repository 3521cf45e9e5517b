import { expect, test } from 'vitest'
import { type Mark, monthlyValuations } from './monthly-valuations.ts'

const NOW = Date.UTC(2026, 0, 14, 12) / 1000
const mark = (source: string, date: string, valuationUsd: number): Mark => ({
  source,
  atSec: Date.parse(`${date}Z`) / 1000,
  valuationUsd,
})

test('default: sources are averaged one by one, then together, so that a talkative one does not outweigh the others', () => {
  const marks = [
    mark('a', '2025-11-02T00:00', 1_000_000),
    mark('a', '2025-11-12T00:00', 2_000_000),
    mark('a', '2025-11-30T23:59:59', 3_000_000),
    mark('b', '2025-11-20T00:00', 5_000_000),
  ]
  // a: (1 + 2 + 3) ÷ 3 = 2 million; b: 5 million; together 3.5 million, not 2.75.
  expect(monthlyValuations(marks, NOW)).toEqual([{ date: '2025-11-01', valuationUsd: 3_500_000 }])
})

test('behavior: rounded to the nearest 100, halves up', () => {
  expect(monthlyValuations([mark('a', '2025-11-02T00:00', 1_000_049)], NOW)[0]?.valuationUsd).toBe(
    1_000_000,
  )
  expect(monthlyValuations([mark('a', '2025-11-02T00:00', 1_000_050)], NOW)[0]?.valuationUsd).toBe(
    1_000_100,
  )
})

test('behavior: months without a mark are skipped, the current one goes up to now, later marks do not count', () => {
  const marks = [
    mark('a', '2026-01-14T12:00', 900),
    mark('a', '2026-01-14T12:00:01', 5_000),
    mark('a', '2025-10-31T23:59:59', 300),
    mark('a', '2025-12-01T00:00', 700),
  ]
  expect(monthlyValuations(marks, NOW)).toEqual([
    { date: '2025-10-01', valuationUsd: 300 },
    { date: '2025-12-01', valuationUsd: 700 },
    { date: '2026-01-01', valuationUsd: 900 },
  ])
})

test('behavior: nothing known', () => {
  expect(monthlyValuations([], NOW)).toEqual([])
})
