import { describe, expect, test } from 'vitest'
import { Registry } from '../../registry/registry.ts'
import { protocolRow } from '../facts-for-tests.ts'
import { chainTotals, totalDays } from './chain-totals.ts'

const DAY = 86_400
const NOON = 1_768_392_000

const row = (chain: string, usd: number, section = 'tvl') => ({ chain, section, usd })

test('default: plain values per chain, largest first', () => {
  const registry = new Registry([
    protocolRow({ id: '1', name: 'A', category: 'Dexs' }),
    protocolRow({ id: '2', name: 'B', category: 'Lending' }),
  ])
  const newest = new Map([
    [
      '1',
      { newestSec: NOON, rows: [row('ethereum', 10), row('base', 4), row('base', 100, 'staking')] },
    ],
    ['2', { newestSec: NOON - DAY, rows: [row('base', 7)] }],
  ])
  expect(chainTotals(registry, newest)).toEqual([
    ['base', 11],
    ['ethereum', 10],
  ])
})

test('behavior: categories, double counting and liquid staking are left out', () => {
  const registry = new Registry([
    protocolRow({ id: '1', name: 'A', category: 'CEX' }),
    protocolRow({ id: '2', name: 'B', category: 'Liquid Staking' }),
    protocolRow({ id: '3', name: 'C', category: 'Dexs', doubleCounted: true }),
    protocolRow({ id: '4', name: 'D', category: 'Yield' }),
    protocolRow({ id: '5', name: 'E', category: 'Dexs' }),
  ])
  const newest = new Map(
    ['1', '2', '3', '4', '5'].map((id) => [
      id,
      { newestSec: NOON, rows: [row('base', Number(id))] },
    ]),
  )
  expect(chainTotals(registry, newest)).toEqual([['base', 5]])
})

test('behavior: a dead protocol counts on the day of its last record and not after', () => {
  const dead = new Registry([
    protocolRow({ id: '1', name: 'A', deadFromSec: NOON }),
    protocolRow({ id: '2', name: 'B' }),
  ])
  const alive = { newestSec: NOON, rows: [row('base', 1)] }
  expect(
    chainTotals(
      dead,
      new Map([
        ['1', { newestSec: NOON - DAY, rows: [row('base', 5)] }],
        ['2', alive],
      ]),
    ),
  ).toEqual([['base', 1]])
  expect(
    chainTotals(
      dead,
      new Map([
        ['1', { newestSec: NOON - 3_600, rows: [row('base', 5)] }],
        ['2', alive],
      ]),
    ),
  ).toEqual([['base', 6]])
})

describe('total days', () => {
  test('default: days add up over series, in order; a day of one series is that one', () => {
    const series = new Map([
      ['ethereum', { datesSec: [86_400, 259_200], tvlUsd: [10, 30] }],
      ['base', { datesSec: [0, 86_400], tvlUsd: [1, 2] }],
    ])
    expect(totalDays(series)).toEqual([
      [0, 1],
      [86_400, 12],
      [259_200, 30],
    ])
  })

  test('behavior: nothing gives nothing', () => {
    expect(totalDays(new Map())).toEqual([])
  })
})
