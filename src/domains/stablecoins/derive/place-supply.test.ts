import { expect, test } from 'vitest'
import { daily, shown } from '../series-for-tests.ts'
import type { DailySeries } from './daily-series.ts'
import { endDayOf, type PlaceParts, placeSupply } from './place-supply.ts'

/** Minted and unreleased by day. */
const supply = (reported: Record<number, [minted: number, unreleased: number]>) => daily(reported)
const parts = (
  own: DailySeries | undefined,
  bridgedIn: DailySeries[] = [],
  bridgedOut: DailySeries[] = [],
): PlaceParts => ({
  supply: own,
  bridgedIn,
  bridgedOut,
})

/** One line per day: circulating, minted, unreleased, bridged in, and whether it is carried. */
function table(place: ReturnType<typeof placeSupply>) {
  const [circulating, minted, unreleased, bridgedIn] = [
    place.circulating,
    place.minted,
    place.unreleased,
    place.bridgedIn,
  ].map(shown)
  return circulating?.map((units, index) => [
    place.firstDay + index,
    units,
    minted?.[index],
    unreleased?.[index],
    bridgedIn?.[index],
    place.carried[index] === 1 ? 'carried' : 'reported',
  ])
}

test('default: minted and bridged in, less unreleased and what others say came from here', () => {
  const place = placeSupply(
    parts(
      supply({ 10: [1_000, 100], 11: [1_100, 100] }),
      [daily({ 10: 50, 11: 40 })],
      [daily({ 10: 200, 11: 250 }), daily({ 10: 5, 11: 5 })],
    ),
    11,
  )
  expect(table(place)).toEqual([
    // 1,000 + 50 − 100 − 200 − 5 and 1,100 + 40 − 100 − 250 − 5.
    [10, 745, 1_000, 100, 50, 'reported'],
    [11, 785, 1_100, 100, 40, 'reported'],
  ])
})

test('behavior: gaps take the figure before them up to the end, and are marked', () => {
  // Reported on 10 and 12; the stablecoin's last report, from another chain, is of day 14.
  expect(table(placeSupply(parts(supply({ 10: [100, 1], 12: [120, 2] })), 14))).toEqual([
    [10, 99, 100, 1, 0, 'reported'],
    [11, 99, 100, 1, 0, 'carried'],
    [12, 118, 120, 2, 0, 'reported'],
    [13, 118, 120, 2, 0, 'carried'],
    [14, 118, 120, 2, 0, 'carried'],
  ])
})

test('behavior: a part that was not reported marks the whole figure, on the chain it left as well', () => {
  const home = placeSupply(
    parts(supply({ 10: [100, 0], 11: [110, 0], 12: [120, 0] }), [], [daily({ 10: 30, 12: 35 })]),
    12,
  )
  // 100 − 30, 110 − 30 (of the day before), 120 − 35.
  expect(table(home)?.map(([, units, , , , mark]) => [units, mark])).toEqual([
    [70, 'reported'],
    [80, 'carried'],
    [85, 'reported'],
  ])
})

test('behavior: an amount that ended with 0 carries nothing on', () => {
  const place = placeSupply(
    parts(supply({ 10: [0, 0], 11: [0, 0], 12: [0, 0] }), [daily({ 10: 30, 11: 0 })]),
    12,
  )
  expect(table(place)?.map(([, units, , , , mark]) => [units, mark])).toEqual([
    [30, 'reported'],
    [0, 'reported'],
    [0, 'reported'],
  ])
})

test('behavior: a negative result is held, the last good record stays and is marked', () => {
  // Day 11: 50 − 60 is negative, so all of day 10 stays. Day 12: 90 − 60 is good again.
  const place = placeSupply(
    parts(
      supply({ 10: [100, 5], 11: [50, 0], 12: [90, 0] }),
      [daily({ 10: 1, 11: 0, 12: 0 })],
      [daily({ 10: 60, 11: 60, 12: 60 })],
    ),
    12,
  )
  expect(table(place)).toEqual([
    // 100 + 1 − 5 − 60.
    [10, 36, 100, 5, 1, 'reported'],
    [11, 36, 100, 5, 1, 'carried'],
    [12, 30, 90, 0, 0, 'reported'],
  ])
})

test('behavior: a negative result goes on being held while nothing new is reported', () => {
  const place = placeSupply(
    parts(supply({ 10: [100, 0], 11: [50, 0] }), [], [daily({ 10: 60, 11: 60 })]),
    13,
  )
  expect(table(place)?.map(([day, units, , , , mark]) => [day, units, mark])).toEqual([
    [10, 40, 'reported'],
    [11, 40, 'carried'],
    [12, 40, 'carried'],
    [13, 40, 'carried'],
  ])
})

test('behavior: negative from the start is no figure at all', () => {
  const place = placeSupply(parts(supply({ 10: [1, 0], 11: [10, 0] }), [], [daily({ 9: 5 })]), 11)
  // 1 − 5 has nothing before it to stay; 10 − 5, of which the 5 was reported on day 9.
  expect(table(place)).toEqual([
    [10, null, null, null, null, 'reported'],
    [11, 5, 10, 0, 0, 'carried'],
  ])
})

test('behavior: a chain that only has what came over bridges begins with it', () => {
  const place = placeSupply(parts(undefined, [daily({ 11: 7 }), daily({ 12: 2 })]), 12)
  expect(table(place)).toEqual([
    [11, 7, 0, 0, 7, 'reported'],
    // The 7 was not reported again.
    [12, 9, 0, 0, 9, 'carried'],
  ])
})

test('behavior: nothing reported is nothing', () => {
  expect(table(placeSupply(parts(undefined), 12))).toEqual([])
})

test('behavior: the end is the last day of any series', () => {
  expect(endDayOf([daily({ 3: 1 }), daily({ 1: 1, 9: 1 }), daily({ 4: 1 })])).toBe(9)
})
