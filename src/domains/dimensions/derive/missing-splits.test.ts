import { describe, expect, test } from 'vitest'
import { seriesOf } from '../series-for-tests.ts'
import { type DaySeries, valueAt } from './day-series.ts'
import { placeOf, type SeriesByType, typesBehind, withMissingSplits } from './missing-splits.ts'

const DAYS = [100, 101, 102]
const _ = undefined
const place = { protocol: '1', version: '', chain: 'ethereum' }
const series = (values: readonly (number | undefined)[]): DaySeries =>
  seriesOf(Object.fromEntries(values.map((value, index) => [100 + index, value ?? Number.NaN])))

type Values = readonly (number | undefined)[]

function given(types: Record<string, Values>): SeriesByType {
  return new Map(
    Object.entries(types).map(([type, values]) => [
      type,
      new Map([[placeOf(place), series(values)]]),
    ]),
  )
}

describe.each<{
  name: string
  types: Record<string, Values>
  asked: string
  token?: boolean
  expected: Values
  isDerived: boolean
}>([
  {
    name: 'supply side = fees − revenue: 100 − 30 = 70',
    types: { dailyFees: [100, 200], dailyRevenue: [30, 50] },
    asked: 'dailySupplySideRevenue',
    expected: [70, 150, _],
    isDerived: true,
  },
  {
    name: 'revenue = fees − supply side',
    types: { dailyFees: [100], dailySupplySideRevenue: [60] },
    asked: 'dailyRevenue',
    expected: [40, _, _],
    isDerived: true,
  },
  {
    name: 'a reported day stays, though the difference is another',
    types: {
      dailyFees: [100, 100, 100],
      dailySupplySideRevenue: [60, 60, 60],
      dailyRevenue: [35, _, 39],
    },
    asked: 'dailyRevenue',
    expected: [35, 40, 39],
    isDerived: true,
  },
  {
    name: 'a day of which one side is missing stays missing',
    types: { dailyFees: [100, 100, _], dailySupplySideRevenue: [60, _, 10] },
    asked: 'dailyRevenue',
    expected: [40, _, _],
    isDerived: true,
  },
  {
    name: 'fees alone say nothing of revenue',
    types: { dailyFees: [100] },
    asked: 'dailyRevenue',
    expected: [_, _, _],
    isDerived: false,
  },
  {
    name: 'a part larger than the whole makes no value',
    types: { dailyFees: [100, 100], dailySupplySideRevenue: [101, 100] },
    asked: 'dailyRevenue',
    expected: [_, 0, _],
    isDerived: true,
  },
  {
    name: 'holders = revenue − protocol',
    types: { dailyRevenue: [40], dailyProtocolRevenue: [15] },
    asked: 'dailyHoldersRevenue',
    expected: [25, _, _],
    isDerived: true,
  },
  {
    name: 'no holders without a token',
    types: { dailyRevenue: [40], dailyProtocolRevenue: [15] },
    asked: 'dailyHoldersRevenue',
    token: false,
    expected: [_, _, _],
    isDerived: false,
  },
  {
    name: 'protocol = revenue − holders, token or not',
    types: { dailyRevenue: [40], dailyHoldersRevenue: [40] },
    asked: 'dailyProtocolRevenue',
    token: false,
    expected: [0, _, _],
    isDerived: true,
  },
  {
    name: 'revenue is worked out first: (100 − 60) − 15 = 25',
    types: { dailyFees: [100], dailySupplySideRevenue: [60], dailyProtocolRevenue: [15] },
    asked: 'dailyHoldersRevenue',
    expected: [25, _, _],
    isDerived: true,
  },
  {
    name: 'fees themselves are never worked out',
    types: { dailyRevenue: [40], dailySupplySideRevenue: [60] },
    asked: 'dailyFees',
    expected: [_, _, _],
    isDerived: false,
  },
])('$name', ({ types, asked, token = true, expected, isDerived }) => {
  test('behavior', () => {
    const found = withMissingSplits(given(types), asked, () => token).get(placeOf(place))
    expect(DAYS.map((day) => (found === undefined ? Number.NaN : valueAt(found, day)))).toEqual(
      expected.map((value) => value ?? Number.NaN),
    )
    expect(found?.isDerived ?? false).toBe(isDerived)
  })
})

test('behavior: another chain or version does not help', () => {
  const other = { ...series([60]), chain: 'base' }
  const types: SeriesByType = new Map([
    ['dailyFees', new Map([[placeOf(place), series([100])]])],
    ['dailySupplySideRevenue', new Map([[placeOf(other), other]])],
  ])
  expect([...withMissingSplits(types, 'dailyRevenue', () => true)]).toEqual([])
})

test.each([
  { asked: 'dailyVolume', expected: ['dailyVolume'] },
  { asked: 'dailyFees', expected: ['dailyFees'] },
  { asked: 'dailyRevenue', expected: ['dailyRevenue', 'dailyFees', 'dailySupplySideRevenue'] },
  {
    asked: 'dailyHoldersRevenue',
    expected: [
      ...['dailyHoldersRevenue', 'dailyRevenue', 'dailyFees', 'dailySupplySideRevenue'],
      'dailyProtocolRevenue',
    ],
  },
])('behavior: $asked is worked out from $expected', ({ asked, expected }) => {
  expect(typesBehind(asked)).toEqual(expected)
})
