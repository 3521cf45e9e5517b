import { expect, test } from 'vitest'
import { detectKind, listChains } from './detect-kind.ts'
import type { AdapterKind, Outline } from './messages.ts'

const f: Outline = { isFunction: true }

test.each<[AdapterKind, Record<string, Outline>, string[]]>([
  [
    'tvl',
    { methodology: 'x', ethereum: { tvl: f, staking: f }, bsc: { fetch: f } },
    ['ethereum', 'bsc'],
  ],
  [
    'dimension',
    { version: 2, fetch: f, chains: ['ethereum', ['bsc', { start: 5 }]] },
    ['ethereum', 'bsc'],
  ],
  ['dimension', { version: 1, adapter: { ethereum: { fetch: f } } }, ['ethereum']],
  [
    'dimension',
    {
      breakdown: {
        v2: { ethereum: { fetch: f } },
        v3: { ethereum: { fetch: f }, bsc: { fetch: f } },
      },
    },
    ['ethereum', 'bsc'],
  ],
  ['yield', { timetravel: false, apy: f, url: 'x' }, []],
  [
    'stablecoin',
    { ethereum: { minted: f, unreleased: f }, bsc: { minted: f, ethereum: f } },
    ['ethereum', 'bsc'],
  ],
  ['bridge', { ethereum: f, bsc: f }, ['ethereum', 'bsc']],
  ['bridge', { isAsync: true, build: f }, []],
  ['emission', { Team: [{ type: 'cliff' }], meta: { token: 'ethereum:0x1' }, categories: {} }, []],
])('default: %s', (kind, exports, chains) => {
  expect(detectKind(exports)).toBe(kind)
  expect(listChains(kind, exports)).toEqual(chains)
})

test('error: no known shape', () => {
  expect(() => detectKind({ version: 2, x: {} })).toThrow(
    /it exports version, x, which is not a known shape.*--kind says which it is/,
  )
  expect(() => detectKind({})).toThrow(/it exports nothing/)
})
