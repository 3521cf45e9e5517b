import { expect, test } from 'vitest'
import { assetBuckets, toDecimalText } from './asset-buckets.ts'

const empty = { total: '0', breakdown: {} }

test('default: texts by bucket; the total leaves out the own tokens', () => {
  const rows = [
    { bucket: 'canonical', symbol: 'ETH', valueUsd: 100.5 },
    { bucket: 'canonical', symbol: 'USDC', valueUsd: 200 },
    { bucket: 'native', symbol: 'USDC', valueUsd: 50 },
    { bucket: 'thirdParty', symbol: 'BTC', valueUsd: 7 },
    { bucket: 'ownTokens', symbol: 'ARB', valueUsd: 1_000 },
  ]
  expect(assetBuckets(rows)).toEqual({
    canonical: { total: '300.5', breakdown: { USDC: '200', ETH: '100.5' } },
    native: { total: '50', breakdown: { USDC: '50' } },
    thirdParty: { total: '7', breakdown: { BTC: '7' } },
    ownTokens: { total: '1000', breakdown: { ARB: '1000' } },
    total: { total: '357.5', breakdown: { USDC: '250', ETH: '100.5', BTC: '7' } },
  })
})

test('behavior: all buckets are there, empty ones with the total "0"', () => {
  expect(assetBuckets([])).toEqual({
    canonical: empty,
    native: empty,
    thirdParty: empty,
    ownTokens: empty,
    total: empty,
  })
})

test('behavior: a bucket that overlaps the others is not added to the total', () => {
  const rows = [
    { bucket: 'native', symbol: 'USDC', valueUsd: 5 },
    { bucket: 'stablecoins', symbol: 'USDC', valueUsd: 5 },
  ]
  expect(assetBuckets(rows).total).toEqual({ total: '5', breakdown: { USDC: '5' } })
})

test.each([
  [0, '0'],
  [1_500.25, '1500.25'],
  [300e9, '300000000000'],
  [1e21, '1000000000000000000000'],
  [2e21, '2000000000000000000000'],
  [1e-7, '0.0000001'],
  [2.5e-9, '0.0000000025'],
  [1e-30, '0'],
])('behavior: %d is written %s', (value, text) => {
  expect(toDecimalText(value)).toBe(text)
})
