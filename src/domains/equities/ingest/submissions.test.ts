import { expect, test } from 'vitest'
import page from './recorded/CIK0000900001-submissions-001.json' with { type: 'json' }
import recorded from './recorded/submissions.json' with { type: 'json' }
import person from './recorded/submissions-person.json' with { type: 'json' }
import {
  cikOfPage,
  isFilingsPage,
  isSubmissions,
  transformFilings,
  transformSubmissions,
} from './submissions.ts'

test('default: the company, its two share classes in order, its filings', () => {
  const { filer, listings, filings } = transformSubmissions(recorded) ?? {}
  expect(isSubmissions(recorded)).toBe(true)
  expect(filer).toEqual({
    cik: '0000900001',
    name: 'Lantern Stores Inc.',
    fiscalYearEnd: '0201',
    industryText: 'Retail-Department Stores',
  })
  expect(listings).toMatchObject([
    { ticker: 'LNTN', country: 'US', cik: '0000900001', exchange: 'NYSE', rank: 0 },
    { ticker: 'LNTN-B', country: 'US', cik: '0000900001', exchange: 'NYSE', rank: 1 },
  ])
  expect(filings).toHaveLength(5)
  expect(filings?.[2]).toEqual({
    cik: '0000900001',
    accession: '0000900001-25-000019',
    form: '8-K',
    filingDate: '2025-05-28',
    reportDate: '2025-05-28',
    acceptedSec: Date.UTC(2025, 4, 28, 20, 5) / 1000,
    items: '2.02,9.01',
    primaryDocumentUrl:
      'https://www.sec.gov/Archives/edgar/data/900001/000090000125000019/lntn-8k.htm',
    documentDescription: '8-K',
  })
  expect(filings?.[4]).toMatchObject({
    form: '4',
    reportDate: null,
    items: null,
    primaryDocumentUrl: null,
    documentDescription: null,
  })
})

test('behavior: a page of older filings; times without an offset are Eastern, none is unknown', () => {
  expect(isFilingsPage(page)).toBe(true)
  expect(transformFilings('0000900001', page)).toMatchObject([
    {
      accession: '0000900001-03-000009',
      // 14:20:11 in New York, four hours behind UTC in September.
      acceptedSec: Date.UTC(2003, 8, 12, 18, 20, 11) / 1000,
      primaryDocumentUrl: null,
    },
    { accession: '0000900001-03-000005', acceptedSec: null },
  ])
  expect(cikOfPage('CIK0000900001-submissions-001.json')).toBe('0000900001')
  expect(cikOfPage('CIK0000900001.json')).toBeUndefined()
})

test('behavior: a period that is no date is none, and a filing whose day is no date is passed over', () => {
  const columns = {
    accessionNumber: ['a', 'b', 'c'],
    form: ['10-Q', '10-Q', '10-Q'],
    filingDate: ['2025-11-03', '2025-11-04', '3 November'],
    reportDate: ['2025-09-30', 'last quarter', '2025-09-30'],
  }
  expect(
    transformFilings('1', columns).map(({ accession, filingDate, reportDate }) => [
      accession,
      filingDate,
      reportDate,
    ]),
  ).toEqual([
    ['a', '2025-11-03', '2025-09-30'],
    ['b', '2025-11-04', null],
  ])
})

test('behavior: a filer without a ticker and without a periodic report is passed over', () => {
  expect(transformSubmissions(person)).toBeUndefined()
})

test.each([null, 7, {}, { cik: 'x', filings: {} }])('error: %j is of nobody', (file) => {
  expect(transformSubmissions(file)).toBeUndefined()
  expect(transformFilings('1', file)).toEqual([])
})
