import { expect, test } from 'vitest'
import type { LineName } from './statement-lines.ts'
import { totalDebt } from './total-debt.ts'

test.each<[string, Partial<Record<LineName, number>>, number]>([
  [
    'default: later + due soon + short-term',
    { longTermDebtNonCurrent: 100, longTermDebtCurrent: 10, shortTermBorrowings: 5 },
    115,
  ],
  [
    'behavior: all that is due soon as one line',
    { longTermDebtNonCurrent: 100, debtCurrent: 15, longTermDebtCurrent: 10 },
    115,
  ],
  [
    'behavior: long-term debt as one line holds what is due soon',
    { longTermDebt: 110, longTermDebtCurrent: 10, shortTermBorrowings: 5 },
    115,
  ],
  ['behavior: only short-term', { shortTermBorrowings: 5 }, 5],
  ['behavior: none', {}, 0],
])('%s', (_, lines, expected) => {
  expect(totalDebt((line) => lines[line] ?? null)).toBe(expected)
})
