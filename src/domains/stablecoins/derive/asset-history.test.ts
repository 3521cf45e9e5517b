import { expect, test } from 'vitest'
import { at, daily, shown } from '../series-for-tests.ts'
import { assetHistory, type BridgedSeries, RECENT_DAYS } from './asset-history.ts'
import type { DailySeries } from './daily-series.ts'

const bridged = (chain: string, sourceChain: string, series: DailySeries): BridgedSeries => ({
  chain,
  sourceChain,
  series,
})

test('default: what moves over a bridge leaves the total as it is', () => {
  const history = assetHistory(
    new Map([['ethereum', daily({ 10: [1_000, 100], 11: [1_000, 100] })]]),
    [bridged('base', 'ethereum', daily({ 10: 200, 11: 300 }))],
  )
  expect([...history.places.keys()]).toEqual(['base', 'ethereum'])
  expect(shown(history.recent.get('ethereum')?.circulating ?? new Float64Array())).toEqual([
    700, 600,
  ])
  expect(shown(history.recent.get('base')?.circulating ?? new Float64Array())).toEqual([200, 300])
  // 700 + 200 and 600 + 300: 1,000 minted less 100 unreleased.
  expect(shown(history.totals.circulating)).toEqual([900, 900])
  expect(shown(history.totals.minted)).toEqual([1_000, 1_000])
  expect(shown(history.totals.unreleased)).toEqual([100, 100])
  expect(shown(history.totals.bridgedIn)).toEqual([200, 300])
  expect([...history.totals.carried]).toEqual([0, 0])
})

test('behavior: every chain is filled up to the last report of any, and no further', () => {
  const history = assetHistory(
    new Map([
      ['bsc', daily({ 12: [5, 0] }, 3)],
      ['ethereum', daily({ 10: [100, 0] })],
    ]),
    [],
  )
  expect({ firstDay: history.firstDay, endDay: history.endDay, lastSec: history.lastSec }).toEqual({
    firstDay: 10,
    endDay: 12,
    lastSec: at(12, 3),
  })
  expect(shown(history.totals.circulating)).toEqual([100, 100, 105])
  // On day 12 the 100 of Ethereum are carried, the 5 of BSC are not.
  expect(shown(history.totals.carriedUnits)).toEqual([0, 100, 100])
  expect([...history.totals.carried]).toEqual([0, 1, 1])
})

test('behavior: a chain that others name as a source, but that reports nothing itself, is not there', () => {
  const history = assetHistory(new Map(), [bridged('base', 'tron', daily({ 10: 40 }))])
  expect([...history.places.keys()]).toEqual(['base'])
  expect(shown(history.totals.circulating)).toEqual([40])
})

test('behavior: days without a good figure on any chain have none', () => {
  // 1 − 5 on day 10.
  const history = assetHistory(new Map([['ethereum', daily({ 10: [1, 0], 11: [9, 0] })]]), [
    bridged('tron', 'ethereum', daily({ 11: 5 })),
  ])
  expect(shown(history.totals.circulating)).toEqual([1, 9])
  const held = assetHistory(new Map([['ethereum', daily({ 10: [1, 2], 11: [9, 2] })]]), [])
  expect(shown(held.totals.circulating)).toEqual([null, 7])
  expect(shown(held.totals.minted)).toEqual([null, 9])
})

test('behavior: of each chain the last days are kept', () => {
  const long = daily(
    Object.fromEntries(Array.from({ length: 40 }, (_, index) => [100 + index, [index, 0]])),
  )
  const recent = assetHistory(new Map([['ethereum', long]]), []).recent.get('ethereum')
  expect(recent?.circulating.length).toBe(RECENT_DAYS)
  // Days 108 to 139; on day 108 it was 8.
  expect([recent?.firstDay, recent?.circulating[0], recent?.circulating.at(-1)]).toEqual([
    108, 8, 39,
  ])
})

test('behavior: the order in which chains came makes no difference', () => {
  const [a, b, c] = [daily({ 1: [0.1, 0] }), daily({ 1: [0.2, 0] }), daily({ 1: [0.3, 0] })]
  const one = assetHistory(
    new Map([
      ['a', a],
      ['b', b],
      ['c', c],
    ]),
    [],
  )
  const other = assetHistory(
    new Map([
      ['c', c],
      ['b', b],
      ['a', a],
    ]),
    [],
  )
  // (0.1 + 0.2) + 0.3 differs from (0.3 + 0.2) + 0.1 in the last digit.
  expect(one.totals.circulating[0]).toBe(0.1 + 0.2 + 0.3)
  expect(other).toEqual(one)
})
