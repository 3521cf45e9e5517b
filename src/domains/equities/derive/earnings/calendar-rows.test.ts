import { expect, test } from 'vitest'
import { dayOf } from '../days.ts'
import { calendarEntries, dateOrNull, eventKey } from './calendar-rows.ts'
import { earningsEvents } from './earnings-events.ts'
import { reportedQuarter } from './earnings-for-tests.ts'

const company = (ticker: string, released: string, country = 'US') => ({
  ticker,
  country,
  cik: ticker,
  events: earningsEvents(
    reportedQuarter('2025-09-30', released, `${released.slice(0, 10)}T22:00:00Z`),
    '1231',
  ),
})
const companies = [
  company('BBB', '2025-10-30T20:05:00Z'),
  company('AAA', '2025-10-30T20:05:00Z'),
  company('AAA', '2025-10-30T20:05:00Z', 'DE'),
  company('CCC', '2025-10-28T20:05:00Z'),
]
const EVER = { fromDay: 0, toDay: 100_000, status: undefined }
const TODAY = dayOf('2026-01-14')
const shown = (
  filter: typeof EVER | { fromDay: number; toDay: number; status: string },
  today = TODAY,
) =>
  calendarEntries(companies, filter, today).map(
    ({ company: { ticker, country }, event }) => `${ticker} ${country} ${eventKey(event)}`,
  )

test('default: oldest first; of one day by ticker, then country', () => {
  expect(shown({ ...EVER, toDay: dayOf('2025-12-31') })).toEqual([
    'CCC US 2025-Q3',
    'AAA DE 2025-Q3',
    'AAA US 2025-Q3',
    'BBB US 2025-Q3',
  ])
})

test('behavior: both bounds are inclusive, the status filters', () => {
  const day = dayOf('2025-10-30')
  expect(shown({ ...EVER, fromDay: day, toDay: day })).toHaveLength(3)
  expect(shown({ ...EVER, fromDay: day + 1, toDay: day + 1 })).toEqual([])
  expect(shown({ ...EVER, status: 'reported' })).toHaveLength(4)
  // Five estimates of each.
  expect(shown({ ...EVER, status: 'estimated' })).toHaveLength(20)
  expect(shown({ ...EVER, status: 'confirmed' })).toEqual([])
})

test('behavior: an estimate that is overdue by more than 90 days ends a company’s estimates', () => {
  // 30 days after 31 December is 30 January 2026; CCC, after 28 days, is expected on the 28th.
  const [ofCcc, ofOthers] = [dayOf('2026-01-28'), dayOf('2026-01-30')]
  expect(shown({ ...EVER, status: 'estimated' }, ofCcc + 90)).toHaveLength(20)
  expect(shown({ ...EVER, status: 'estimated' }, ofCcc + 91)).toHaveLength(15)
  expect(shown({ ...EVER, status: 'estimated' }, ofOthers + 91)).toEqual([])
})

test('behavior: a day that is not known', () => {
  expect([dateOrNull(null), dateOrNull(0)]).toEqual([null, '1970-01-01'])
})
