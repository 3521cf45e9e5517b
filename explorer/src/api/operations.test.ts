import { expect, test } from 'vitest'
import { operationAddress, operationOf } from './operations.ts'

test('addresses: free root where there is one, parameters in path and query', () => {
  expect(operationAddress('listChains', {})).toBe('/v2/chains')
  expect(operationAddress('getProtocol', { protocol: 'a b', fields: 'tvl' })).toBe(
    '/protocol/a%20b?fields=tvl',
  )
  expect(operationAddress('listHacks', {})).toBe('/api/hacks')
})

test.each([
  ['/v2/chains', 'listChains', {}],
  ['/api/v2/chains?asOf=2026-01-01', 'listChains', { asOf: '2026-01-01' }],
  ['/protocol/a%20b?fields=tvl', 'getProtocol', { protocol: 'a b', fields: 'tvl' }],
  ['/meta/runs', 'listRuns', {}],
  ['/meta/runs/7', 'getRun', { id: '7' }],
  ['/overview/fees/Base', 'getFeesChainOverview', { chain: 'Base' }],
])('%s is %s', (address, operation, parameters) => {
  expect(operationOf(address)).toEqual({ operation, parameters })
})

test('an address of no operation', () => {
  expect(operationOf('/app/protocols')).toBeNull()
})
