import { expect, test } from 'vitest'
import { averagesOf } from './averages.ts'
import { addWindowSums, toTotals } from './totals.ts'

const totals = (total1y: number | null, days: number) => ({
  ...toTotals(addWindowSums([])),
  total1y,
  yearDays: new Uint8Array(365).fill(1, 0, days),
})

test.each([
  // 3,650 ÷ 365 = 10; 10 × 30.44
  { total: 3_650, days: 365, kind: 'flow', average1y: 10, monthlyAverage1y: 304.4 },
  { total: 300, days: 30, kind: 'flow', average1y: 10, monthlyAverage1y: 304.4 },
  { total: 290, days: 29, kind: 'flow', average1y: 10, monthlyAverage1y: null },
  { total: 0, days: 40, kind: 'flow', average1y: 0, monthlyAverage1y: 0 },
  { total: null, days: 0, kind: 'flow', average1y: null, monthlyAverage1y: null },
  { total: 62, days: 5, kind: 'level', average1y: 62, monthlyAverage1y: null },
] as const)(
  'default: $total over $days days of a $kind',
  ({ total, days, kind, average1y, monthlyAverage1y }) => {
    const found = averagesOf(totals(total, days), kind)
    expect(found.average1y).toBe(average1y)
    expect(
      found.monthlyAverage1y === null ? null : Math.round(found.monthlyAverage1y * 1e6) / 1e6,
    ).toBe(monthlyAverage1y)
  },
)
