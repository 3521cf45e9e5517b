import { expect, test } from 'vitest'
import { nothingSeen, type SeenSupply } from '../../../sources/model/observations.ts'
import { bookOf } from '../../../sources/model/price-book-for-tests.ts'
import { observeSupplies } from './from-observations.ts'

const seen: SeenSupply = {
  asset: '3',
  chain: 'base',
  minted: 100,
  unreleased: 10,
  bridgedFrom: [],
  atSec: 50,
}

function rowsOf(...supplies: SeenSupply[]) {
  const [supply, bridged] = observeSupplies({ ...nothingSeen(), supplies }, bookOf({})).map(
    ({ rows }) => rows,
  )
  return { supply, bridged }
}

test('default: what was minted, what is not released, and what came from each chain', () => {
  const bridgedFrom = [
    { chain: 'Ethereum', amount: 40 },
    { chain: 'OP Mainnet', amount: 2 },
  ]
  expect(rowsOf({ ...seen, bridgedFrom })).toEqual({
    supply: [{ asset: '3', chain: 'base', atSec: 50, minted: 100, unreleased: 10 }],
    bridged: [
      { asset: '3', chain: 'base', sourceChain: 'ethereum', atSec: 50, amount: 40 },
      { asset: '3', chain: 'base', sourceChain: 'optimism', atSec: 50, amount: 2 },
    ],
  })
})

test('behavior: several contracts of a coin on a chain add up', () => {
  const from = (amount: number) => [{ chain: 'ethereum', amount }]
  expect(
    rowsOf(
      { ...seen, bridgedFrom: from(5) },
      { ...seen, chain: 'Base', minted: 7, unreleased: 0, bridgedFrom: from(6) },
    ),
  ).toEqual({
    supply: [{ asset: '3', chain: 'base', atSec: 50, minted: 107, unreleased: 10 }],
    bridged: [{ asset: '3', chain: 'base', sourceChain: 'ethereum', atSec: 50, amount: 11 }],
  })
})

test('behavior: a chain from which nothing is left is said with 0, which ends the amount before', () => {
  expect(rowsOf({ ...seen, bridgedFrom: [{ chain: 'ethereum', amount: 0 }] }).bridged).toEqual([
    { asset: '3', chain: 'base', sourceChain: 'ethereum', atSec: 50, amount: 0 },
  ])
})
