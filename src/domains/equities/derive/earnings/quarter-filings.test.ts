import { expect, test } from 'vitest'
import { dateOf } from '../days.ts'
import { earningsFiling, reportedQuarter } from './earnings-for-tests.ts'
import { filingDay, isReleaseForm, quartersOf } from './quarter-filings.ts'

test('default: the day of the acceptance in New York', () => {
  // 00:30 UTC is the evening before in New York.
  expect(dateOf(filingDay(earningsFiling('8-K', '2026-01-15T00:30:00Z')))).toBe('2026-01-14')
})

test('behavior: without a time the day of filing', () => {
  expect(
    dateOf(filingDay({ ...earningsFiling('8-K', '2026-01-15T00:30:00Z'), acceptedSec: null })),
  ).toBe('2026-01-15')
})

const shown = (filings: Parameters<typeof quartersOf>[0], yearEnd: string | null = '1231') =>
  quartersOf(filings, yearEnd).quarters.map(({ fiscal, endDay, chosen, isRelease, earlier }) => [
    `${fiscal.year}-Q${fiscal.quarter}`,
    dateOf(endDay),
    chosen.accession.slice(0, 14),
    isRelease,
    earlier.length,
  ])

test('default: the release dates the quarter, else the periodic report', () => {
  const filings = [
    ...reportedQuarter('2025-03-31', '2025-04-24T20:05:00Z', '2025-05-01T10:00:00Z'),
    ...reportedQuarter('2025-06-30', undefined, '2025-08-05T20:30:00Z'),
  ]
  expect(shown(filings)).toEqual([
    ['2025-Q1', '2025-03-31', '8-K 2025-04-24', true, 0],
    ['2025-Q2', '2025-06-30', '10-Q 2025-08-0', false, 0],
  ])
})

test('behavior: preliminary results come before the release that counts; a release long after the report does not', () => {
  const filings = [
    earningsFiling('8-K', '2025-04-08T12:00:00Z'),
    ...reportedQuarter('2025-03-31', '2025-04-24T20:05:00Z', '2025-05-01T10:00:00Z'),
    earningsFiling('8-K', '2025-05-20T12:00:00Z'),
  ]
  expect(shown(filings)).toEqual([['2025-Q1', '2025-03-31', '8-K 2025-04-24', true, 1]])
})

test('behavior: a release may follow the report by three days', () => {
  const filings = (day: string) => [
    ...reportedQuarter('2025-03-31', undefined, '2025-05-01T10:00:00Z'),
    earningsFiling('8-K', `${day}T12:00:00Z`),
  ]
  expect(shown(filings('2025-05-04'))[0]).toContain(true)
  expect(shown(filings('2025-05-05'))[0]).toContain(false)
})

test('behavior: a release before the periodic report is there is of the quarter that ended last', () => {
  expect(shown([earningsFiling('8-K', '2026-01-13T12:00:00Z')])).toEqual([
    ['2025-Q4', '2025-12-31', '8-K 2026-01-13', true, 0],
  ])
})

test('behavior: a late release is of the quarter whose report was still to come', () => {
  // The year was released on 7 April and filed on the 15th: it is not about the quarter to March.
  const filings = reportedQuarter(
    '2024-12-31',
    '2025-04-07T12:00:00Z',
    '2025-04-15T12:00:00Z',
    '10-K',
  )
  expect(shown(filings)).toEqual([['2024-Q4', '2024-12-31', '8-K 2025-04-07', true, 0]])
})

test('behavior: amended forms date nothing', () => {
  const filings = [
    ...reportedQuarter('2024-12-31', undefined, '2025-02-15T12:00:00Z', '10-K'),
    earningsFiling('10-K/A', '2025-06-20T12:00:00Z', { reportDate: '2024-12-31' }),
  ]
  expect(shown(filings)).toEqual([['2024-Q4', '2024-12-31', '10-K 2025-02-1', false, 0]])
})

test('behavior: without a year end on file, that of the last annual report', () => {
  const filings = [
    ...reportedQuarter('2025-06-28', undefined, '2025-08-20T12:00:00Z', '10-K'),
    ...reportedQuarter('2025-09-27', undefined, '2025-11-05T12:00:00Z'),
  ]
  expect(quartersOf(filings, null).yearEndText).toBe('0628')
  expect(shown(filings, null).map(([quarter]) => quarter)).toEqual(['2025-Q4', '2026-Q1'])
  expect(quartersOf([], null)).toEqual({ yearEndText: '1231', quarters: [] })
})

test.each([
  ['8-K', '2.02,9.01', null, true],
  ['8-K', '9.01, 2.02', null, true],
  ['8-K', '5.02', null, false],
  ['8-K', '12.02', null, false],
  ['8-K/A', '2.02', null, false],
  ['8-K', null, null, false],
  ['6-K', null, 'Interim report for the third quarter', true],
  ['6-K', null, 'Q3 RESULTS', true],
  ['6-K', null, 'NOTICE OF MEETING', false],
  ['6-K', null, null, false],
  ['10-Q', null, 'Quarterly results', false],
])('behavior: a %s with items %j described as %j', (form, items, description, expected) => {
  expect(isReleaseForm(earningsFiling(form, '2025-05-01T10:00:00Z', { items, description }))).toBe(
    expected,
  )
})

test('behavior: a filing without valid dates is left out', () => {
  const filings = [
    ...reportedQuarter('2025-06-30', undefined, '2025-08-05T20:30:00Z'),
    earningsFiling('10-Q', '2025-11-05T20:30:00Z', { reportDate: 'n/a' }),
    earningsFiling('10-K', '2026-02-05T20:30:00Z', { reportDate: '' }),
    earningsFiling('8-K', '2025-10-30T20:30:00Z', { acceptedSec: null, filingDate: 'unknown' }),
  ]
  expect(shown(filings, null)).toEqual([['2025-Q2', '2025-06-30', '10-Q 2025-08-0', false, 0]])
})
