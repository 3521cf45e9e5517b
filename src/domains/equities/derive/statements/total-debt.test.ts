import { expect, test } from 'vitest'
import { dayOf } from '../days.ts'
import { figure, realFigures } from './figures-for-tests.ts'
import { makeLedger } from './ledger.ts'
import type { LineName } from './statement-lines.ts'
import { totalDebt } from './total-debt.ts'

test.each<[string, Partial<Record<LineName, number>>, number | null]>([
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
  ['behavior: all debt as one line', { allDebt: 115, longTermDebtNonCurrent: 112 }, 115],
  ['behavior: notes alone, and what is due soon', { longTermNotes: 100, debtCurrent: 7 }, 107],
  ['behavior: notes are a part of a line of all', { longTermNotes: 60, longTermDebt: 100 }, 100],
  ['behavior: a debt of 0 that was filed', { longTermDebt: 0 }, 0],
  ['behavior: only short-term: the rest is not known', { shortTermBorrowings: 5 }, null],
  ['behavior: no line', {}, null],
])('%s', (_, lines, expected) => {
  expect(totalDebt((line) => lines[line] ?? null)).toBe(expected)
})

test("behavior: a bank's long-term debt under the tag with capital leases and current maturities", () => {
  // Billions: 448.8 of long-term debt and 68.0 of short-term borrowings; only the latter was found.
  const ledger = makeLedger([
    figure('longTermDebt', '2025-12-31', 448.8, { tag: 1 }),
    figure('shortTermBorrowings', '2025-12-31', 68),
  ])
  const debt = totalDebt((line) => ledger.balance(line, dayOf('2025-12-31')))
  expect(debt).toBeCloseTo(516.8, 9)
})

test.each([
  // Convertible notes are all it owes.
  ['SNOW', '2025-01-31', 2_271_529_000],
  // Before them no line of debt was filed.
  ['SNOW', '2022-01-31', null],
  // All borrowings are one line; its long-term part and what is due soon, 265,885,799 + 12,636,821,
  // would be more than that.
  ['LPA', '2024-12-31', 267_216_692],
] as const)('behavior: %s on %s as filed', (company, date, expected) => {
  const ledger = makeLedger(realFigures(company))
  expect(totalDebt((line) => ledger.balance(line, dayOf(date)))).toBe(expected)
})
