import { expect, test } from 'vitest'
import { dateOf, dayOf } from './days.ts'
import { isMarketClosed, MARKET_CLOSURES, marketHolidays, onMarketDay } from './market-days.ts'

// As the exchanges published them.
test.each([
  [1997, '01-01 02-17 03-28 05-26 07-04 09-01 11-27 12-25'],
  // King's birthday for the first time; Independence Day on a Saturday.
  [1998, '01-01 01-19 02-16 04-10 05-25 07-03 09-07 11-26 12-25'],
  // New Year's Day of 2005 was a Saturday and is not made up for; Christmas 2004 was one, too.
  [2004, '01-01 01-19 02-16 04-09 05-31 07-05 09-06 11-25 12-24'],
  [2005, '01-17 02-21 03-25 05-30 07-04 09-05 11-24 12-26'],
  [2019, '01-01 01-21 02-18 04-19 05-27 07-04 09-02 11-28 12-25'],
  [2021, '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24'],
  // Juneteenth for the first time, a Sunday.
  [2022, '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26'],
  [2023, '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25'],
  [2024, '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25'],
  [2025, '01-01 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25'],
  [2026, '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25'],
  [2027, '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24'],
])('default: holidays of %d', (year, expected) => {
  const found = marketHolidays(year).map((day) => dateOf(day).slice(5))
  expect(found.join(' ')).toBe(expected)
})

test.each([
  ['an ordinary Friday', '2026-01-16', false],
  ['a Saturday', '2026-01-17', true],
  ['a holiday', '2026-01-19', true],
  ['the Friday before a New Year’s Day that is a Saturday', '2021-12-31', false],
  ['a funeral', '2025-01-09', true],
  ['a hurricane', '2012-10-30', true],
  ['attacks', '2001-09-14', true],
  ['a day before the rules of today', '1970-12-25', false],
])('behavior: %s', (_, date, expected) => {
  expect(isMarketClosed(dayOf(date))).toBe(expected)
})

test.each([
  ['2026-01-16', '2026-01-16'],
  // Saturday, Sunday and King's birthday.
  ['2026-01-17', '2026-01-20'],
  // Good Friday and the weekend.
  ['2026-04-03', '2026-04-06'],
  ['2001-09-11', '2001-09-17'],
])('behavior: the first open day from %s is %s', (date, expected) => {
  expect(dateOf(onMarketDay(dayOf(date)))).toBe(expected)
})

// Easter Sundays at the edges of the calendar's tables, two days after Good Friday.
test.each([
  ['1954-04-18'],
  ['1981-04-19'],
  ['2000-04-23'],
  ['2008-03-23'],
  ['2011-04-24'],
  ['2038-04-25'],
  ['2049-04-18'],
  ['2076-04-19'],
])('behavior: Easter on %s', (date) => {
  const easter = dayOf(date)
  expect(marketHolidays(Number(date.slice(0, 4)))).toContain(easter - 2)
})

test('behavior: closures are in order, each once and none on a weekend', () => {
  expect(MARKET_CLOSURES).toEqual([...new Set(MARKET_CLOSURES)].sort((a, b) => a - b))
  for (const day of MARKET_CLOSURES) expect([0, 6]).not.toContain((day + 4) % 7)
})
