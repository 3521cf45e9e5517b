import { expect, test } from 'vitest'
import { splitBridged } from './bridged-response.ts'

const balance = (chain: string, bridgedIn: number, bridgedOut: number) => ({
  chain,
  bridgedIn,
  bridgedOut,
})

test('default: what one chain gave away is what the others took in', () => {
  expect(splitBridged([balance('a', 0, 30), balance('b', 10, 0), balance('c', 20, 0)])).toEqual([
    { chain: 'b', sourceChain: 'a', amount: 10 },
    { chain: 'c', sourceChain: 'a', amount: 20 },
  ])
})

test('behavior: of several the largest goes first, and sums of all chains stay', () => {
  // a gave 30, d gave 5; b took 10, c took 25: b has all from a, c 20 from a and 5 from d.
  expect(
    splitBridged([
      balance('a', 0, 30),
      balance('b', 10, 0),
      balance('c', 25, 0),
      balance('d', 0, 5),
    ]),
  ).toEqual([
    { chain: 'b', sourceChain: 'a', amount: 10 },
    { chain: 'c', sourceChain: 'a', amount: 20 },
    { chain: 'c', sourceChain: 'd', amount: 5 },
  ])
})

test('behavior: nothing comes from the chain itself, and what rounding leaves is nothing', () => {
  expect(splitBridged([balance('a', 5, 10), balance('b', 10, 5)])).toEqual([
    { chain: 'a', sourceChain: 'b', amount: 5 },
    { chain: 'b', sourceChain: 'a', amount: 10 },
  ])
  expect(splitBridged([balance('a', 0, 1e9), balance('b', 1e9, 1e-6)])).toEqual([
    { chain: 'b', sourceChain: 'a', amount: 1e9 },
  ])
  expect(splitBridged([balance('a', 0, 0)])).toEqual([])
})
