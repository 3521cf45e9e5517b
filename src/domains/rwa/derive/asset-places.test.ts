import { expect, test } from 'vitest'
import { type AssetReports, activeUnits, assetPlaces } from './asset-places.ts'
import { days, standing, textOf } from './series-for-tests.ts'

const shown = (values: Float64Array) =>
  [...values].map((value) => (Number.isNaN(value) ? '_' : value)).join(' ')

test.each([
  ['nobody is excluded', '100 110', [], '100 110'],
  // 100 − 10 − 5, 110 − 20 − 5.
  ['two holders', '100 110', [days('10 20'), days('5 5')], '85 85'],
  ['an amount stands until the next report', '100 100 100', [days('10 _ 30')], '90 90 70'],
  ['and after the last', '100 100 100', [days('10')], '90 90 90'],
  ['one from before the first report of supply', '100 100', [days('10 _ _ 40', 98)], '90 60'],
  ['one that begins later', '100 100 100', [days('10', 102)], '100 100 90'],
  ['a report of 0 ends it', '100 100', [days('10 0')], '90 100'],
  ['a day without supply has no figure', '100 _ 100', [days('10')], '90 _ 90'],
  ['all of it', '100', [days('100')], '0'],
  ['more than there is cannot be', '100 100', [days('101 50')], '_ 50'],
])('behavior: %s', (_, supply, excluded, expected) => {
  const active = activeUnits(days(supply), excluded)
  expect({ firstDay: active.firstDay, text: shown(active.values) }).toEqual({
    firstDay: 100,
    text: expected,
  })
})

test('behavior: what is off by the rounding of its parts is 0', () => {
  // 0.1 + 0.2 is 0.30000000000000004.
  expect([...activeUnits(days('0.3'), [days('0.1'), days('0.2')]).values]).toEqual([0])
})

/** A price of 2 on all days. */
const ratesOn = (first: number, last: number) =>
  new Float64Array(Math.max(0, last - first + 1)).fill(2)

function shownPlaces(reports: Partial<AssetReports>) {
  const places = assetPlaces({
    supply: new Map(),
    excluded: [],
    positions: [],
    hasActive: true,
    ratesOn,
    ...reports,
  })
  return [...places].map(([chain, { onChain, active, positions, lastDay }]) => ({
    chain,
    onChain: textOf(onChain),
    active: textOf(active),
    positions: positions.map(({ protocol, line }) => `${protocol}: ${textOf(line)}`),
    lastDay,
  }))
}

test('default: three figures for each chain, in the order of the chains', () => {
  const reports = {
    supply: new Map([
      ['ethereum', days('100 200')],
      ['base', days('50', 103)],
    ]),
    excluded: [{ chain: 'ethereum', holder: '0xdead', units: days('10') }],
    positions: [
      { chain: 'ethereum', holder: 'cedar-lend', units: days('30 40', 101) },
      { chain: 'ethereum', holder: 'harbor-swap', units: days('5') },
    ],
  }
  expect(shownPlaces(reports)).toEqual([
    {
      chain: 'base',
      onChain: `100${standing(100)}`,
      active: `100${standing(100)}`,
      positions: [],
      lastDay: 103,
    },
    {
      chain: 'ethereum',
      onChain: `200 400${standing(400)}`,
      // (100 − 10) × 2, (200 − 10) × 2.
      active: `180 380${standing(380)}`,
      positions: [`cedar-lend: 60 80${standing(80)}`, `harbor-swap: 10${standing(10)}`],
      // Cedar Lend was reported on day 102.
      lastDay: 102,
    },
  ])
})

test('behavior: no active market cap where holders are not known', () => {
  expect(shownPlaces({ supply: new Map([['base', days('50')]]), hasActive: false })).toMatchObject([
    { onChain: `100${standing(100)}`, active: 'nothing' },
  ])
})

test('behavior: a position on a chain without supply, a supply without a price', () => {
  expect(shownPlaces({ positions: [{ chain: 'base', holder: 'x', units: days('7') }] })).toEqual([
    {
      chain: 'base',
      onChain: 'nothing',
      active: 'nothing',
      positions: [`x: 14${standing(14)}`],
      lastDay: 100,
    },
  ])
  const unpriced = (first: number, last: number) =>
    new Float64Array(last - first + 1).fill(Number.NaN)
  expect(
    shownPlaces({
      supply: new Map([['base', days('7')]]),
      positions: [{ chain: 'base', holder: 'x', units: days('7') }],
      ratesOn: unpriced,
    }),
  ).toEqual([{ chain: 'base', onChain: 'nothing', active: 'nothing', positions: [], lastDay: 100 }])
})

test('behavior: active is never above on-chain', () => {
  // On-chain 200, 24, 200: 24 is no spike. Active 200, 2, 200: 2 < 20 is one, its straight line has
  // 200, above the 24.
  const reports = {
    supply: new Map([['base', days('100 12 100')]]),
    excluded: [{ chain: 'base', holder: 'a', units: days('0 11 0') }],
  }
  expect(shownPlaces(reports)).toMatchObject([
    { onChain: `200 24 200${standing(200)}`, active: `200 ~24 200${standing(200)}` },
  ])
})

test('behavior: nothing is reported', () => {
  expect(shownPlaces({})).toEqual([])
})
