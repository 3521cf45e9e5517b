import { expect, test } from 'vitest'
import {
  byChain,
  chainsOf,
  chosenPanels,
  isOpenQuarter,
  switchedPanel,
  tokenRows,
} from './protocol-detail.ts'

test('sections are no chains', () => {
  const parts = { Base: 1, 'Base-borrowed': 2, borrowed: 3, staking: 4, 'OP Mainnet': 5, pool2: 6 }
  expect(chainsOf(parts)).toEqual([
    ['Base', 1],
    ['OP Mainnet', 5],
  ])
})

const all = ['tvl', 'fees', 'users'] as const

test('all panels until some are chosen, then those in their order', () => {
  expect(chosenPanels(all, [])).toEqual(all)
  expect(chosenPanels(all, ['users', 'tvl', 'unheard-of'])).toEqual(['users', 'tvl'])
  expect(chosenPanels(all, ['unheard-of'])).toEqual(all)
})

test('a panel is put at the end or taken away; the last one stays', () => {
  expect(switchedPanel(all, [], 'tvl')).toEqual(['fees', 'users'])
  expect(switchedPanel(all, ['fees', 'users'], 'tvl')).toEqual(['fees', 'users', 'tvl'])
  expect(switchedPanel(all, ['tvl', 'fees'], 'users')).toEqual([])
  expect(switchedPanel(all, ['tvl'], 'tvl')).toEqual(['tvl'])
})

test.each([
  // The third quarter ends with September.
  ['2026-Q3', '2026-09-30T23:59:59Z', true],
  ['2026-Q3', '2026-10-01T00:00:00Z', false],
  ['2026-Q4', '2026-12-31T12:00:00Z', true],
  ['2026-Q4', '2027-01-01T00:00:00Z', false],
  ['2026', '2026-01-01T00:00:00Z', false],
])('%s at %s', (name, now, isOpen) => {
  expect(isOpenQuarter(name, Date.parse(now) / 1000)).toBe(isOpen)
})

test('chains are stacked without the row of all of them', () => {
  const days = [
    { date: 1, value: 5, chain: 'Base' },
    { date: 1, value: 7, chain: 'all' },
    { date: 1, value: null, chain: 'Blast' },
  ]
  expect(byChain(days)).toEqual([
    { name: 'Base', points: [[1, 5]] },
    { name: 'Blast', points: [[1, null]] },
  ])
  expect(byChain([{ date: 1, value: 7 }])).toEqual([{ name: 'All chains', points: [[1, 7]] }])
})

test('shares of the value, and the change of the amounts', () => {
  const inflows = {
    netflow: 50,
    oldTokens: { tvl: { ETH: 4, DAI: 0 } },
    currentTokens: { tvl: { ETH: 5, DAI: 100 } },
  }
  expect(tokenRows({ WETH: 5, DAI: 100 }, { WETH: 300, DAI: 100 }, inflows)).toEqual([
    // 300 of 400; 4 became 5.
    { symbol: 'WETH', valueUsd: 300, share: 75, amount: 5, flow: 25 },
    // From 0 there is no percentage.
    { symbol: 'DAI', valueUsd: 100, share: 25, amount: 100, flow: null },
  ])
})

test('without flows the change is missing', () => {
  expect(tokenRows({}, { UNI: null }, undefined)).toEqual([
    { symbol: 'UNI', valueUsd: null, share: null, amount: null, flow: null },
  ])
})
