import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainActivity } from '../activity/activity.ts'
import { vaultShares } from '../balances/vault-shares.ts'
import { concentratedLiquidity } from '../exchanges/concentrated-liquidity.ts'
import { constantProduct } from '../exchanges/constant-product.ts'
import { startWorld, T0, type TestWorld } from '../world-for-tests.ts'

// Nobody ever deployed anything there: a mistyped address.
const NOBODY = '0x00000000000000000000000000000000000000ff'
const HOUR = { fromSec: T0, atSec: T0 + 3_600 }
const KINDS = { constantProduct, concentratedLiquidity, vaultShares, chainActivity }

let world: TestWorld

beforeAll(async () => {
  world = await startWorld()
  await world.token('USDX', 6)
  await world.goTo(HOUR.atSec)
  await world.token('LATER', 6)
})
afterAll(() => world.stop())

test.each([
  ['constantProduct', { factory: NOBODY, feePct: 0.3 }],
  ['constantProduct', { factory: NOBODY, listBy: 'events', feePct: 0.3 }],
  ['constantProduct', { pairs: [NOBODY], feePct: 0.3 }],
  ['concentratedLiquidity', { factory: NOBODY }],
  ['concentratedLiquidity', { pools: [NOBODY] }],
  ['vaultShares', { vaults: [NOBODY] }],
  ['chainActivity', { contracts: [NOBODY], events: ['event Used(address user)'] }],
] as const)(
  'error: %s with an address without code is an error, never a 0: %j',
  async (name, settings) => {
    await expect(world.collect(KINDS[name], settings, HOUR)).rejects.toThrow(NOBODY)
  },
)
