import { expect, test } from 'vitest'
import { type AssetReports, assetPlaces } from './asset-places.ts'
import { days, standing, textOf } from './series-for-tests.ts'

/** A price of 2 on all days. */
const ratesOn = (first: number, last: number) =>
  new Float64Array(Math.max(0, last - first + 1)).fill(2)

function shown(reports: Partial<AssetReports>) {
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
  expect(shown(reports)).toEqual([
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
  expect(shown({ supply: new Map([['base', days('50')]]), hasActive: false })).toMatchObject([
    { onChain: `100${standing(100)}`, active: 'nothing' },
  ])
})

test('behavior: a position on a chain without supply, a supply without a price', () => {
  expect(shown({ positions: [{ chain: 'base', holder: 'x', units: days('7') }] })).toEqual([
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
    shown({
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
  expect(shown(reports)).toMatchObject([
    { onChain: `200 24 200${standing(200)}`, active: `200 ~24 200${standing(200)}` },
  ])
})

test('behavior: nothing is reported', () => {
  expect(shown({})).toEqual([])
})
