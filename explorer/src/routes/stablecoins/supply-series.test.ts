import { expect, test } from 'vitest'
import { chainRows, supplySeries } from './supply-series.ts'

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
