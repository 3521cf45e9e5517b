import { expect, test } from 'vitest'
import { figuresOf } from './interpolated.ts'

const day = (timestamp: number, onChainMcap: number, interpolated: boolean) => ({
  timestamp,
  onChainMcap,
  activeMcap: null,
  defiActiveTvl: 0,
  interpolated,
})

test('interpolated days are a line of their own, joined to the days that were read', () => {
  const days = [day(1, 10, false), day(2, 11, false), day(3, 12, true), day(4, 13, false)]
  const [read, between] = figuresOf(days)
  expect(read).toEqual({
    name: 'On-chain',
    points: [
      [1, 10],
      [2, 11],
      [3, null],
      [4, 13],
    ],
  })
  expect(between).toEqual({
    name: 'On-chain, interpolated',
    points: [
      [1, null],
      [2, 11],
      [3, 12],
      [4, 13],
    ],
  })
})

test('without any, three lines', () => {
  expect(figuresOf([day(1, 10, false)]).map(({ name }) => name)).toEqual([
    'On-chain',
    'Active',
    'In DeFi',
  ])
})
