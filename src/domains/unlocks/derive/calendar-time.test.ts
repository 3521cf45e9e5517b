import { describe, expect, test } from 'vitest'
import { addPeriods, findPeriod, findTimestamp } from './calendar-time.ts'

const sec = (iso: string) => Date.parse(iso) / 1000
const iso = (atSec: number) => new Date(atSec * 1000).toISOString().slice(0, 16)

describe('findTimestamp', () => {
  test.each([
    // 1,709,164,800 = 19,782 days: 54 years of 365, 13 leap days to the end of 2023, and 59 days to
    // 29 February 2024.
    ['2024-02-29', 1_709_164_800],
    ['2024-02-29T14:30Z', 1_709_164_800 + 52_200],
    ['2024-02-29T14:30:05Z', 1_709_164_800 + 52_205],
    [1_709_164_801, 1_709_164_801],
    ['2009-01-01', sec('2009-01-01')],
  ])('default: %j', (value, expected) => {
    expect(findTimestamp(value)).toBe(expected)
  })

  test.each([
    '2023-02-29',
    '2024-02-30',
    '2024-13-01',
    '2024-04-31',
    '24-01-01',
    '2024-1-1',
    '2024-01-01T25:00Z',
    '2024-01-01T10:00',
    '2024-01-01 10:00',
    'soon',
    '',
    '2008-12-31',
    '2106-01-01',
    1.5,
    1_709_164_800_000,
    Number.NaN,
    null,
    undefined,
    {},
  ])('behavior: %j is no timestamp', (value) => {
    expect(findTimestamp(value)).toBeUndefined()
  })
})

describe('findPeriod', () => {
  test.each([
    ['1 month', { months: 1 }],
    ['3 months', { months: 3 }],
    ['2 years', { months: 24 }],
    ['30 days', { days: 30 }],
    ['1 week', { days: 7 }],
  ])('default: %s', (text, period) => {
    expect(findPeriod(text)).toEqual(period)
  })

  test.each([
    '0 days',
    'month',
    '1',
    '1.5 months',
    '-1 day',
    '1 fortnight',
    '1  day',
    '12345 days',
    30,
    null,
  ])('behavior: %j is no period', (value) => {
    expect(findPeriod(value)).toBeUndefined()
  })
})

describe('addPeriods', () => {
  test.each([
    // The last day of January, month by month through a leap year: always counted from the 31st.
    ['2024-01-31T00:00', { months: 1 }, 1, '2024-02-29T00:00'],
    ['2024-01-31T00:00', { months: 1 }, 2, '2024-03-31T00:00'],
    ['2024-01-31T00:00', { months: 1 }, 3, '2024-04-30T00:00'],
    ['2023-01-31T00:00', { months: 1 }, 1, '2023-02-28T00:00'],
    // A leap day comes back every four years.
    ['2024-02-29T00:00', { months: 12 }, 1, '2025-02-28T00:00'],
    ['2024-02-29T00:00', { months: 12 }, 4, '2028-02-29T00:00'],
    // Over the end of a year, and keeping the hour.
    ['2024-11-30T13:45', { months: 3 }, 1, '2025-02-28T13:45'],
    ['2024-12-01T00:00', { months: 1 }, 1, '2025-01-01T00:00'],
    ['2099-12-31T00:00', { months: 2 }, 1, '2100-02-28T00:00'],
    // Days are 24 hours, whatever the calendar says.
    ['2024-02-28T00:00', { days: 1 }, 2, '2024-03-01T00:00'],
    ['2024-01-01T06:00', { days: 30 }, 12, '2024-12-26T06:00'],
    ['2024-05-05T00:00', { months: 1 }, 0, '2024-05-05T00:00'],
  ] as const)('default: %s plus %j × %d', (from, period, times, expected) => {
    expect(iso(addPeriods(sec(`${from}Z`), period, times))).toBe(expected)
  })
})
