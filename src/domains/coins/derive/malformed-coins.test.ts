import { expect, test } from 'vitest'
import { describeMalformed } from './malformed-coins.ts'

const FORM = 'not a coin id: write <chain>:<address> or <source>:<id>, such as aggregator:bitcoin'
const known = [
  { coin: 'aggregator:bitcoin', symbol: 'BTC', name: 'Bitcoin' },
  { coin: 'bsc:0xb7c', symbol: 'BTC', name: 'Bridged Bitcoin' },
  { coin: 'base:0xb7c', symbol: 'cbBTC', name: null },
  { coin: 'base:0x2', symbol: 'BTC', name: null },
  { coin: 'base:0x3', symbol: 'BTC', name: null },
]

test.each([
  ['a symbol, at most three coins', 'btc', ['aggregator:bitcoin', 'bsc:0xb7c', 'base:0x2']],
  ['an id without its source', 'bitcoin', ['aggregator:bitcoin']],
  ['a name', 'Bridged bitcoin', ['bsc:0xb7c']],
  ['an address without its chain', '0xB7C', ['bsc:0xb7c', 'base:0xb7c']],
])('behavior: %s', (_, text, coins) => {
  expect(describeMalformed(text, known)).toBe(`${FORM}; did you mean ${coins.join(', ')}?`)
})

test('behavior: only the form when nothing is called so', () => {
  expect(describeMalformed('dogs', known)).toBe(FORM)
})
