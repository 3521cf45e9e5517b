import { expect, test } from 'vitest'
import { type Period, periodStart } from './period-start.ts'

const sec = (iso: string) => Date.parse(iso) / 1000

test.each<[Period, now: string, start: string]>([
  ['7', '2026-01-14T12:00:00Z', '2026-01-07T00:00:00Z'],
  ['7', '2026-01-14T00:00:00Z', '2026-01-07T00:00:00Z'],
  ['7', '2026-01-14T23:59:59Z', '2026-01-07T00:00:00Z'],
  ['30', '2026-03-01T08:00:00Z', '2026-01-30T00:00:00Z'],
  ['365', '2026-01-14T12:00:00Z', '2025-01-14T00:00:00Z'],
  // 2024 has a 29 February, so 365 days are a day less than the year.
  ['365', '2025-01-14T12:00:00Z', '2024-01-15T00:00:00Z'],
  ['ytd', '2026-01-14T12:00:00Z', '2026-01-01T00:00:00Z'],
  ['ytd', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ['ytd', '2025-12-31T23:59:59Z', '2025-01-01T00:00:00Z'],
])('%s at %s starts on %s', (period, now, start) => {
  expect(periodStart(period, sec(now))).toBe(sec(start))
})
