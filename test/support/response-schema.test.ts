import { expect, test } from 'vitest'
import { routes } from '../../src/app.ts'
import { checkResponse } from './response-schema.ts'

const chain = {
  aggregator_id: 'ethereum',
  tvl: 1,
  tokenSymbol: 'ETH',
  rankingSiteId: '1027',
  name: 'Ethereum',
  chainId: 1,
}

test.each(routes)('default: the example of $id passes at its paths', (route) => {
  for (const path of Object.values(route.paths)) {
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => String(route.params[name]?.example))
    const method = route.body === undefined ? 'GET' : 'POST'
    expect(() => checkResponse(method, url, route.example)).not.toThrow()
  }
})

test.each([
  ['a member is not declared', [{ ...chain, extra: 1 }]],
  ['a member is of another type', [{ ...chain, tvl: '1' }]],
])('error: %s', (_, body) => {
  for (const url of ['/v2/chains', '/api/v2/chains', '/some-key/api/v2/chains?asOf=1'])
    expect(() => checkResponse('GET', url, body)).toThrow('tvl.listChains')
})

test('error: a member is missing', () => {
  // Rows of lists may lack members: `fields` leaves them out.
  const check = () => checkResponse('GET', '/block/ethereum/1', { height: 1 })
  expect(check).toThrow('coins.getBlock')
})

test('behavior: what is no operation has no schema', () => {
  expect(() => checkResponse('GET', '/openapi.json', {})).not.toThrow()
})
