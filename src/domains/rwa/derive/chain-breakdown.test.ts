import { expect, test } from 'vitest'
import type { Place } from './asset-places.ts'
import { chainBreakdown } from './chain-breakdown.ts'
import { line } from './series-for-tests.ts'

function place(known: Partial<Place>): Place {
  return { onChain: undefined, active: undefined, positions: [], lastDay: 100, ...known }
}

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

test('behavior: nothing of nothing', () => {
  expect(chainBreakdown(new Map(), 'onChainMcap', 100)).toEqual([])
})
