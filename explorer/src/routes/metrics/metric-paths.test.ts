import { expect, test } from 'vitest'
import { chartPath, splitsOf, totalsPath } from './metric-paths.ts'

test('a category and a chain stand in the order of the contract', () => {
  const scope = { chain: 'OP Mainnet', category: 'Liquid Staking' }
  expect(totalsPath('fees', scope)).toBe(
    '/api/v2/metrics/fees/category/Liquid%20Staking/chain/OP%20Mainnet',
  )
  expect(chartPath('fees', scope, 'protocol')).toBe(
    '/api/v2/chart/fees/category/Liquid%20Staking/chain/OP%20Mainnet/protocol-breakdown',
  )
})

test('a split that a scope lacks is the total', () => {
  expect(chartPath('dexs', { chain: 'Base' }, 'chain')).toBe('/api/v2/chart/dexs/chain/Base')
  expect(chartPath('dexs', { protocol: 'wren-swap' }, 'label')).toBe(
    '/api/v2/chart/dexs/protocol/wren-swap',
  )
  expect(chartPath('dexs', {}, 'chain')).toBe('/api/v2/chart/dexs/chain-breakdown')
})

test('labels are of fees only', () => {
  expect(splitsOf('fees', { protocol: 'wren-lend' })).toContain('label')
  expect(splitsOf('dexs', { protocol: 'wren-swap' })).not.toContain('label')
  expect(splitsOf('fees', { chain: 'Base' })).toEqual(['total', 'protocol'])
})
