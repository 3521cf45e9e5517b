import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { equityFilers, equityFilings, equityListings } from '../facts.ts'
import { listing, putAt } from '../facts-for-tests.ts'
import { listEarningsCalendar } from './list-earnings-calendar.ts'

type Row = Record<string, unknown>
const URL = '/equities/v1/earnings-calendar'
let app: TestApp

/** The release and the report of a quarter. */
function quarter(
  cik: string,
  end: string,
  released: string | null,
  filed: string,
  form = '10-Q',
): Row[] {
  const filing = (name: string, at: string, more: Row) => ({
    cik,
    accession: `${cik}-${name}-${end}`,
    form: name,
    filingDate: at.slice(0, 10),
    reportDate: null,
    acceptedSec: Date.parse(at) / 1000,
    items: null,
    primaryDocumentUrl: null,
    documentDescription: null,
    ...more,
  })
  const release = released === null ? [] : [filing('8-K', released, { items: '2.02,9.01' })]
  return [...release, filing(form, filed, { reportDate: end })]
}

// Now is 14 January 2026.
beforeAll(async () => {
  app = await TestApp.start()
  await putAt(app, '2025-12-01T08:00:00Z', [
    [
      equityListings,
      [
        listing('AAA', '1'),
        listing('AAA', '1', { country: 'DE' }),
        listing('BBB', '2'),
        listing('OLD', '3'),
        listing('NONE', null),
      ],
    ],
    [
      equityFilers,
      [
        { cik: '1', name: 'AAA', fiscalYearEnd: '1231', industryText: null },
        { cik: '2', name: 'BBB', fiscalYearEnd: '0930', industryText: null },
      ],
    ],
    [
      equityFilings,
      [
        ...quarter('1', '2024-12-31', '2025-01-30T21:05:00Z', '2025-02-18T21:05:00Z', '10-K'),
        ...quarter('1', '2025-03-31', '2025-05-01T20:05:00Z', '2025-05-02T20:05:00Z'),
        ...quarter('1', '2025-06-30', '2025-08-07T00:30:00Z', '2025-08-07T12:00:00Z'),
        ...quarter('1', '2025-09-30', null, '2025-11-06T14:30:00Z'),
        ...quarter('3', '2020-12-31', '2021-01-28T21:05:00Z', '2021-02-18T21:05:00Z', '10-K'),
      ],
    ],
  ])
  await putAt(app, '2026-01-13T08:00:00Z', [
    [equityFilings, quarter('2', '2025-12-31', '2026-01-09T14:00:00Z', '2026-01-12T21:30:00Z')],
  ])
})

afterAll(() => app.stop())

const ask = async (query: string) => {
  const { status, body, headers } = await app.get(`${URL}${query}`, { pro: true })
  expect({ query, status }).toEqual({ query, status: 200 })
  return {
    rows: body as Row[],
    total: headers['x-total-matches'],
    truncated: headers['x-result-truncated'],
  }
}
const keys = (rows: Row[]) =>
  rows.map(
    (row) =>
      `${row.ticker} ${row.iso2_country_code} ${row.event_key} ${row.date_status} ${row.report_date}`,
  )

test('default: the market from a month back to 13 months ahead, oldest first', async () => {
  const { rows, total, truncated } = await ask('')
  expect(keys(rows).slice(0, 4)).toEqual([
    'BBB US 2026-Q1 reported 2026-01-09',
    // 30 days after the year, and the nearest Thursday.
    'AAA DE 2025-Q4 estimated 2026-01-29',
    'AAA US 2025-Q4 estimated 2026-01-29',
    // Nine days after the quarter, as after the one before.
    'BBB US 2026-Q2 estimated 2026-04-09',
  ])
  expect(
    rows.every(
      ({ report_date: date }) => String(date) >= '2025-12-14' && String(date) <= '2027-02-14',
    ),
  ).toBe(true)
  // Five estimates of AAA in two countries; of BBB its report and four more within 13 months; OLD
  // is silent.
  expect([rows.length, total, truncated]).toEqual([15, '15', 'false'])
  expect(Value.Check(listEarningsCalendar.response, rows)).toBe(true)
})

test('behavior: a ticker gives all its history and its estimates, in both countries', async () => {
  const { rows } = await ask('?ticker=aaa')
  expect(rows).toHaveLength(18)
  expect(
    keys(rows)
      .filter((key) => key.includes(' US '))
      .slice(0, 5),
  ).toEqual([
    'AAA US 2024-Q4 reported 2025-01-30',
    'AAA US 2025-Q1 reported 2025-05-01',
    // Half past midnight UTC is the evening before in New York.
    'AAA US 2025-Q2 reported 2025-08-06',
    'AAA US 2025-Q3 inferred 2025-11-06',
    'AAA US 2025-Q4 estimated 2026-01-29',
  ])
  expect(rows.find((row) => row.event_key === '2025-Q3' && row.iso2_country_code === 'US')).toEqual(
    {
      ticker: 'AAA',
      iso2_country_code: 'US',
      cik: '1',
      event_key: '2025-Q3',
      date_status: 'inferred',
      report_date: '2025-11-06',
      report_time: 'dmt',
      accepted_at: '2025-11-06T14:30:00Z',
      fiscal_year: 2025,
      fiscal_period: 'Q3',
      period_end: '2025-09-30',
      source: 'periodic_filing',
      source_form: '10-Q',
      accession_number: '1-10-Q-2025-09-30',
      max_drift_days: null,
      first_published_at: '2025-08-07T00:30:00Z',
      // Expected 31 days after the quarter, the middle of 30, 31 and 37: Friday, 31 October.
      revision_count: 1,
      previous_report_date: '2025-10-31',
      inserted_at: '2025-12-01T08:00:00Z',
    },
  )
  expect(rows.find((row) => row.event_key === '2025-Q4')).toMatchObject({
    source: 'cadence_model',
    source_form: null,
    accession_number: null,
    accepted_at: null,
    max_drift_days: 10,
    report_time: 'amc',
    first_published_at: '2025-01-30T21:05:00Z',
    inserted_at: '2025-12-01T08:00:00Z',
  })
})

test('behavior: from and to narrow or widen the market', async () => {
  expect(keys((await ask('?from=2026-01-10&to=2026-01-29')).rows)).toHaveLength(2)
  expect(keys((await ask('?from=2025-05-01&to=2025-05-01')).rows)).toEqual([
    'AAA DE 2025-Q1 reported 2025-05-01',
    'AAA US 2025-Q1 reported 2025-05-01',
  ])
  expect(keys((await ask('?from=2021-01-01&to=2021-12-31')).rows)).toEqual([
    'OLD US 2020-Q4 reported 2021-01-28',
  ])
  expect(keys((await ask('?to=2021-12-31')).rows)).toEqual([])
  expect(keys((await ask('?to=2021-02-10')).rows)).toEqual(['OLD US 2020-Q4 reported 2021-01-28'])
  expect(keys((await ask('?ticker=old&to=2021-12-31')).rows)).toEqual([
    'OLD US 2020-Q4 reported 2021-01-28',
  ])
})

test('behavior: the status filters, in any case; nothing is confirmed', async () => {
  expect((await ask('?status=REPORTED')).rows).toHaveLength(1)
  expect((await ask('?status=estimated&ticker=BBB')).rows).toHaveLength(5)
  expect(await ask('?status=confirmed')).toEqual({ rows: [], total: '0', truncated: 'false' })
})

test.each([
  ['2', 2, 'true'],
  ['15', 15, 'false'],
  ['20001', 15, 'false'],
  ['99999999999999999999999', 15, 'false'],
  ['', 15, 'false'],
])('behavior: limit=%s takes the earliest %d rows', async (limit, count, truncated) => {
  const response = await ask(`?limit=${limit}`)
  expect([response.rows.length, response.total, response.truncated]).toEqual([
    count,
    '15',
    truncated,
  ])
})

test('behavior: asOf gives what was known then: BBB had not reported', async () => {
  expect(keys((await ask('?asOf=2026-01-01&to=2026-01-20')).rows)).toEqual([])
})

test('behavior: a ticker without filings has no dates', async () => {
  expect((await ask('?ticker=none')).rows).toEqual([])
})

test.each([
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=ten', 'limit'],
  ['from=2026-02-30', 'from'],
  ['from=yesterday', 'from'],
  ['to=20260101', 'to'],
  ['from=2026-02-01&to=2026-01-01', 'from'],
  ['status=maybe', 'status'],
])('error: 400 for %s', async (query, name) => {
  expect(await app.get(`${URL}?${query}`, { pro: true })).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter', message: expect.stringContaining(`\`${name}\``) },
  })
})

test('error: 404 for a ticker that is not followed', async () => {
  expect(await app.get(`${URL}?ticker=AAB`, { pro: true })).toMatchObject({
    status: 404,
    body: { error: 'not_found', suggestions: expect.arrayContaining(['AAA']) },
  })
})
