import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deployed } from '../../../test/support/evm/deploy.ts'
import { startWorld, type TestWorld } from '../readers/world-for-tests.ts'
import { respondToLookUp } from './look-ups.ts'

let world: TestWorld
let token: Deployed
beforeAll(async () => {
  world = await startWorld()
  token = await world.token('COIN', 6)
})
afterAll(() => world.stop())

test('behavior: symbol and decimals that are not on record come from the chain; without decimals there is no price', async () => {
  const nobody = `ethereum:0x${'ff'.repeat(20)}`
  const coin = `ethereum:${token.address.toLowerCase()}`
  const price = { priceUsd: 2, symbol: null, decimals: null, atSec: 5, confidence: null }
  const lookUps = {
    prices: async () => new Map([nobody, coin].map((one) => [one, { ...price, source: one }])),
    block: async () => undefined,
  }
  const head = await world.client.head()
  const body = JSON.stringify({ coins: [nobody, coin] })
  const response = await respondToLookUp('POST', new URL('https://any.example/prices'), body, {
    lookUps,
    atSec: 5,
    isChain: () => true,
    reader: async () => world.client.at(head),
  })
  expect(response).toEqual({
    coins: { [coin]: { decimals: 6, symbol: 'COIN', price: 2, timestamp: 5 } },
  })
})
