import { expect, test } from 'vitest'
import { dateOf, dayOf } from '../days.ts'
import { estimateDay, estimateReport, type PastReport } from './cadence-model.ts'
import { backtestCadence } from './earnings-for-tests.ts'

/** Reports of calendar quarters, from the first quarter of a year on: `end → report`. */
function reports(pairs: Record<string, string>): PastReport[] {
  return Object.entries(pairs).map(([end, report]) => {
    const [year, month] = end.split('-').map(Number)
    return {
      number: (year ?? 0) * 4 + Math.ceil((month ?? 1) / 3) - 1,
      endDay: dayOf(end),
      reportDay: dayOf(report),
    }
  })
}
const numberOf = (year: number, quarter: number) => year * 4 + quarter - 1
const estimate = (past: PastReport[], year: number, quarter: number, end: string) => {
  const made = estimateReport(past, numberOf(year, quarter), dayOf(end))
  return made === undefined
    ? undefined
    : { report: dateOf(made.reportDay), end: dateOf(made.endDay), drift: made.maxDriftDays }
}

test('default: the same distance from the end of the quarter, on the same weekday', () => {
  // Thursday, 30 January 2025 was 30 days after the quarter. 30 January 2026 is a Friday; the
  // nearest Thursday is the 29th.
  expect(estimate(reports({ '2024-12-31': '2025-01-30' }), 2025, 4, '2025-12-31')).toEqual({
    report: '2026-01-29',
    end: '2025-12-31',
    drift: 10,
  })
})

test('behavior: the middle of three years', () => {
  // Distances of 30, 35 and 58 days, all on Thursdays: 2026-01-29, 2026-02-05, 2026-02-26. The
  // middle one counts.
  const past = reports({
    '2022-12-31': '2023-02-02',
    '2023-12-31': '2024-02-29',
    '2024-12-31': '2025-01-30',
  })
  expect(estimate(past, 2025, 4, '2025-12-31')?.report).toBe('2026-02-05')
})

test('behavior: of two years the newer one', () => {
  const past = reports({ '2023-12-31': '2024-02-29', '2024-12-31': '2025-01-30' })
  expect(estimate(past, 2025, 4, '2025-12-31')?.report).toBe('2026-01-29')
})

test('behavior: a year of 52 weeks ends 364 days later, with the same weekday', () => {
  const past = reports({ '2024-12-28': '2025-01-30' })
  expect(estimate(past, 2025, 4, '2025-12-28')).toMatchObject({
    end: '2025-12-27',
    report: '2026-01-29',
  })
})

test('behavior: two years ahead, and never on a weekend', () => {
  // Saturday, 1 February 2025, 32 days after: two years on Saturday, 30 January 2027, moved to
  // Monday.
  expect(estimate(reports({ '2024-12-31': '2025-02-01' }), 2026, 4, '2026-12-31')).toMatchObject({
    end: '2026-12-31',
    report: '2027-02-01',
  })
})

test('behavior: without the same quarter the middle of the last four distances', () => {
  // 40, 30 and 38 days: 38 days after 31 December is Saturday, 7 February, so Monday.
  const past = reports({
    '2025-03-31': '2025-05-10',
    '2025-06-30': '2025-07-30',
    '2025-09-30': '2025-11-07',
  })
  expect(estimate(past, 2025, 4, '2025-12-31')).toEqual({
    report: '2026-02-09',
    end: '2025-12-31',
    drift: 21,
  })
})

test('behavior: the drift is the largest error of late and a day more', () => {
  // The first quarter of each year by the year before: 2023 → 2024 off by a week (4 May 2023, then
  // 9 May 2024), then exact twice.
  const past = reports({
    '2022-03-31': '2022-05-05',
    '2023-03-31': '2023-05-04',
    '2024-03-31': '2024-05-09',
    '2025-03-31': '2025-05-08',
  })
  // Guesses: for 2023 the 4th (error 0), for 2024 the 2nd (the newer of two; error 7), for 2025 the
  // middle of 1, 1 and 8 May: the 1st (error 7).
  expect(estimate(past, 2026, 1, '2026-03-31')?.drift).toBe(8)
})

test('behavior: no report is expected on a holiday of the exchanges', () => {
  // A Monday 48 days after the quarter. 48 days after the next one is Tuesday, 17 February 2026; the
  // nearest Monday is Presidents' Day, so the day after it.
  const past = reports({ '2024-12-31': '2025-02-17' })
  expect(estimate(past, 2025, 4, '2025-12-31')?.report).toBe('2026-02-17')
  // Without the same quarter: 93 days after 31 December 2025 is Good Friday; then comes a weekend.
  expect(estimate(reports({ '2025-09-30': '2026-01-01' }), 2025, 4, '2025-12-31')?.report).toBe(
    '2026-04-06',
  )
})

test('behavior: the day alone is the same day', () => {
  expect(
    estimateDay(reports({ '2024-12-31': '2025-01-30' }), numberOf(2025, 4), dayOf('2025-12-31')),
  ).toBe(dayOf('2026-01-29'))
  expect(estimateDay([], numberOf(2025, 4), dayOf('2025-12-31'))).toBeUndefined()
})

test('behavior: nothing known', () => {
  expect(estimate([], 2025, 4, '2025-12-31')).toBeUndefined()
})

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
