import { describe, expect, test } from 'vitest'
import { dayOf } from '../days.ts'
import { figure, realFigures } from './figures-for-tests.ts'
import { makeLedger } from './ledger.ts'
import {
  BALANCE_ROWS,
  CASHFLOW_ROWS,
  INCOME_ROWS,
  readFigures,
  totalDebt,
} from './statement-forms.ts'
import type { LineName } from './statement-lines.ts'

describe('income statement', () => {
  const column = (lines: Partial<Record<LineName, number>>) => {
    return readFigures(INCOME_ROWS, (line) => lines[line] ?? null)
  }

  test('default: the eighteen labels, as filed where they were', () => {
    expect(Object.keys(INCOME_ROWS)).toHaveLength(18)
    const filed = column({
      revenue: 1_000,
      costOfRevenue: 400,
      grossProfit: 600,
      operatingExpenses: 350,
      operatingIncome: 250,
      incomeBeforeTax: 240,
      incomeTax: 50,
      profit: 190,
      netIncome: 180,
      minorityIncome: 10,
      preferredDividends: 5,
      netIncomeToCommon: 175,
      sharesBasic: 100,
      sharesDiluted: 105,
      epsBasic: 1.75,
      epsDiluted: 1.67,
      depreciation: 60,
    })
    // Non-operating: 240 − 250. EBIT is operating income; EBITDA 250 + 60.
    expect(Object.values(filed)).toEqual([
      1_000, 400, 600, 350, 250, -10, 240, 50, 190, 10, 5, 175, 100, 105, 1.75, 1.67, 250, 310,
    ])
  })

  test('behavior: what was not filed is worked out from what was', () => {
    expect(
      column({
        revenue: 1_000,
        costOfRevenue: 400,
        operatingExpenses: 350,
        incomeTax: 50,
        profit: 190,
        netIncome: 180,
      }),
    ).toMatchObject({
      'Gross Profit': 600,
      // 600 − 350.
      'Operating Income': 250,
      // 190 + 50.
      'Income Before Tax': 240,
      'Non-Operating Items': -10,
      // 190 − 180, and nothing preferred.
      'Minority Interests': 10,
      'Net Income to Common': 180,
    })
    // 600 − 250.
    expect(column({ grossProfit: 600, operatingIncome: 250 })).toMatchObject({
      'Operating Expenses': 350,
    })
    // 240 + 12 of interest, where no operating income is known.
    expect(column({ incomeBeforeTax: 240, interestExpense: 12 })).toMatchObject({
      EBIT: 252,
      EBITDA: null,
    })
  })

  test('behavior: without minorities net income is that of the shareholders', () => {
    expect(column({ netIncome: 180 })).toMatchObject({
      'Net Income': 180,
      'Minority Interests': null,
      'Net Income to Common': 180,
    })
  })

  test('behavior: nothing known is null throughout, never zero', () => {
    expect(new Set(Object.values(column({})))).toEqual(new Set([null]))
  })
})

describe('balance sheet', () => {
  const column = (lines: Partial<Record<LineName, number>>) =>
    Object.values(readFigures(BALANCE_ROWS, (line) => lines[line] ?? null))

  test('default: the ten labels, as filed', () => {
    expect(Object.keys(BALANCE_ROWS)).toHaveLength(10)
    const filed = {
      currentAssets: 300,
      nonCurrentAssets: 700,
      assets: 1_000,
      currentLiabilities: 200,
      nonCurrentLiabilities: 300,
      liabilities: 500,
    }
    const equity = {
      shareholdersEquity: 480,
      minorityInterest: 20,
      totalEquity: 500,
      liabilitiesAndEquity: 1_000,
    }
    expect(column({ ...filed, ...equity })).toEqual([
      300, 700, 1_000, 200, 300, 500, 480, 20, 500, 1_000,
    ])
  })

  test('behavior: what was not filed is worked out: both sides less equity, less what can be redeemed', () => {
    // Equity 480 + 20; liabilities 1,000 − 500 − 30; non-current ones 470 − 200.
    const given = {
      currentAssets: 300,
      assets: 1_000,
      currentLiabilities: 200,
      shareholdersEquity: 480,
      minorityInterest: 20,
      redeemableStock: 30,
    }
    expect(column(given)).toEqual([300, 700, 1_000, 200, 270, 470, 480, 20, 500, 1_000])
  })

  test('behavior: equity of the shareholders is all equity without minorities, if those are known', () => {
    expect(column({ totalEquity: 500, minorityInterest: 20 }).slice(6, 9)).toEqual([480, 20, 500])
    expect(column({ totalEquity: 500 }).slice(6, 9)).toEqual([null, null, 500])
  })

  // Liabilities, equity of the shareholders, minorities, total equity.
  test.each<[string, Partial<Record<LineName, number>>, (number | null)[]]>([
    [
      'stock and minorities that can be redeemed: 1,000 − 480 − 30 − 15',
      { assets: 1_000, shareholdersEquity: 480, redeemableStock: 30, redeemableMinority: 15 },
      [475, 480, null, 480],
    ],
    [
      'both as one line: 1,000 − 500 − 45',
      { assets: 1_000, totalEquity: 500, redeemableEquity: 45, redeemableStock: 30 },
      [455, null, null, 500],
    ],
    [
      'no minorities, and it adds up: 1,000 − 490 − 30 = 480',
      { assets: 1_000, liabilities: 490, shareholdersEquity: 480, redeemableStock: 30 },
      [490, 480, null, 480],
    ],
    [
      'it does not add up: 1,000 − 490 is not 480, so there is something else',
      { assets: 1_000, liabilities: 490, shareholdersEquity: 480 },
      [490, 480, null, null],
    ],
    [
      'off by what was rounded, a thousandth of both sides',
      { assets: 1_000, liabilities: 519, shareholdersEquity: 480 },
      [519, 480, null, 480],
    ],
  ])('behavior: %s', (_, lines, expected) => {
    const found = column(lines)
    expect([found[5], found[6], found[7], found[8]]).toEqual(expected)
  })

  test.each([
    // 1,012,720 − 621,003 − 936,474 of redeemable preferred stock = −544,757.
    ['SNOW', '2020-01-31', [621_003_000, -544_757_000, null, -544_757_000, 1_012_720_000]],
    // 2,999,929 + 6,714 of minorities.
    ['SNOW', '2025-01-31', [6_027_295_000, 2_999_929_000, 6_714_000, 3_006_643_000, 9_033_938_000]],
    ['LPA', '2024-12-31', [336_218_160, 228_964_876, 41_836_542, 270_801_418, 607_019_578]],
  ] as const)('behavior: %s on %s as filed', (company, date, expected) => {
    const ledger = makeLedger(realFigures(company))
    const read = (line: LineName) => ledger.balance(line, dayOf(date))
    expect(Object.values(readFigures(BALANCE_ROWS, read)).slice(5)).toEqual(expected)
    // The same without the lines that follow from the others.
    const derived = (line: LineName) =>
      line === 'liabilities' || line === 'totalEquity' ? null : read(line)
    expect(Object.values(readFigures(BALANCE_ROWS, derived)).slice(5)).toEqual(expected)
  })

  test('behavior: nothing known', () => {
    expect(new Set(column({}))).toEqual(new Set([null]))
  })
})

describe('cash flow', () => {
  const column = (lines: Partial<Record<LineName, number>>) =>
    Object.values(readFigures(CASHFLOW_ROWS, (line) => lines[line] ?? null))

  test('default: the eight labels; free cash flow is operating cash less capital expenditure', () => {
    expect(Object.keys(CASHFLOW_ROWS)).toHaveLength(8)
    // 300 − 120.
    expect(
      column({
        operatingCash: 300,
        investingCash: -150,
        financingCash: -50,
        netCashFlow: 100,
        capitalExpenditure: 120,
        cashAndRestricted: 900,
        taxPaid: 40,
        interestPaid: 10,
      }),
    ).toEqual([300, -150, -50, 100, 180, 900, 40, 10])
  })

  test('behavior: without capital expenditure free cash flow is unknown', () => {
    expect(column({ operatingCash: 300 })).toEqual([300, null, null, null, null, null, null, null])
  })
})

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
