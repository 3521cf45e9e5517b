import { expect, test } from 'vitest'
import { at, daily } from '../series-for-tests.ts'
import type { DailySeries } from './daily-series.ts'
import { placeReading } from './place-reading.ts'
import type { PlaceParts } from './place-supply.ts'

const carried = (series: DailySeries): DailySeries => ({ ...series, isLastCarried: true })
const parts = (
  supply: DailySeries | undefined,
  bridgedIn: DailySeries[] = [],
  bridgedOut: DailySeries[] = [],
): PlaceParts => ({
  supply,
  bridgedIn,
  bridgedOut,
})
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
