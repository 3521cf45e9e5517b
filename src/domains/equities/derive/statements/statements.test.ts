import { expect, test } from 'vitest'
import { figure, HALF, NINE_MONTHS, Q1, Q2, Q3, YEAR } from './figures-for-tests.ts'
import { makeLedger } from './ledger.ts'
import { statements } from './statements.ts'

const rowOf = (
  statement: { labels: readonly string[] },
  values: (number | null)[][],
  label: string,
) => values[statement.labels.indexOf(label)]

const { incomeStatement, balanceSheet, cashflow } = statements(
  makeLedger([
    figure('revenue', Q1, 10),
    figure('revenue', Q2, 11),
    figure('revenue', Q3, 12),
    figure('revenue', YEAR, 46),
    figure('researchAndDevelopment', Q2, 2),
    figure('epsBasic', Q1, 0.5),
    figure('epsBasic', YEAR, 2.2),
    figure('operatingCash', Q1, 3),
    figure('operatingCash', HALF, 7),
    figure('operatingCash', NINE_MONTHS, 12),
    figure('operatingCash', YEAR, 20),
    figure('cashAndRestricted', '2025-06-30', 70),
    figure('assets', '2024-12-31', 90),
    figure('assets', '2025-03-31', 100),
    figure('assets', '2025-12-31', 130),
    figure('currentAssets', '2025-12-31', 30),
  ]),
)

test('default: rows align with labels, columns with period ends, oldest first', () => {
  expect(incomeStatement.quarterly.periodEnding).toEqual([
    '2025-03-31',
    '2025-06-30',
    '2025-09-30',
    '2025-12-31',
  ])
  expect(incomeStatement.annual.periodEnding).toEqual(['2025-12-31'])
  expect(incomeStatement.quarterly.values).toHaveLength(18)
  expect(rowOf(incomeStatement, incomeStatement.quarterly.values, 'Revenue')).toEqual([
    10, 11, 12, 13,
  ])
  expect(rowOf(incomeStatement, incomeStatement.annual.values, 'Revenue')).toEqual([46])
})

test('behavior: earnings per share are not subtracted', () => {
  expect(rowOf(incomeStatement, incomeStatement.quarterly.values, 'EPS (Basic)')).toEqual([
    0.5,
    null,
    null,
    null,
  ])
  expect(rowOf(incomeStatement, incomeStatement.annual.values, 'EPS (Basic)')).toEqual([2.2])
})

test('behavior: children name the lines a company has, per kind of period', () => {
  expect(incomeStatement.children).toEqual({
    quarterly: { 'Operating Expenses': { labels: ['Research and Development'] } },
    annual: {},
  })
  expect(incomeStatement.quarterly.children).toEqual({
    'Operating Expenses': { values: [[null, 2, null, null]] },
  })
})

test('behavior: cash flows of single quarters, with the cash at their ends', () => {
  // 3, 7 − 3, 12 − 7, 20 − 12.
  expect(rowOf(cashflow, cashflow.quarterly.values, 'Cash Flow from Operating Activities')).toEqual(
    [3, 4, 5, 8],
  )
  expect(rowOf(cashflow, cashflow.quarterly.values, 'End Cash Position')).toEqual([
    null,
    70,
    null,
    null,
  ])
})

test('behavior: balance sheets only of the ends of periods that have one', () => {
  expect(balanceSheet.quarterly.periodEnding).toEqual(['2025-03-31', '2025-12-31'])
  expect(rowOf(balanceSheet, balanceSheet.quarterly.values, 'Total Non-Current Assets')).toEqual([
    null,
    100,
  ])
  expect(balanceSheet.annual.periodEnding).toEqual(['2025-12-31'])
})

test('behavior: nothing known has all labels and no periods', () => {
  const empty = statements(makeLedger([]))
  expect(empty.cashflow).toMatchObject({
    labels: expect.arrayContaining(['Free Cash Flow']),
    quarterly: { periodEnding: [] },
  })
  expect(empty.cashflow.annual.values).toEqual(Array.from({ length: 8 }, () => []))
})
