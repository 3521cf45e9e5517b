import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { companyFacts, equityListings } from '../facts.ts'
import { bodyOf, companyFact, expectCompanyErrors, listing, putAt } from '../facts-for-tests.ts'

interface Periods {
  periodEnding: string[]
  values: (number | null)[][]
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
