import { expect, test } from 'vitest'
import { flowAmount, listUnpriced, wantedPrices } from './amounts.ts'
import { type Flow, nothingSeen } from './observations.ts'
import { bookOf } from './price-book-for-tests.ts'

const USDC = 'ethereum:0xa0'
const book = bookOf({
  [USDC]: { priceUsd: 0.5, decimals: 6, symbol: 'USDC' },
  'base:0x1': { decimals: 18 },
})

const flow = (amount: Flow['amount'], more: Partial<Flow> = {}): Flow => ({
  protocol: '1',
  metric: 'dexs',
  dataType: 'dailyVolume',
  version: '',
  chain: 'ethereum',
  label: '',
  amount,
  atSec: 86_400 + 3_600,
  ...more,
})

test('behavior: the other side of a trade stands in only where it has a value and the first has none', () => {
  const unpriced = { coin: 'base:0x1', raw: 7n }
  const priced = { coin: USDC, raw: 1n }
  expect(flowAmount(flow(unpriced, { instead: priced }), book)).toBe(priced)
  expect(flowAmount(flow(priced, { instead: { usd: 5 } }), book)).toBe(priced)
  expect(flowAmount(flow(unpriced, { instead: unpriced }), book)).toBe(unpriced)
  expect(flowAmount(flow({ count: 3 }), book)).toBeUndefined()
})

test('behavior: prices are wanted for every coin from the first time seen to the timestamp of the reading', () => {
  const seen = nothingSeen()
  seen.holdings.push({
    protocol: '1',
    chain: 'base',
    section: 'tvl',
    amount: { coin: 'base:0x1', raw: 1n },
    atSec: 200_000,
  })
  seen.flows.push(flow({ coin: USDC, raw: 1n }, { instead: { coin: 'base:0x2', raw: 1n } }))
  seen.prices.push({
    coin: 'base:0x3',
    atSec: 200_000,
    priceUsd: 2,
    confidence: 0.9,
    inCoin: 'base:0x4',
  })
  expect(wantedPrices(seen, 200_000)).toEqual({
    coins: new Set(['base:0x1', USDC, 'base:0x2', 'base:0x4']),
    fromSec: 2 * 86_400 - 1,
    toSec: 200_000,
  })
})

test('behavior: what has no value is listed once for each that has some of it', () => {
  const seen = nothingSeen()
  const amount = { coin: 'base:0x1', raw: 1n }
  for (const section of ['tvl', 'staking'])
    seen.holdings.push({ protocol: '1', chain: 'base', section, amount, atSec: 5 })
  seen.flows.push(
    flow(amount, { protocol: '2' }),
    flow(amount, { protocol: '3', instead: { usd: 1 } }),
  )
  seen.holdings.push({
    protocol: '1',
    chain: 'base',
    section: 'tvl',
    amount: { coin: USDC, raw: 1n },
    atSec: 5,
  })
  expect(listUnpriced(seen, book)).toEqual([
    { of: '1', coin: 'base:0x1', missing: 'price' },
    { of: '2', coin: 'base:0x1', missing: 'price' },
  ])
})
