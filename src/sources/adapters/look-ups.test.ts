import { expect, test } from 'vitest'
import { type LookUpSetting, respondToLookUp } from './look-ups.ts'

const TOKEN = 'ethereum:0xabcdef0000000000000000000000000000000001'
const asked: [readonly string[], number][] = []
const setting: LookUpSetting = {
  atSec: 1000,
  isChain: (name) => name === 'ethereum',
  lookUps: {
    prices: async (coins, atSec) => {
      asked.push([coins, atSec])
      return new Map([
        [
          TOKEN,
          { source: TOKEN, priceUsd: 2, symbol: 'T', decimals: 6, atSec: 900, confidence: 0.9 },
        ],
        [
          'aggregator:bitcoin',
          {
            source: 'aggregator:bitcoin',
            priceUsd: 5,
            symbol: 'BTC',
            decimals: 8,
            atSec: 900,
            confidence: null,
          },
        ],
      ])
    },
    block: async (chain, atSec) =>
      chain === 'ethereum' ? { height: atSec / 10, timestampSec: atSec } : undefined,
  },
}
const ask = (method: string, path: string, body = '') =>
  respondToLookUp(method, new URL(path, 'https://any.example'), body, setting)

const T = { decimals: 6, symbol: 'T', price: 2, timestamp: 900, confidence: 0.9 }
// Without decimals: amounts of it are whole tokens.
const B = { symbol: 'BTC', price: 5, timestamp: 900 }
const UPPER = TOKEN.replace('0xabcdef', '0xABCDEF')

test('default: prices of now are those of that time, under the keys they were asked by', async () => {
  expect(
    await ask('GET', `/prices/current/${UPPER},market:bitcoin,market:none?searchWidth=4h`),
  ).toEqual({
    coins: { [UPPER]: T, 'market:bitcoin': B },
  })
  expect(asked.at(-1)).toEqual([[TOKEN, 'aggregator:bitcoin', 'aggregator:none'], 1000])
})

test('behavior: earlier prices, and never later ones', async () => {
  await ask('GET', `/prices/historical/500/${TOKEN}`)
  expect(asked.at(-1)?.[1]).toBe(500)
  await ask('GET', `/prices/historical/5000/${TOKEN}`)
  expect(asked.at(-1)?.[1]).toBe(1000)
})

test('behavior: prices as a body', async () => {
  expect(await ask('POST', '/prices', JSON.stringify({ coins: [TOKEN], timestamp: 400 }))).toEqual({
    coins: { [TOKEN]: T },
  })
  expect(asked.at(-1)).toEqual([[TOKEN], 400])
  await ask('POST', '/prices?source=x', JSON.stringify({ coins: [TOKEN] }))
  expect(asked.at(-1)?.[1]).toBe(1000)
})

test('behavior: the block of a time', async () => {
  expect(await ask('GET', '/block/ethereum/500')).toEqual({ height: 50, timestamp: 500 })
  expect(await ask('GET', '/block/nowhere/500')).toBeUndefined()
})

test.each(['/', '/chart/x', '/block/ethereum', '/prices'])(
  'behavior: %s is no look-up',
  async (path) => {
    expect(await ask('GET', path)).toBeUndefined()
  },
)

test('error: no time', async () => {
  await expect(ask('GET', '/block/ethereum/now')).rejects.toThrow('"now" is not a Unix time')
})
