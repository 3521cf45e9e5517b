import { expect, test } from 'vitest'
import { chainRows, pegSeries, supplySeries } from './supply-series.ts'

const day = (date: number, minted: number, bridged: number) => ({
  date,
  circulating: { peggedUSD: minted + bridged },
  minted: { peggedUSD: minted },
  bridgedTo: { peggedUSD: bridged },
  unreleased: {},
})
const balances = { Base: { tokens: [day(1, 0, 30)] }, Ethereum: { tokens: [day(1, 60, 10)] } }

test('by chain, and over chains by how it got there', () => {
  expect(supplySeries(balances, 'chain')).toEqual([
    { name: 'Base', points: [[1, 30]] },
    { name: 'Ethereum', points: [[1, 70]] },
  ])
  expect(supplySeries(balances, 'kind')).toEqual([
    { name: 'Minted', points: [[1, 60]] },
    { name: 'Bridged in', points: [[1, 40]] },
    { name: 'Not released', points: [[1, null]] },
  ])
})

test('shares of what circulates now', () => {
  const current = { Base: { peggedUSD: 30 }, Ethereum: { peggedUSD: 90 } }
  expect(chainRows(current, balances)).toMatchObject([
    { chain: 'Base', supply: 30, share: 25, minted: 0, bridged: 30, week: null },
    { chain: 'Ethereum', supply: 90, share: 75, minted: 60, bridged: 10, month: null },
  ])
})

const days = [
  { date: 10, prices: { tether: 1.5, dai: null } },
  { date: 20, prices: { tether: 0.5 } },
]
const names = new Map([
  ['tether', 'USDT'],
  ['dai', 'DAI'],
])

test('prices, and their distance from a dollar in hundredths of a percent', () => {
  expect(pegSeries(days, names, false)).toEqual([
    {
      name: 'USDT',
      points: [
        [10, 1.5],
        [20, 0.5],
      ],
    },
  ])
  expect(pegSeries(days, names, true)).toEqual([
    {
      name: 'USDT',
      points: [
        [10, 5000],
        [20, -5000],
      ],
    },
  ])
})
