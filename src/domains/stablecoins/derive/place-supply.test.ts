import { expect, test } from 'vitest'
import { at, daily, shown } from '../series-for-tests.ts'
import type { DailySeries } from './daily-series.ts'
import {
  circulatingUnits,
  endDayOf,
  type PlaceParts,
  placeReading,
  placeSupply,
} from './place-supply.ts'

test.each([
  // minted + bridged in − unreleased − bridged out.
  ['default: 1,000 + 200 − 100 − 300', 1_000, 200, 100, 300, 800],
  ['behavior: only minted', 500, 0, 0, 0, 500],
  ['behavior: only bridged in', 0, 70, 0, 0, 70],
  ['behavior: all of it went to other chains', 300, 0, 0, 300, 0],
  ['behavior: nothing at all is 0', 0, 0, 0, 0, 0],
  ['behavior: what is less than a millionth is 0', 0.0000009, 0, 0, 0, 0],
  ['behavior: a millionth is there', 0.000001, 0, 0, 0, 0.000001],
  // 0.1 + 0.2 − 0.3 is 5.6e-17 in floating point.
  ['behavior: what rounding leaves is 0', 0.1, 0.2, 0, 0.3, 0],
  // A tenth of a unit too little in a hundred billion is what the last digits of such figures are
  // worth.
  ['behavior: so it is below nothing', 100_000_000_000, 0, 0, 100_000_000_000.05, 0],
])('%s', (_, minted, bridgedIn, unreleased, bridgedOut, expected) => {
  expect(circulatingUnits(minted, bridgedIn, unreleased, bridgedOut)).toBe(expected)
})

test.each([
  ['more left than was there', 100, 0, 0, 101],
  ['more is unreleased than was minted', 100, 20, 121, 0],
  ['a little is too much', 0, 0, 0, 0.00001],
])('behavior: no figure when %s', (_, minted, bridgedIn, unreleased, bridgedOut) => {
  expect(circulatingUnits(minted, bridgedIn, unreleased, bridgedOut)).toBeNaN()
})

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

const carried = (series: DailySeries): DailySeries => ({ ...series, isLastCarried: true })
const good = (atSec: number) => ({ atSec, isCarried: false })

test.each<[string, PlaceParts, ReturnType<typeof placeReading>]>([
  ['default: the last report', parts(daily({ 10: [100, 0], 12: [120, 0] }, 7)), good(at(12, 7))],
  [
    'behavior: carried when its report is',
    parts(carried(daily({ 12: [120, 0] }))),
    { atSec: at(12), isCarried: true },
  ],
  [
    'behavior: the oldest part counts',
    parts(daily({ 12: [120, 0] }), [daily({ 11: 5 }, 3)], [daily({ 12: 7 })]),
    good(at(11, 3)),
  ],
  [
    'behavior: also what others say came from here',
    parts(daily({ 12: [120, 0] }), [], [daily({ 9: 7 })]),
    good(at(9)),
  ],
  [
    'behavior: a carried part makes all carried',
    parts(daily({ 12: [120, 0] }), [carried(daily({ 12: 5 }))]),
    { atSec: at(12), isCarried: true },
  ],
  [
    'behavior: what came to an end does not age',
    parts(daily({ 12: [120, 0] }), [carried(daily({ 3: 5, 4: 0 }))]),
    good(at(12)),
  ],
  ['behavior: nothing but bridged in', parts(undefined, [daily({ 12: 5 })]), good(at(12))],
  ['behavior: all of it 0', parts(daily({ 12: [0, 0] })), good(at(12))],
  [
    'behavior: more unreleased than minted',
    parts(daily({ 11: [9, 0], 12: [10, 20] })),
    { atSec: at(12), isCarried: true },
  ],
  // 10 + 3 − 0 − 14 is below 0.
  [
    'behavior: more bridged out than there is',
    parts(daily({ 12: [10, 0] }), [daily({ 12: 3 })], [daily({ 12: 14 })]),
    { atSec: at(12), isCarried: true },
  ],
])('%s', (_, given, expected) => {
  expect(placeReading(given)).toEqual(expected)
})
