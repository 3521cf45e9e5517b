import { expect, test } from 'vitest'
import type { Plain } from '../messages.ts'
import { outputOf, response } from './output-for-tests.ts'
import { readStablecoinOutput } from './stablecoin-output.ts'

const read = (sections: Record<string, Plain>) =>
  readStablecoinOutput(
    outputOf(Object.entries(sections).map(([section, value]) => response(value, { section }))),
  ).observations.supplies

test('default: minted, unreleased and what came from other chains', () => {
  const sections = {
    minted: { peggedUSD: 100 },
    unreleased: { peggedUSD: '10' },
    bsc: { peggedUSD: 5, bridges: {} },
    solana: {},
  }
  // Nothing at all from solana is no bridge.
  expect(read(sections)).toEqual([
    {
      asset: '7',
      chain: 'ethereum',
      minted: 100,
      unreleased: 10,
      bridgedFrom: [{ chain: 'bsc', amount: 5 }],
      atSec: 2000,
    },
  ])
})

test.each([
  [{ minted: 5 }, /ethereum\.minted must give an amount by peg/],
  [{ minted: { peggedUSD: -1 } }, /is negative/],
  [{ minted: { peggedUSD: 1, peggedEUR: 1 } }, /several pegs: peggedUSD, peggedEUR/],
  [{ minted: { usd: 1 } }, /gives no amount by peg/],
  [{ minted: { peggedUSD: Number.NaN } }, /must be a number, not NaN/],
])('error: %j', (sections, message) => {
  expect(() => read(sections as unknown as Record<string, Plain>)).toThrow(message)
})
