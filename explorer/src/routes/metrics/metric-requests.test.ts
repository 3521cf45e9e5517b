import { expect, test } from 'vitest'
import { chartRequest, splitsOf, totalsRequest } from './metric-requests.ts'

test('a category and a chain stand in the order of the contract', () => {
  const scope = { chain: 'OP Mainnet', category: 'Liquid Staking' }
  expect(totalsRequest('fees', scope).path).toBe(
    '/api/v2/metrics/fees/category/Liquid%20Staking/chain/OP%20Mainnet',
  )
  expect(chartRequest('fees', scope, 'protocol').path).toBe(
    '/api/v2/chart/fees/category/Liquid%20Staking/chain/OP%20Mainnet/protocol-breakdown',
  )
})

test('a split that a scope lacks is the total', () => {
  expect(chartRequest('dexs', { chain: 'Base' }, 'chain').path).toBe(
    '/api/v2/chart/dexs/chain/Base',
  )
  expect(chartRequest('dexs', { protocol: 'wren-swap' }, 'label').path).toBe(
    '/api/v2/chart/dexs/protocol/wren-swap',
  )
  expect(chartRequest('dexs', {}, 'chain').path).toBe('/api/v2/chart/dexs/chain-breakdown')
})

test('labels are of fees only', () => {
  expect(splitsOf('fees', { protocol: 'wren-lend' })).toContain('label')
  expect(splitsOf('dexs', { protocol: 'wren-swap' })).not.toContain('label')
  expect(splitsOf('fees', { chain: 'Base' })).toEqual(['total', 'protocol'])
})
