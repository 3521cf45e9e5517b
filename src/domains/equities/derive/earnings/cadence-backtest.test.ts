import { expect, test } from 'vitest'
import { dayOf } from '../days.ts'
import { backtestCadence } from './cadence-backtest.ts'

const report = (number: number, end: string, on: string) => ({
  number,
  endDay: dayOf(end),
  reportDay: dayOf(on),
})
const FIRST_YEAR = [
  report(0, '2024-03-31', '2024-05-02'),
  report(1, '2024-06-30', '2024-08-01'),
  report(2, '2024-09-30', '2024-10-31'),
  report(3, '2024-12-31', '2025-01-30'),
]

test('default: reports of the second year against what the first one said', () => {
  // Said: 1 May 2025 ± 10, and 31 July ± 10; reported on 8 May and on 14 August.
  const reports = [
    ...FIRST_YEAR,
    report(4, '2025-03-31', '2025-05-08'),
    report(5, '2025-06-30', '2025-08-14'),
  ]
  expect(backtestCadence(reports)).toEqual({ checked: 2, within: 1 })
})

test('behavior: without a year of history nothing is checked', () => {
  expect(backtestCadence(FIRST_YEAR)).toEqual({ checked: 0, within: 0 })
  expect(backtestCadence([])).toEqual({ checked: 0, within: 0 })
})
