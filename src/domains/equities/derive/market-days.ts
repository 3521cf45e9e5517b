import closures from '../../../../data/market-closures.json' with { type: 'json' }
import { dateIn, dayOf, isWeekend, weekdayFrom, weekdayNumber } from './days.ts'

// The rules of today hold since 1972, but for those that say from when; before, more days were off.
const FIRST_YEAR = 1972
const LAST_YEAR = 2105
const KING_DAY_SINCE = 1998
const JUNETEENTH_SINCE = 2022

const [MONDAY, THURSDAY] = [1, 4]

/** Days on which the exchanges of New York keep a holiday (equities.md#market-holidays). */
export function marketHolidays(year: number): number[] {
  const holidays = [
    weekdayFrom(MONDAY, year, 2, 15), // Presidents' Day
    easterSunday(year) - 2, // Good Friday
    weekdayFrom(MONDAY, year, 5, 25), // Memorial Day
    ...observed(dateIn(year, 7, 4)), // Independence Day
    weekdayFrom(MONDAY, year, 9, 1), // Labor Day
    weekdayFrom(THURSDAY, year, 11, 22), // Thanksgiving
    ...observed(dateIn(year, 12, 25)), // Christmas
    ...newYear(year),
  ]
  if (year >= KING_DAY_SINCE) holidays.push(weekdayFrom(MONDAY, year, 1, 15))
  if (year >= JUNETEENTH_SINCE) holidays.push(...observed(dateIn(year, 6, 19)))
  return holidays.sort((a, b) => a - b)
}

/** All holidays and single closures that are known, in order. */
export const MARKET_CLOSURES: readonly number[] = [
  ...Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) =>
    marketHolidays(FIRST_YEAR + index),
  ).flat(),
  ...closures.map(({ date }) => dayOf(date)),
].sort((a, b) => a - b)

const CLOSED_DAYS: ReadonlySet<number> = new Set(MARKET_CLOSURES)

/** Whether the exchanges of New York are closed on a day: weekends, holidays, single closures. */
export function isMarketClosed(day: number): boolean {
  return isWeekend(day) || CLOSED_DAYS.has(day)
}

/** The first day on or after another on which the exchanges are open. */
export function onMarketDay(day: number): number {
  let open = day
  while (isMarketClosed(open)) open++
  return open
}

/** A holiday on a Saturday is kept on the Friday before, on a Sunday on the Monday after. */
function observed(day: number): number[] {
  const weekday = weekdayNumber(day)
  if (weekday === 6) return [day - 1]
  return [weekday === 0 ? day + 1 : day]
}

/** A New Year's Day on a Saturday is not made up for: the Friday before closes a year's books. */
function newYear(year: number): number[] {
  const day = dateIn(year, 1, 1)
  return weekdayNumber(day) === 6 ? [] : observed(day)
}

/** Easter of the Gregorian calendar: the Sunday after the full moon of the church's tables. */
function easterSunday(year: number): number {
  const century = Math.floor(year / 100)
  const moonCorrection = Math.floor((century - Math.floor((century - 17) / 25)) / 3)
  const golden = year % 19
  const raw = century - Math.floor(century / 4) - moonCorrection + 19 * golden + 15
  const age = raw % 30
  const isLate = age === 29 || (age === 28 && golden > 10)
  const fullMoon = dateIn(year, 3, 21) + age - Number(isLate)
  // The Sunday after the full moon, a week later when that is a Sunday itself.
  return fullMoon + 7 - weekdayNumber(fullMoon)
}
