import { expect, test } from 'vitest'
import { dateOf, dayOf } from '../days.ts'
import { figure, HALF, NINE_MONTHS, Q1, Q2, Q3, YEAR } from './figures-for-tests.ts'
import { makeLedger } from './ledger.ts'

const END = dayOf('2025-12-31')

test('default: lines by period, with the ends that were reported', () => {
  const ledger = makeLedger([
    figure('revenue', Q1, 10),
    figure('revenue', Q2, 11),
    figure('revenue', Q3, 12),
    figure('revenue', YEAR, 46),
    figure('operatingCash', Q1, 3),
    figure('operatingCash', HALF, 7),
    figure('assets', '2025-12-31', 500),
    figure('epsBasic', YEAR, 2.5),
  ])
  expect(ledger.currency).toBe('USD')
  expect(ledger.quarterEnds.map(dateOf)).toEqual([
    '2025-03-31',
    '2025-06-30',
    '2025-09-30',
    '2025-12-31',
  ])
  expect(ledger.yearEnds.map(dateOf)).toEqual(['2025-12-31'])
  expect(ledger.balanceDays.map(dateOf)).toEqual(['2025-12-31'])
  expect(ledger.quarter('revenue', END)).toBe(13)
  expect(ledger.quarter('operatingCash', dayOf('2025-06-30'))).toBe(4)
  expect(ledger.balance('assets', END)).toBe(500)
  expect(ledger.year('epsBasic', END)).toBe(2.5)
  expect(ledger.quarter('epsBasic', END)).toBeNull()
  expect(ledger.year('incomeTax', END)).toBeNull()
})

test('behavior: amounts are in the currency that most figures have; of two the dollar', () => {
  const euros = [
    figure('revenue', YEAR, 100, { unit: 'EUR' }),
    figure('assets', '2025-12-31', 50, { unit: 'EUR' }),
  ]
  expect(makeLedger([...euros, figure('revenue', YEAR, 110)]).year('revenue', END)).toBe(100)
  expect(
    makeLedger([euros[0] ?? figure('revenue', YEAR, 1), figure('revenue', YEAR, 110)]).currency,
  ).toBe('USD')
})

test('behavior: the newest count of shares, the cover page before the balance sheet', () => {
  const ledger = makeLedger([
    figure('sharesOutstanding', '2025-12-31', 990, { tag: 1 }),
    figure('sharesOutstanding', '2026-02-10', 1_000),
    figure('sharesOutstanding', '2026-02-10', 1, { tag: 1 }),
  ])
  expect(ledger.newestShares()).toEqual({
    day: dayOf('2026-02-10'),
    shares: 1_000,
    filed: '2026-01-01',
  })
})

test('behavior: nothing known', () => {
  const ledger = makeLedger([])
  expect(ledger).toMatchObject({ currency: null, quarterEnds: [], yearEnds: [], balanceDays: [] })
  expect(ledger.newestShares()).toBeNull()
  expect(ledger.quarter('revenue', END)).toBeNull()
})

test('behavior: net income to common of a fourth quarter comes from the nine months', () => {
  const filed = (line: 'netIncomeToCommon' | 'revenue') => [
    figure(line, Q1, 1_000),
    figure(line, Q2, 1_000),
    figure(line, Q3, 1_000),
    figure(line, NINE_MONTHS, 3_001),
    figure(line, YEAR, 4_004),
  ]
  const ledger = makeLedger([...filed('netIncomeToCommon'), ...filed('revenue')])
  // 4,004 − 3,001; other lines less three quarters, so that four add up to the year.
  expect(ledger.quarter('netIncomeToCommon', END)).toBe(1_003)
  expect(ledger.quarter('revenue', END)).toBe(1_004)
})

test('behavior: when a line was filed last', () => {
  const ledger = makeLedger([
    figure('sharesBasic', Q1, 10, { filed: '2025-05-01' }),
    figure('sharesBasic', YEAR, 11, { filed: '2026-02-01' }),
  ])
  expect(ledger.lastFiled('sharesBasic', dayOf('2025-03-31'))).toBe('2025-05-01')
  expect(ledger.lastFiled('sharesBasic', END)).toBe('2026-02-01')
  expect(ledger.lastFiled('sharesBasic', dayOf('2025-06-30'))).toBeUndefined()
})
