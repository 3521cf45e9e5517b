import { expect, test } from 'vitest'
import { dayOf } from '../days.ts'
import { figure, Q1, Q2, Q3, YEAR } from './figures-for-tests.ts'
import { fundamentals, holderEarnings, newestPeriodEnd, trailingYear } from './fundamentals.ts'
import { makeLedger } from './ledger.ts'

const DAY = '2025-12-31'

test('default: twelve months and the newest balance sheet', () => {
  const made = fundamentals(
    makeLedger([
      figure('revenue', YEAR, 1_000),
      figure('costOfRevenue', YEAR, 400),
      figure('operatingIncome', YEAR, 250),
      figure('netIncome', YEAR, 180),
      figure('depreciation', YEAR, 60),
      figure('operatingCash', YEAR, 300),
      figure('dividendsPaid', YEAR, 20),
      figure('repurchases', YEAR, 70),
      figure('issuance', YEAR, 15),
      figure('stockCompensation', YEAR, 30),
      figure('assets', '2025-09-30', 1),
      figure('assets', DAY, 2_000),
      figure('cash', DAY, 200),
      figure('shareholdersEquity', DAY, 900),
      figure('minorityInterest', DAY, 25),
      figure('preferredStock', DAY, 5),
      figure('longTermDebtNonCurrent', DAY, 500),
      figure('sharesOutstanding', '2026-02-01', 100),
    ]),
  )
  expect(made).toEqual({
    currency: 'USD',
    periodEndDay: dayOf(DAY),
    revenueTTM: 1_000,
    grossProfitTTM: 600,
    operatingIncomeTTM: 250,
    earningsTTM: 180,
    // 250 + 60.
    ebitdaTTM: 310,
    dividendsTTM: 20,
    stockRepurchaseTTM: 70,
    stockIssuanceTTM: 15,
    stockBasedCompensationTTM: 30,
    holdersRevenueTTM: 90,
    cash: 200,
    assets: 2_000,
    // 2,000 − 900 − 25.
    liabilities: 1_075,
    equity: 900,
    debt: 500,
    otherClaims: 30,
    shares: { day: dayOf('2026-02-01'), splitDay: dayOf('2026-02-01'), count: 100 },
  })
  // 90 − 15.
  expect(holderEarnings(made)).toBe(75)
})

test('behavior: without a count the average of the newest period; without debt lines it is not known', () => {
  expect(
    fundamentals(
      makeLedger([
        figure('revenue', YEAR, 1),
        figure('sharesBasic', YEAR, 90),
        figure('assets', DAY, 5),
      ]),
    ),
  ).toMatchObject({
    // Filed on the first day of the year after.
    shares: { day: dayOf(DAY), splitDay: dayOf('2026-01-01'), count: 90 },
    debt: null,
    dividendsTTM: null,
  })
})

test('behavior: nothing known is null throughout', () => {
  const values = Object.values(fundamentals(makeLedger([])))
  expect(new Set(values)).toEqual(new Set([null]))
})

test('behavior: a count on a balance sheet is in the shares of the day it was filed', () => {
  const ledger = makeLedger([figure('sharesOutstanding', DAY, 400, { filed: '2026-02-10' })])
  expect(fundamentals(ledger).shares).toEqual({
    day: dayOf(DAY),
    splitDay: dayOf('2026-02-10'),
    count: 400,
  })
})

const NEXT_Q1 = '2026-01-01..2026-03-31'
const year = [
  figure('revenue', Q1, 10),
  figure('revenue', Q2, 11),
  figure('revenue', Q3, 12),
  figure('revenue', YEAR, 46),
]
const revenue = (figures: Parameters<typeof makeLedger>[0]) =>
  trailingYear(makeLedger(figures), (read) => read('revenue'))

test.each([
  [
    'default: the four newest quarters: 11 + 12 + 13 + 14',
    [...year, figure('revenue', NEXT_Q1, 14)],
    50,
  ],
  ['behavior: the year itself when the newest period ends it', year, 46],
  ['behavior: only yearly reports', [figure('revenue', YEAR, 46)], 46],
  [
    'behavior: a quarter that is missing',
    [...year.filter((_, index) => index !== 2), figure('revenue', NEXT_Q1, 14)],
    null,
  ],
  ['behavior: three quarters', year.slice(0, 3), null],
  ['behavior: nothing', [], null],
])('%s', (_, figures, expected) => {
  expect(revenue(figures)).toBe(expected)
})

test('behavior: a line that ended a year ago is unknown, not stale', () => {
  const figures = [...year, figure('revenue', NEXT_Q1, 14), figure('netIncome', YEAR, 5)]
  expect(trailingYear(makeLedger(figures), (read) => read('netIncome'))).toBeNull()
})

test('behavior: the end of the newest period', () => {
  expect(newestPeriodEnd(makeLedger(year))).toBe(dayOf('2025-12-31'))
  expect(newestPeriodEnd(makeLedger([]))).toBeNull()
})
