import { expect, test } from 'vitest'
import { dateOf } from '../days.ts'
import { earningsEvents } from './earnings-events.ts'
import { earningsFiling, reportedQuarter } from './earnings-for-tests.ts'

const at = (iso: string) => Date.parse(iso) / 1000

/**
 * Two years of calendar quarters, each released on a Thursday after the close, 30 days or so after
 * the quarter.
 */
const YEARS = [
  ...reportedQuarter('2024-03-31', '2024-05-02T20:05:00Z', '2024-05-06T20:05:00Z'),
  ...reportedQuarter('2024-06-30', '2024-08-01T20:05:00Z', '2024-08-06T20:05:00Z'),
  ...reportedQuarter('2024-09-30', '2024-10-31T20:05:00Z', '2024-11-05T21:05:00Z'),
  ...reportedQuarter('2024-12-31', '2025-01-30T21:05:00Z', '2025-02-18T21:05:00Z', '10-K'),
  ...reportedQuarter('2025-03-31', '2025-05-01T20:05:00Z', '2025-05-06T20:05:00Z'),
  ...reportedQuarter('2025-06-30', '2025-08-07T20:05:00Z', '2025-08-08T20:05:00Z'),
  ...reportedQuarter('2025-09-30', undefined, '2025-11-06T12:00:00Z'),
]

const events = earningsEvents(YEARS, '1231')
const byKey = new Map(
  events.map((event) => [`${event.fiscal.year}-Q${event.fiscal.quarter}`, event]),
)

test('default: what was reported, what is only dated by its periodic report, and five estimates', () => {
  expect(
    events.map(({ fiscal, status, reportDay }) => [
      `${fiscal.year}-Q${fiscal.quarter}`,
      status,
      dateOf(reportDay),
    ]),
  ).toEqual([
    ['2024-Q1', 'reported', '2024-05-02'],
    ['2024-Q2', 'reported', '2024-08-01'],
    ['2024-Q3', 'reported', '2024-10-31'],
    ['2024-Q4', 'reported', '2025-01-30'],
    ['2025-Q1', 'reported', '2025-05-01'],
    ['2025-Q2', 'reported', '2025-08-07'],
    ['2025-Q3', 'inferred', '2025-11-06'],
    // 30 days after the year, nearest Thursday; the same for the others.
    ['2025-Q4', 'estimated', '2026-01-29'],
    ['2026-Q1', 'estimated', '2026-04-30'],
    ['2026-Q2', 'estimated', '2026-08-06'],
    ['2026-Q3', 'estimated', '2026-11-05'],
    ['2026-Q4', 'estimated', '2027-01-28'],
  ])
})

test('behavior: sources, times of day, filings', () => {
  expect(byKey.get('2025-Q2')).toMatchObject({
    source: '8k_item_202',
    reportTime: 'amc',
    filing: { form: '8-K' },
    maxDriftDays: null,
  })
  expect(byKey.get('2025-Q3')).toMatchObject({
    source: 'periodic_filing',
    reportTime: 'bmo',
    filing: { form: '10-Q' },
    maxDriftDays: null,
  })
  // Three of the last four reports came after the close.
  expect(byKey.get('2025-Q4')).toMatchObject({
    source: 'cadence_model',
    reportTime: 'amc',
    filing: undefined,
    insertedSec: 5_000,
  })
})

test('behavior: an estimate that came true is no revision, one that did not is, with the date it had', () => {
  // 2025-Q1 was expected 52 weeks after 2 May 2024: 1 May. 2025-Q2 on 31 July, and came on 7
  // August.
  expect(byKey.get('2025-Q1')).toMatchObject({
    revisionCount: 0,
    previousDay: null,
    firstPublishedSec: at('2024-05-02T20:05:00Z'),
  })
  const late = byKey.get('2025-Q2')
  expect(late).toMatchObject({ revisionCount: 1, firstPublishedSec: at('2024-08-01T20:05:00Z') })
  expect(dateOf(late?.previousDay ?? 0)).toBe('2025-07-31')
})

test('behavior: a release after the periodic report keeps the date that the report had given', () => {
  const filings = [
    ...reportedQuarter('2025-03-31', undefined, '2025-05-01T14:00:00Z'),
    earningsFiling('8-K', '2025-05-02T14:00:00Z'),
  ]
  const [event] = earningsEvents(filings, '1231')
  expect(event).toMatchObject({ status: 'reported', revisionCount: 1 })
  expect([event?.previousDay, event?.reportDay].map((day) => dateOf(day ?? 0))).toEqual([
    '2025-05-01',
    '2025-05-02',
  ])
})

test('behavior: preliminary results are a revision of their own', () => {
  const filings = [
    ...YEARS,
    earningsFiling('8-K', '2026-01-12T13:00:00Z'),
    ...reportedQuarter('2025-12-31', '2026-01-29T21:05:00Z', '2026-02-17T21:05:00Z', '10-K'),
  ]
  // Expected on 29 January, then dated by the preliminary release of the 12th, then by the release
  // of the 29th.
  const event = earningsEvents(filings, '1231').find(
    ({ fiscal }) => fiscal.year === 2025 && fiscal.quarter === 4,
  )
  expect(event).toMatchObject({ status: 'reported', revisionCount: 2 })
  expect(dateOf(event?.previousDay ?? 0)).toBe('2026-01-12')
})

test('behavior: the first report ever has no history', () => {
  const [first] = earningsEvents(
    reportedQuarter('2025-03-31', '2025-05-01T20:05:00Z', '2025-05-06T20:05:00Z'),
    '1231',
  )
  expect(first).toMatchObject({
    revisionCount: 0,
    previousDay: null,
    firstPublishedSec: at('2025-05-01T20:05:00Z'),
  })
})

test('behavior: a foreign filer that reports once a year is expected once a year', () => {
  const filings = ['2022', '2023', '2024'].map((year) =>
    earningsFiling('20-F', `${Number(year) + 1}-04-02T12:00:00Z`, { reportDate: `${year}-12-31` }),
  )
  const events = earningsEvents(filings, '1231')
  expect(events.map(({ fiscal, status }) => [fiscal.year, fiscal.quarter, status])).toEqual([
    [2022, 4, 'inferred'],
    [2023, 4, 'inferred'],
    [2024, 4, 'inferred'],
    [2025, 4, 'estimated'],
  ])
  expect(earningsEvents(filings.slice(2), '1231').map(({ fiscal }) => fiscal.quarter)).toEqual([
    4, 4,
  ])
})

test('behavior: a company in its first year is expected every quarter', () => {
  const filings = reportedQuarter('2025-03-31', '2025-05-01T20:05:00Z', '2025-05-06T20:05:00Z')
  expect(earningsEvents(filings, '1231').map(({ fiscal }) => fiscal.quarter)).toEqual([
    1, 2, 3, 4, 1, 2,
  ])
})

test('behavior: a 6-K with results is reported, by a periodic filing', () => {
  const filings = [
    earningsFiling('6-K', '2025-11-05T12:00:00Z', { description: 'Third quarter results' }),
  ]
  expect(earningsEvents(filings, '1231')[0]).toMatchObject({
    status: 'reported',
    source: 'periodic_filing',
    fiscal: { year: 2025, quarter: 3 },
  })
})

test('behavior: no filings, no events', () => {
  expect(earningsEvents([], null)).toEqual([])
})
