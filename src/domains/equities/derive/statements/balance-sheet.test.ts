import { expect, test } from 'vitest'
import { BALANCE_LABELS, balanceSheetColumn } from './balance-sheet.ts'
import type { LineName } from './statement-lines.ts'

const column = (lines: Partial<Record<LineName, number>>) =>
  balanceSheetColumn((line) => lines[line] ?? null)

test('default: the ten labels, as filed', () => {
  expect(BALANCE_LABELS).toHaveLength(10)
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
    temporaryEquity: 30,
  }
  expect(column(given)).toEqual([300, 700, 1_000, 200, 270, 470, 480, 20, 500, 1_000])
})

test('behavior: equity of the shareholders is all equity without minorities', () => {
  expect(column({ totalEquity: 500, minorityInterest: 20 }).slice(6, 9)).toEqual([480, 20, 500])
  expect(column({ totalEquity: 500 }).slice(6, 9)).toEqual([500, null, 500])
})

test('behavior: nothing known', () => {
  expect(new Set(column({}))).toEqual(new Set([null]))
})
