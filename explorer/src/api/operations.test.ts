import { expect, test } from 'vitest'
import { operationOf, operationPath } from './operations.ts'

test('paths: free root where there is one, parameters in path and query', () => {
  expect(operationPath('listChains', {})).toBe('/v2/chains')
  expect(operationPath('getProtocol', { protocol: 'a b', fields: 'tvl' })).toBe(
    '/protocol/a%20b?fields=tvl',
  )
  expect(operationPath('listHacks', {})).toBe('/api/hacks')
})

test.each([
  ['/v2/chains', 'listChains', {}],
  ['/api/v2/chains?asOf=2026-01-01', 'listChains', { asOf: '2026-01-01' }],
  ['/protocol/a%20b?fields=tvl', 'getProtocol', { protocol: 'a b', fields: 'tvl' }],
  ['/meta/runs', 'listRuns', {}],
  ['/meta/runs/7', 'getRun', { id: '7' }],
  ['/overview/fees/Base', 'getFeesChainOverview', { chain: 'Base' }],
])('%s is %s', (path, operation, parameters) => {
  expect(operationOf(path)).toEqual({ operation, parameters })
})

test('a path of no operation', () => {
  expect(operationOf('/app/protocols')).toBeNull()
})
