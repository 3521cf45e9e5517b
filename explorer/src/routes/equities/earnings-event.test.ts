import { expect, test } from 'vitest'
import { weekOf } from './earnings-event.ts'

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-17', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2026-11-23', '2026-11-23'],
  ['1970-01-01', '1969-12-29'],
  ['soon', ''],
])('the week of %s begins on Monday, %s', (date, monday) => {
  expect(weekOf(date)).toBe(monday)
})
