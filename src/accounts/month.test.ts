import { expect, test } from 'vitest'
import { monthOf } from './month.ts'

test.each([
  ['2026-03-10T12:00:00Z', '2026-03', '2026-04-01'],
  ['2026-12-31T23:59:59.999Z', '2026-12', '2027-01-01'],
  ['2028-02-29T00:00:00Z', '2028-02', '2028-03-01'],
])('behavior: %s is in %s, which ends on %s', (iso, name, resetDate) => {
  const nowMs = Date.parse(iso)
  const month = monthOf(nowMs)
  expect(month).toEqual({
    name,
    startMs: Date.parse(`${name}-01`),
    endMs: Date.parse(resetDate),
    resetDate,
  })
})
