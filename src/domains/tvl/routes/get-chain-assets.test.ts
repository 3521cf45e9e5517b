import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { chainAssets } from '../facts.ts'
import { at, bodyOf } from '../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

const row = (chain: string, bucket: string, symbol: string, atSec: number, valueUsd: number) => ({
  chain,
  bucket,
  symbol,
  atSec,
  valueUsd,
})
const empty = { total: '0', breakdown: {} }

test('error: 404 when no chain has a record', async () => {
  expect(await app.get('/api/chainAssets', { pro: true })).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
})

test('default: the newest record of each chain, in texts, all buckets always', async () => {
  await app.put(chainAssets, [
    row('optimism', 'canonical', 'OLD', at(1), 999),
    row('optimism', 'canonical', 'ETH', at(0, 10), 100.5),
    row('optimism', 'canonical', 'USDC', at(0, 10), 200),
    row('optimism', 'native', 'USDC', at(0, 10), 1_000),
    row('optimism', 'thirdParty', 'BTC', at(0, 10), 0.0000001),
    row('optimism', 'ownTokens', 'OP', at(0, 10), 5e9),
    row('solana', 'native', 'USDC', at(0, 11), 7),
    row('My Chain', 'ownTokens', 'MINE', at(5), 3),
  ])
  const body = await bodyOf(app, '/api/chainAssets', { pro: true })
  expect(body).toEqual({
    timestamp: at(0, 11),
    'OP Mainnet': {
      canonical: { total: '300.5', breakdown: { USDC: '200', ETH: '100.5' } },
      native: { total: '1000', breakdown: { USDC: '1000' } },
      thirdParty: { total: '0.0000001', breakdown: { BTC: '0.0000001' } },
      ownTokens: { total: '5000000000', breakdown: { OP: '5000000000' } },
      // Without the own token.
      total: { total: '1300.5000001', breakdown: { USDC: '1200', ETH: '100.5', BTC: '0.0000001' } },
    },
    Solana: {
      canonical: empty,
      native: { total: '7', breakdown: { USDC: '7' } },
      thirdParty: empty,
      ownTokens: empty,
      total: { total: '7', breakdown: { USDC: '7' } },
    },
    'My Chain': {
      canonical: empty,
      native: empty,
      thirdParty: empty,
      ownTokens: { total: '3', breakdown: { MINE: '3' } },
      total: empty,
    },
  })
})

test('behavior: a held row is not served', async () => {
  await app.put(chainAssets, [
    { ...row('solana', 'native', 'JUNK', at(0, 12), 1e12), quality: 'held' },
  ])
  expect(await bodyOf(app, '/api/chainAssets', { pro: true })).toMatchObject({
    timestamp: at(0, 11),
    Solana: { native: { total: '7', breakdown: { USDC: '7' } } },
  })
})
