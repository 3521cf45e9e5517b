import { expect, test } from 'vitest'
import type { Place } from './asset-places.ts'
import { chainChart } from './chain-chart.ts'
import { line } from './series-for-tests.ts'

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
