import { expect, test } from 'vitest'
import { coverageOf } from './coverage.ts'
import { addWindowSums, toTotals } from './totals.ts'

const part = (total30d: number | null, hasReported: boolean) => ({
  ...toTotals(addWindowSums([])),
  total30d,
  yearDays: new Uint8Array(365).fill(hasReported ? 1 : 0, 0, 1),
})

test.each([
  { name: 'all reported', parts: [part(900, true), part(100, true)], expected: 1 },
  // 900 of 1,000
  { name: 'a small one is late', parts: [part(900, true), part(100, false)], expected: 0.9 },
  { name: 'the large one is late', parts: [part(900, false), part(100, true)], expected: 0.1 },
  { name: 'all late', parts: [part(900, false)], expected: 0 },
  {
    name: 'one without a value in 30 days is not expected',
    parts: [part(50, true), part(null, false)],
    expected: 1,
  },
  { name: 'nobody', parts: [], expected: undefined },
  { name: 'nobody with a value', parts: [part(null, false), part(0, true)], expected: undefined },
])('behavior: $name', ({ parts, expected }) => {
  expect(coverageOf(parts)).toBe(expected)
})
