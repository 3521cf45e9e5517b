import { expect, test } from 'vitest'
import { dateOf, dayOf } from '../../domains/equities/derive/days.ts'
import { fiscalQuarter } from '../../domains/equities/derive/earnings/fiscal-quarter.ts'
import type { Split } from '../../domains/equities/derive/prices/split-adjusted.ts'
import {
  figuresOf,
  inTodaysShares,
} from '../../domains/equities/derive/statements/figure-versions.ts'
import { makeLedger } from '../../domains/equities/derive/statements/ledger.ts'
import { transformCompanyFacts } from '../../domains/equities/ingest/company-facts.ts'
import { at } from '../../lib/at.ts'
import { demoBooks, demoQuarters } from './books.ts'
import { type DemoCompany, goneCompany, listCompanies } from './companies.ts'
import { companyFactsFile } from './company-facts-file.ts'
import { demoFilings } from './filings.ts'

const DAY_SEC = 86_400
const FIRST_DAY = dayOf('2024-01-15')
const TODAY = dayOf('2026-01-14')

const companies = listCompanies()
const get = (isWanted: (company: DemoCompany) => boolean): DemoCompany => {
  const found = companies.find(isWanted)
  if (found === undefined) throw new Error('no such company')
  return found
}
const RANGE = { firstDaySec: FIRST_DAY * DAY_SEC, fromSec: 0, toSec: TODAY * DAY_SEC }
const quartersOf = (company: DemoCompany) => demoQuarters(company, FIRST_DAY, TODAY)
const filingsOf = (company: DemoCompany) => demoFilings(company, quartersOf(company), RANGE)
const booksOf = (company: DemoCompany) => demoBooks(company, quartersOf(company), FIRST_DAY)

/** What a company has reported, as it would be read from the store. */
function ledgerOf(
  company: DemoCompany,
  filings = filingsOf(company),
  splits: readonly Split[] = [],
) {
  const file = companyFactsFile(company, filings, booksOf(company), FIRST_DAY)
  return makeLedger(
    inTodaysShares(
      transformCompanyFacts(file).flatMap(({ shared, columns }) =>
        figuresOf({
          tag: shared.tag,
          unit: shared.unit,
          versions: columns.value.map((value, index) => [
            at(columns.periodEnd, index),
            at(columns.periodStart, index),
            at(columns.filed, index),
            at(columns.accession, index),
            value,
          ]),
        }),
      ),
      splits,
      TODAY * DAY_SEC,
    ),
  )
}

test('default: every company has reported five fiscal years or more, and its quarters add up to them', () => {
  for (const company of companies.filter(
    ({ number, listedDay }) => number % 20 === 0 && listedDay === undefined,
  )) {
    const ledger = ledgerOf(company)
    expect(ledger.yearEnds.length, company.name).toBeGreaterThanOrEqual(5)
    for (const line of ['revenue', 'netIncome', 'netCashFlow'] as const)
      for (const endDay of ledger.yearEnds) {
        const last = ledger.quarterEnds.indexOf(endDay)
        const four = ledger.quarterEnds
          .slice(last - 3, last + 1)
          .map((day) => ledger.quarter(line, day) ?? Number.NaN)
        expect(four.reduce((sum, value) => sum + value, 0)).toBe(ledger.year(line, endDay))
      }
  }
})

test('behavior: a year of whole weeks ends on the Saturday nearest to its day, 52 or 53 weeks after the one before', () => {
  const company = get(({ hasWeeklyYear }) => hasWeeklyYear)
  const quarters = quartersOf(company)
  const years = quarters.filter(({ fiscal }) => fiscal.quarter === 4)
  // The Saturdays nearest to 31 January; the books begin after that of 2019, 2 February.
  const ends = [
    '2019-02-02',
    '2020-02-01',
    '2021-01-30',
    '2022-01-29',
    '2023-01-28',
    '2024-02-03',
    '2025-02-01',
  ]
  expect(years.map(({ endDay }) => dateOf(endDay))).toEqual(ends.slice(1))
  expect(dateOf((quarters[0]?.startDay ?? 0) - 1)).toBe(ends[0])
  expect(ends.slice(1).map((end, index) => (dayOf(end) - dayOf(ends[index] ?? '')) / 7)).toEqual([
    52, 52, 52, 52, 53, 52,
  ])
  for (const { fiscal, startDay, endDay } of quarters) {
    expect(fiscalQuarter(endDay, company.yearEnd)).toEqual(fiscal)
    expect((endDay - startDay + 1) % 7).toBe(0)
  }
})

test('behavior: an amended report changes the year before, and its quarters still add up', () => {
  const company = get(({ restates }) => restates)
  const filings = filingsOf(company)
  const amended = filings.find(({ form }) => form === '10-K/A')
  const endDay = amended?.endDay ?? 0
  const before = ledgerOf(
    company,
    filings.filter(({ form }) => form !== '10-K/A'),
  )
  const after = ledgerOf(company)
  const last = after.quarterEnds.indexOf(endDay)
  const days = after.quarterEnds.slice(last - 3, last + 1)
  for (const line of ['costOfRevenue', 'grossProfit', 'operatingExpenses'] as const) {
    expect(after.year(line, endDay)).not.toBe(before.year(line, endDay))
    expect(days.reduce((sum, day) => sum + (after.quarter(line, day) ?? Number.NaN), 0)).toBe(
      after.year(line, endDay),
    )
  }
  // The cost moved from one line to another: what is left of sales stays the same.
  expect(after.year('operatingIncome', endDay)).toBe(before.year('operatingIncome', endDay))
  const gross =
    (after.year('grossProfit', endDay) ?? 0) - (after.year('operatingExpenses', endDay) ?? 0)
  expect(gross).toBe(after.year('operatingIncome', endDay))
})

test('behavior: foreign filers report by the international taxonomy in 20-F and 6-K', () => {
  const company = get(({ isForeignFiler, country }) => isForeignFiler && country === 'US')
  const filings = filingsOf(company)
  expect([...new Set(filings.map(({ form }) => form))].sort()).toEqual(['20-F', '6-K'])
  const file = companyFactsFile(company, filings, booksOf(company), FIRST_DAY) as { facts: object }
  expect(Object.keys(file.facts).sort()).toEqual(['dei', 'ifrs-full'])
})

test('behavior: of two owners of a ticker one stops to file before the other begins', () => {
  const gone = goneCompany()
  const next = get(({ ticker }) => ticker === gone.ticker)
  const last = Math.max(...filingsOf(gone).map(({ acceptedSec }) => acceptedSec))
  expect(Math.min(...filingsOf(next).map(({ acceptedSec }) => acceptedSec))).toBeGreaterThan(last)
})

test("behavior: filings count in the shares of their day; in today's shares there is no jump", () => {
  const company = get(({ splitDay }) => splitDay !== undefined && splitDay > 0)
  const splits = [{ atSec: (FIRST_DAY + (company.splitDay ?? 0)) * DAY_SEC, ratio: 4 }]
  const largestStep = (ledger: ReturnType<typeof ledgerOf>) => {
    const counts = ledger.quarterEnds.flatMap((day) => ledger.quarter('sharesBasic', day) ?? [])
    return Math.max(...counts.slice(1).map((count, index) => count / at(counts, index)))
  }
  expect(largestStep(ledgerOf(company))).toBeGreaterThan(3.9)
  expect(largestStep(ledgerOf(company, filingsOf(company), splits))).toBeLessThan(1.01)
})

test('behavior: earnings per share of every fourth quarter are known', () => {
  const company = get(({ splitDay, isForeignFiler }) => splitDay === undefined && !isForeignFiler)
  const ledger = ledgerOf(company)
  for (const day of ledger.yearEnds) {
    expect(ledger.reason('epsBasic', day)).toBeUndefined()
    expect(ledger.quarter('epsBasic', day)).not.toBeNull()
  }
})
