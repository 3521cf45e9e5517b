import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { equityFilings, equityListings } from '../facts.ts'
import { bodyOf, expectCompanyErrors, listing, putAt } from '../facts-for-tests.ts'

let app: TestApp

function filing(accession: string, form: string, filingDate: string, acceptedSec: number | null) {
  return {
    cik: '1',
    accession,
    form,
    filingDate,
    reportDate: null,
    acceptedSec,
    items: null,
    primaryDocumentUrl: null,
    documentDescription: form,
  }
}

beforeAll(async () => {
  app = await TestApp.start()
  await putAt(app, '2025-12-01T00:00:00Z', [
    [equityListings, [listing('AAA', '1'), listing('BRK-B', '2'), listing('NONE', null)]],
    [
      equityFilings,
      [
        filing('a-1', '10-Q', '2025-08-01', 1_754_000_000),
        filing('a-3', '8-K', '2025-08-01', 1_754_000_500),
      ],
    ],
  ])
  await putAt(app, '2026-01-01T00:00:00Z', [
    [
      equityFilings,
      [
        {
          ...filing('a-2', '10-K', '2025-12-30', null),
          reportDate: '2025-09-30',
          primaryDocumentUrl: 'https://a.example/k.htm',
        },
      ],
    ],
  ])
})

afterAll(() => app.stop())

test('default: newest first, of one day the later', async () => {
  const body = await bodyOf(app, '/equities/v1/filings?ticker=AAA&country=US')
  expect(body).toEqual([
    {
      filingDate: '2025-12-30',
      reportDate: '2025-09-30',
      form: '10-K',
      primaryDocumentUrl: 'https://a.example/k.htm',
      documentDescription: '10-K',
    },
    {
      filingDate: '2025-08-01',
      reportDate: null,
      form: '8-K',
      primaryDocumentUrl: null,
      documentDescription: '8-K',
    },
    {
      filingDate: '2025-08-01',
      reportDate: null,
      form: '10-Q',
      primaryDocumentUrl: null,
      documentDescription: '10-Q',
    },
  ])
})

test('behavior: asOf gives what was known then', async () => {
  expect(
    await bodyOf(app, '/equities/v1/filings?ticker=AAA&country=US&asOf=2025-12-15'),
  ).toHaveLength(2)
})

test.each(['NONE', 'brk.b', 'BRK%2FB'])(
  'behavior: %s, a company without filings, has an empty list',
  async (ticker) => {
    expect(await bodyOf(app, `/equities/v1/filings?ticker=${ticker}&country=us`)).toEqual([])
  },
)

test('error: 400 and 404', () => expectCompanyErrors(app, '/equities/v1/filings'))
