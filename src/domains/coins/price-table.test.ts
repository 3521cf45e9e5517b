import { expect, test } from 'vitest'
import { type KnownCoin, PriceTable } from './price-table.ts'

const newest = { atSec: 1_700_000_000, priceUsd: 1.25, confidence: 0.9 }
const bare: KnownCoin = { symbol: null, decimals: null, redirect: undefined, newest: undefined }
const table = new PriceTable(
  new Map<string, KnownCoin>([
    ['base:0x1', { ...bare, symbol: 'ONE', newest }],
    ['base:0x2', { ...bare, redirect: 'base:0x1', newest: { ...newest, priceUsd: 7 } }],
    ['base:0x3', { ...bare, redirect: 'base:0x2' }],
    ['base:0x4', { ...bare, redirect: 'base:0x9' }],
  ]),
)

test('default', () => {
  expect(table.find('base:0x1')).toMatchObject({ symbol: 'ONE', newest })
  expect(table.find('base:0x9')).toBeUndefined()
})

test.each([
  ['its own', 'base:0x1', 1.25],
  ['that of the coin it redirects to', 'base:0x2', 1.25],
  ['one step deep only', 'base:0x3', 7],
  ['none when the other coin is unknown', 'base:0x4', undefined],
  ['none when it is unknown itself', 'base:0x9', undefined],
])('behavior: the newest price is %s', (_, coin, priceUsd) => {
  expect(table.findNewestPrice(coin)?.priceUsd).toBe(priceUsd)
})
