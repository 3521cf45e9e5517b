import { expect, test } from 'vitest'
import { dayOf } from '../../../lib/clock.ts'
import { dailyValues } from './daily-values.ts'

const DAY = 86_400
const HOUR = 3_600

/** Records of a place: value by `<day>` at midnight, or by `<day>.<hour>`. */
function place(chain: string, values: Record<string, number>, section = 'tvl') {
  const records = Object.entries(values).map(([key, usd]): [number, number] => {
    const [day = 0, hour = 0] = key.split('.').map(Number)
    return [day * DAY + hour * HOUR, usd]
  })
  records.sort(([a], [b]) => a - b)
  return {
    chain,
    section,
    timesSec: records.map(([atSec]) => atSec),
    usd: records.map(([, usd]) => usd),
  }
}

/** Days and values of each place, as `{chain: {day: value}}`. */
function days(
  places: ReturnType<typeof place>[],
  carriedToDay?: number,
): Record<string, Record<number, number>> {
  return Object.fromEntries(
    dailyValues(places, carriedToDay).map(({ chain, section, firstDay, usd }) => [
      section === 'tvl' ? chain : `${chain}-${section}`,
      Object.fromEntries(
        [...usd].flatMap((value, index) =>
          Number.isNaN(value) ? [] : [[firstDay + index, value]],
        ),
      ),
    ]),
  )
}

test('default: the first record of a day is the day’s', () => {
  expect(days([place('base', { '10.2': 5, '10.9': 6, '11': 7, '11.23': 8 })])).toEqual({
    base: { 10: 5, 11: 7 },
  })
})

test('behavior: days without a record take the next one', () => {
  // Days 11 and 12 wait for the record of day 13.
  expect(days([place('base', { 10: 1, 13: 4, 14: 5 })])).toEqual({
    base: { 10: 1, 11: 4, 12: 4, 13: 4, 14: 5 },
  })
})

test('behavior: one that lives keeps its last record until the newest day, a dead one ends with it', () => {
  expect(days([place('base', { 10: 1, 11: 2 })], 13)).toEqual({
    base: { 10: 1, 11: 2, 12: 2, 13: 2 },
  })
  expect(days([place('base', { 10: 1, 11: 2 })])).toEqual({ base: { 10: 1, 11: 2 } })
})

test('behavior: what is carried is the day’s first record, not its newest', () => {
  expect(days([place('base', { '10.1': 3, '10.5': 9 })], 11)).toEqual({
    base: { 10: 3, 11: 3 },
  })
})

test('behavior: a place that is not in the record has no value then, nor on the days the record stands for', () => {
  // The record of day 12 has no bsc; it stands for day 11 too. On day 13 bsc is first measured an
  // hour after the record.
  const places = [place('base', { 10: 1, 12: 2, 13: 3 }), place('bsc', { 10: 7, '13.1': 8 })]
  expect(days(places)).toEqual({ base: { 10: 1, 11: 2, 12: 2, 13: 3 }, bsc: { 10: 7 } })
})

test('behavior: a record of sections alone is a record', () => {
  const places = [place('base', { 10: 1, 12: 2 }), place('base', { 11: 5 }, 'staking')]
  expect(days(places)).toEqual({ base: { 10: 1, 12: 2 }, 'base-staking': { 11: 5 } })
})

test('behavior: zero is a value', () => {
  expect(days([place('base', { 10: 0, 12: 0 })])).toEqual({ base: { 10: 0, 11: 0, 12: 0 } })
})

test('behavior: no record, no day', () => {
  expect(dailyValues([], 9)).toEqual([])
})

test('behavior: the day of a time', () => {
  expect([0, DAY - 1, DAY, 10 * DAY + 1].map(dayOf)).toEqual([0, 0, 1, 10])
})
