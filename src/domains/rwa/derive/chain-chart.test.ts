import { expect, test } from 'vitest'
import type { Place } from './asset-places.ts'
import { chainBreakdown, chainChart, dailySum, withoutLeadingZeros } from './chain-chart.ts'
import { line } from './series-for-tests.ts'

const shown = (values: Float64Array | undefined) =>
  [...(values ?? [])].map((value) => (Number.isNaN(value) ? '_' : value)).join(' ')

test.each([
  ['one line', [line('1 2 3')], 102, 0, '1 2 3', '0 0 0'],
  ['two lines, one a day later', [line('1 2 3'), line('10 20', 101)], 102, 0, '1 12 23', '0 0 0'],
  [
    'interpolated parts are marked',
    [line('1 ~2 3'), line('10 20 ~30')],
    102,
    0,
    '11 22 33',
    '0 2 30',
  ],
  ['cut at the last day', [line('1 2 3')], 100, 0, '1', '0'],
  [
    'a day between two lines has nothing',
    [line('5 ~5'), line('7', 103)],
    103,
    0,
    '5 5 _ 7',
    '0 5 0 0',
  ],
  // 9 and 9.99 are dust on their days.
  [
    'less than the least counts as 0',
    [line('9 10 11'), line('9.99 ~20 ~1')],
    102,
    10,
    '0 30 11',
    '0 20 0',
  ],
  [
    'a line that begins later than the last day',
    [line('1', 100), line('2', 105)],
    100,
    0,
    '1',
    '0',
  ],
])('behavior: %s', (_, lines, lastDay, minUsd, usd, interpolated) => {
  const sum = dailySum(lines, lastDay, minUsd)
  expect([sum?.firstDay, shown(sum?.usd), shown(sum?.interpolatedUsd)]).toEqual([
    100,
    usd,
    interpolated,
  ])
})

test('behavior: nothing of nothing, nor of what begins later', () => {
  expect(dailySum([], 100)).toBeUndefined()
  expect(dailySum([line('1', 101)], 100)).toBeUndefined()
  expect(dailySum([line('1')], Number.NEGATIVE_INFINITY)).toBeUndefined()
})

test.each([
  ['nothing', [], []],
  ['no zero before', [[1], [0], [2]], [[1], [0], [2]]],
  ['zeros before', [[0], [0], [3], [0]], [[3], [0]]],
  ['unknown before', [[null], [0], [3]], [[3]]],
  // biome-ignore format: a table
  ['one figure that is not 0 is enough', [[0, 0], [0, 5], [0, 0]], [[0, 5], [0, 0]]],
  ['only zeros', [[0], [null]], []],
])('behavior: %s', (_, points, expected) => {
  expect(withoutLeadingZeros<(number | null)[]>(points, (point) => point)).toEqual(expected)
})

function place(known: Partial<Place>): Place {
  return { onChain: undefined, active: undefined, positions: [], lastDay: 100, ...known }
}

const none = { onChainMcap: 0, activeMcap: 0, defiActiveTvl: 0 }

test('default: three sums on each day', () => {
  const places = [
    place({ onChain: line('100 ~110 120'), active: line('80 ~90 100') }),
    place({ onChain: line('7', 102), positions: [{ protocol: 'a', line: line('50', 102) }] }),
  ]
  expect(chainChart(places, 102)).toEqual([
    { day: 100, onChainMcap: 100, activeMcap: 80, defiActiveTvl: 0, interpolated: none },
    {
      day: 101,
      onChainMcap: 110,
      activeMcap: 90,
      defiActiveTvl: 0,
      interpolated: { ...none, onChainMcap: 110, activeMcap: 90 },
    },
    // 120 + 7; the second asset has no active figure.
    { day: 102, onChainMcap: 127, activeMcap: 100, defiActiveTvl: 50, interpolated: none },
  ])
})

test('behavior: leading zeros are cut, later ones stay', () => {
  const points = chainChart([place({ onChain: line('0 0 5 0') })], 103)
  expect(points.map(({ day, onChainMcap, activeMcap }) => [day, onChainMcap, activeMcap])).toEqual([
    [102, 5, null],
    [103, 0, null],
  ])
})

test('behavior: dust in protocols does not count; a day on which nothing stands has no point', () => {
  const dust = place({ positions: [{ protocol: 'a', line: line('9 10 9.9') }] })
  expect(
    chainChart([dust], 102).map(({ day, onChainMcap, defiActiveTvl }) => [
      day,
      onChainMcap,
      defiActiveTvl,
    ]),
  ).toEqual([
    [101, null, 10],
    [102, null, 0],
  ])
  const apart = [place({ onChain: line('5 ~5') }), place({ onChain: line('6', 104) })]
  expect(chainChart(apart, 104).map(({ day }) => day)).toEqual([100, 101, 104])
})

test('behavior: nothing of nothing', () => {
  expect(chainChart([], 100)).toEqual([])
  expect(chainChart([], Number.NEGATIVE_INFINITY)).toEqual([])
  expect(chainChart([place({ onChain: line('0') })], 100)).toEqual([])
})

const world = new Map([
  [
    'ethereum',
    [
      place({ onChain: line('100 ~110 120'), active: line('90 91 92') }),
      place({ onChain: line('1 1 1') }),
    ],
  ],
  [
    'base',
    [place({ onChain: line('0 5 6'), positions: [{ protocol: 'a', line: line('4 20 30') }] })],
  ],
])

test('default: a row for each day, chains from their first figure that is not 0', () => {
  expect(chainBreakdown(world, 'onChainMcap', 102)).toEqual([
    { day: 100, usd: new Map([['ethereum', 101]]), interpolated: [] },
    // biome-ignore format: a table
    { day: 101, usd: new Map([['ethereum', 111], ['base', 5]]), interpolated: ['ethereum'] },
    // biome-ignore format: a table
    { day: 102, usd: new Map([['ethereum', 121], ['base', 6]]), interpolated: [] },
  ])
})

test.each([
  [
    'activeMcap',
    [
      [100, { ethereum: 90 }],
      [101, { ethereum: 91 }],
    ],
  ],
  // 4 is dust.
  ['defiActiveTvl', [[101, { base: 20 }]]],
] as const)('behavior: %s until day 101', (metric, expected) => {
  const rows = chainBreakdown(world, metric, 101)
  expect(rows.map(({ day, usd }) => [day, Object.fromEntries(usd)])).toEqual(expected)
})

test('behavior: no chain has no row', () => {
  expect(chainBreakdown(new Map(), 'onChainMcap', 100)).toEqual([])
})
