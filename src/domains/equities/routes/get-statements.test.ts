import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import type { LineName } from '../derive/statements/statement-lines.ts'
import { companyFacts, equityListings, equitySplits } from '../facts.ts'
import { bodyOf, companyFact, expectCompanyErrors, listing, putAt } from '../facts-for-tests.ts'

interface Periods {
  periodEnding: string[]
  values: (number | null)[][]
  missing?: Record<string, Record<string, string>>
}
type Body = Record<
  'incomeStatement' | 'balanceSheet' | 'cashflow',
  { labels: string[]; quarterly: Periods; annual: Periods }
>

let app: TestApp
const URL = '/equities/v1/statements?ticker=AAA&country=US'

beforeAll(async () => {
  app = await TestApp.start()
  const quarters = [
    companyFact('1', 'revenue', '2024-01-01..2024-03-31', 10, { filed: '2024-05-01' }),
    companyFact('1', 'revenue', '2024-04-01..2024-06-30', 11, { filed: '2024-08-01' }),
    companyFact('1', 'revenue', '2024-07-01..2024-09-30', 12, { filed: '2024-11-01' }),
    companyFact('1', 'revenue', '2024-01-01..2024-09-30', 33, { filed: '2024-11-01' }),
    companyFact('1', 'assets', '2024-09-30', 100, { filed: '2024-11-01' }),
  ]
  await putAt(app, '2025-01-01T00:00:00Z', [
    [equityListings, [listing('AAA', '1'), listing('NONE', null)]],
    [companyFacts, quarters],
  ])
  await putAt(app, '2025-03-01T00:00:00Z', [
    [
      companyFacts,
      [companyFact('1', 'revenue', '2024-01-01..2024-12-31', 46, { filed: '2025-02-15' })],
    ],
  ])
  // An amended annual report with another total, while the quarters stay as they were.
  await putAt(app, '2025-07-01T00:00:00Z', [
    [
      companyFacts,
      [companyFact('1', 'revenue', '2024-01-01..2024-12-31', 44, { filed: '2025-06-20' })],
    ],
  ])
})

afterAll(() => app.stop())

const revenue = ({ incomeStatement: { quarterly, annual } }: Body) => [
  quarterly.values[0],
  annual.values[0],
]

test('default: the newest filing wins; a quarter that no longer fits is null', async () => {
  const body = await bodyOf<Body>(app, URL)
  expect(body.incomeStatement.labels).toHaveLength(18)
  expect(body.incomeStatement.quarterly.periodEnding).toEqual([
    '2024-03-31',
    '2024-06-30',
    '2024-09-30',
  ])
  expect(revenue(body)).toEqual([[10, 11, 12], [44]])
  expect(body.balanceSheet.quarterly).toMatchObject({ periodEnding: ['2024-09-30'] })
})

test('behavior: asOf gives what was known then: before the amendment the fourth quarter was 46 − 33', async () => {
  expect(revenue(await bodyOf<Body>(app, `${URL}&asOf=2025-04-01`))).toEqual([
    [10, 11, 12, 13],
    [46],
  ])
  expect(revenue(await bodyOf<Body>(app, `${URL}&asOf=2025-02-01`))).toEqual([[10, 11, 12], []])
})

test('behavior: ticker and country in any case', async () => {
  expect(await bodyOf(app, '/equities/v1/statements?ticker=%20aaa&country=us')).toEqual(
    await bodyOf(app, URL),
  )
})

test('behavior: a company without filings has labels and no periods', async () => {
  const body = await bodyOf<Body>(app, '/equities/v1/statements?ticker=NONE&country=US')
  expect(body.cashflow).toMatchObject({
    quarterly: { periodEnding: [] },
    annual: { periodEnding: [] },
  })
})

test('error: 400 and 404', () => expectCompanyErrors(app, '/equities/v1/statements'))

test("behavior: share counts and figures per share are in today's shares, or as reported", async () => {
  const of = (line: LineName, period: string, value: number, filed: string) =>
    companyFact('2', line, period, value, { filed })
  const [nine, year] = ['2024-01-01..2024-09-30', '2024-01-01..2024-12-31']
  await app.put(equityListings, [listing('SPL', '2')])
  await app.put(equitySplits, [
    { ticker: 'SPL', country: 'US', atSec: Date.parse('2024-12-02') / 1000, ratio: 2 },
  ])
  await app.put(companyFacts, [
    of('revenue', '2024-07-01..2024-09-30', 1_000, '2024-11-01'),
    of('revenue', nine, 3_000, '2024-11-01'),
    of('revenue', year, 4_100, '2025-02-15'),
    of('epsBasic', '2024-07-01..2024-09-30', 2, '2024-11-01'),
    of('epsBasic', nine, 6, '2024-11-01'),
    of('epsBasic', year, 4.2, '2025-02-15'),
    of('sharesBasic', '2024-07-01..2024-09-30', 100, '2024-11-01'),
    of('sharesBasic', nine, 100, '2024-11-01'),
    of('sharesBasic', year, 201, '2025-02-15'),
  ])
  const url = '/equities/v1/statements?ticker=SPL&country=US'
  const shown = async (query: string) => {
    const { incomeStatement } = await bodyOf<Body>(app, `${url}${query}`)
    const row = (label: string) =>
      incomeStatement.quarterly.values[incomeStatement.labels.indexOf(label)]
    return {
      shares: row('Shares Outstanding (Basic)'),
      eps: row('EPS (Basic)'),
      missing: incomeStatement.quarterly.missing,
    }
  }
  // Filed before the split of 2 for 1: 100 × 2, 2 ÷ 2; the fourth quarter is 4.2 − 6 ÷ 2.
  expect(await shown('')).toEqual({ shares: [200, null], eps: [1, 1.2], missing: undefined })
  const missing = {
    'EPS (Basic)': {
      '2024-12-31': 'Average shares of the year and of its nine months differ by 101.0%.',
    },
  }
  expect(await shown('&asReported=true')).toEqual({ shares: [100, null], eps: [2, null], missing })
  const dimensions = await bodyOf<{ basicSharesOutstanding: unknown }>(
    app,
    '/equities/v1/dimensions?ticker=SPL&country=US',
  )
  expect(dimensions.basicSharesOutstanding).toEqual({
    annual: [['2024-12-31', 201]],
    quarterly: [['2024-09-30', 200]],
  })
})
