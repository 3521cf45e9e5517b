import { expect, test } from 'vitest'
import { dateOf } from '../days.ts'
import { easternTime, fromEasternTime, reportTime } from './eastern-time.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const shown = (iso: string) => {
  const { day, secondOfDay } = easternTime(at(iso))
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${dateOf(day)} ${two(secondOfDay / 3_600)}:${two((secondOfDay % 3_600) / 60)}`
}

test.each([
  ['winter', '2026-01-14T12:00:00Z', '2026-01-14 07:00'],
  ['summer', '2025-07-31T20:30:25Z', '2025-07-31 16:30'],
  ['late in the evening it is still the day before', '2025-07-09T01:18:13Z', '2025-07-08 21:18'],
  ['before midnight in winter', '2026-01-15T04:59:59Z', '2026-01-14 23:59'],
  // 2026: second Sunday of March is the 8th, first Sunday of November the 1st.
  ['a second before the clocks go forward', '2026-03-08T06:59:59Z', '2026-03-08 01:59'],
  ['and then', '2026-03-08T07:00:00Z', '2026-03-08 03:00'],
  ['a second before they go back', '2026-11-01T05:59:59Z', '2026-11-01 01:59'],
  ['and then', '2026-11-01T06:00:00Z', '2026-11-01 01:00'],
  // When the month begins with a Sunday, the second one is the 8th and the first the 1st.
  ['2020, when March began with a Sunday', '2020-03-08T07:00:00Z', '2020-03-08 03:00'],
  // Until 2006: first Sunday of April (the 2nd in 2006), last of October (the 29th).
  ['March 2006 was still winter', '2006-03-20T12:00:00Z', '2006-03-20 07:00'],
  ['April 2006', '2006-04-02T07:00:00Z', '2006-04-02 03:00'],
  ['October 2006', '2006-10-29T06:00:00Z', '2006-10-29 01:00'],
])('behavior: %s', (_, utc, eastern) => {
  expect(shown(utc)).toBe(eastern)
})

test.each([
  ['2026-01-14T14:29:59Z', 'bmo'],
  ['2026-01-14T14:30:00Z', 'dmt'],
  ['2026-01-14T21:00:00Z', 'dmt'],
  ['2026-01-14T21:00:01Z', 'amc'],
  ['2026-07-14T13:29:59Z', 'bmo'],
  ['2026-07-14T13:30:00Z', 'dmt'],
  ['2026-07-14T20:00:01Z', 'amc'],
])('behavior: %s is %s', (utc, expected) => {
  expect(reportTime(at(utc))).toBe(expected)
})

test('behavior: no time is unknown', () => {
  expect(reportTime(null)).toBe('unknown')
})

test.each([
  ['winter', '2026-01-14T07:00:00', '2026-01-14T12:00:00Z'],
  ['summer', '2025-07-31T16:30:25', '2025-07-31T20:30:25Z'],
  ['a second before the clocks go forward', '2026-03-08T01:59:59', '2026-03-08T06:59:59Z'],
  ['and then', '2026-03-08T03:00:00', '2026-03-08T07:00:00Z'],
  [
    'an hour that comes twice is the first of the two',
    '2026-11-01T01:30:00',
    '2026-11-01T05:30:00Z',
  ],
  ['after it', '2026-11-01T02:00:00', '2026-11-01T07:00:00Z'],
])('behavior: from the clocks of New York, %s', (_, eastern, utc) => {
  expect(fromEasternTime(at(`${eastern}Z`))).toBe(at(utc))
})
