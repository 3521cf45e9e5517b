import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { companyFacts, equityListings } from '../facts.ts'
import { bodyOf, companyFact, expectCompanyErrors, listing } from '../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(equityListings, [listing('AAA', '1'), listing('NONE', null)])
  await app.put(companyFacts, [
    companyFact('1', 'revenue', '2024-02-04..2024-05-04', 1_000),
    companyFact('1', 'revenue', '2024-05-05..2024-08-03', 1_050),
    // The same quarter by a tag that ranks lower.
    companyFact('1', 'revenue', '2024-05-05..2024-08-03', 7, { tag: 1 }),
    companyFact('1', 'revenue', '2024-02-04..2025-02-01', 4_500),
    companyFact('1', 'netIncome', '2024-02-04..2025-02-01', 430),
    companyFact('1', 'sharesBasic', '2024-02-04..2025-02-01', 200),
    companyFact('1', 'operatingCash', '2024-02-04..2025-02-01', 700),
    companyFact('1', 'dividendsPaid', '2024-02-04..2025-02-01', 120),
    companyFact('1', 'repurchases', '2024-02-04..2025-02-01', 80),
  ])
})

afterAll(() => app.stop())

test('default: four series, newest first', async () => {
  const body = await bodyOf(app, '/equities/v1/dimensions?ticker=aaa&country=US')
  expect(body).toEqual({
    revenue: {
      annual: [['2025-02-01', 4_500]],
      quarterly: [
        ['2024-08-03', 1_050],
        ['2024-05-04', 1_000],
      ],
    },
    // 120 + 80.
    holdersRevenue: { annual: [['2025-02-01', 200]], quarterly: [] },
    earnings: { annual: [['2025-02-01', 430]], quarterly: [] },
    basicSharesOutstanding: { annual: [['2025-02-01', 200]], quarterly: [] },
  })
})

test('behavior: a company without filings has empty series', async () => {
  expect(await bodyOf(app, '/equities/v1/dimensions?ticker=NONE&country=US')).toMatchObject({
    revenue: { annual: [], quarterly: [] },
  })
})

test('error: 400 and 404', () => expectCompanyErrors(app, '/equities/v1/dimensions'))
