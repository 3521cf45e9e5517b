import { expect, test } from 'vitest'
import { pageOf } from './page-of.ts'

test.each([
  ['protocol', '/protocol/indigo-swap', '/protocols/indigo-swap'],
  ['chain', '/v2/historicalChainTvl/OP%20Mainnet', '/chains/OP%20Mainnet'],
  ['coin', '/prices/current/ethereum%3A0xaa', '/coins/ethereum%3A0xaa'],
  ['pool', '/chart/7f3c', '/yields/7f3c'],
  ['company', '/equities/v1/summary?ticker=BRK.B&country=US', '/equities/US/BRK.B'],
  ['privateCompany', '/pre-ipo/v1/summary?company=orbit%20labs', '/pre-ipo/orbit%20labs'],
  ['fund', '/etfs/snapshot', '/etfs'],
  ['institution', '/dat/institutions/WREN', '/dat/WREN'],
  ['realWorldAsset', '/rwa/current', '/rwa'],
  ['unheardOf', '/x', null],
])('%s %s', (kind, path, page) => {
  expect(pageOf({ kind, path })).toBe(page)
})
