import { expect, test } from 'vitest'
import { dayOf } from '../days.ts'
import { BALANCE_LABELS, balanceSheetColumn } from './balance-sheet.ts'
import { realFigures } from './figures-for-tests.ts'
import { makeLedger } from './ledger.ts'
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
  expect(balanceSheetColumn(read).slice(5)).toEqual(expected)
  // The same without the lines that follow from the others.
  const derived = (line: LineName) =>
    line === 'liabilities' || line === 'totalEquity' ? null : read(line)
  expect(balanceSheetColumn(derived).slice(5)).toEqual(expected)
})

test('behavior: nothing known', () => {
  expect(new Set(column({}))).toEqual(new Set([null]))
})
