import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEPLOYER, type Deployed } from '../../../../test/support/evm/deploy.ts'
import { coinOf } from '../parts/tokens.ts'
import { startWorld, T0, type TestWorld } from '../world-for-tests.ts'
import { vaultShares } from './vault-shares.ts'

const DAY = 86_400
const RANGE = { fromSec: T0 + 11 * DAY - 3_600, atSec: T0 + 11 * DAY }

let world: TestWorld
let usd: Deployed
let vault: Deployed

beforeAll(async () => {
  world = await startWorld()
  usd = await world.token('USDX', 6)
  vault = await world.put('vault.sol', 'Vault', [usd.address, 'vUSDX'])
  await world.act(usd, 'mint', [DEPLOYER, 1_000_000_000n])
  await world.act(usd, 'approve', [vault.address, 1_000_000_000n])
  await world.act(vault, 'deposit', [1_000_000_000n, DEPLOYER])
  // Within the week that is looked at, the vault earns 1%: a share is worth 1.01.
  await world.goTo(T0 + 10 * DAY)
  await world.act(usd, 'mint', [vault.address, 10_000_000n])
  await world.goTo(RANGE.atSec - 1)
  await world.act(usd, 'mint', [DEPLOYER, 1n])
  await world.goTo(RANGE.atSec)
  await world.act(usd, 'mint', [vault.address, 500n])
})
afterAll(() => world.stop())

test('default: assets, the price of a share, and its growth over the days as a yearly rate', async () => {
  const { observations } = await world.collect(
    vaultShares,
    { vaults: [vault.address], apyDays: 1 },
    RANGE,
  )
  expect(observations.holdings).toEqual([
    {
      protocol: '7',
      chain: 'ethereum',
      section: 'tvl',
      amount: { coin: coinOf('ethereum', usd.address), raw: 1_010_000_000n },
      atSec: RANGE.atSec,
    },
  ])
  expect(observations.pools).toMatchObject([
    {
      pool: `${vault.address.toLowerCase()}-ethereum`,
      symbol: 'USDX',
      poolMeta: 'vUSDX',
      pricePerShare: 1.01,
      underlyingTokens: [usd.address.toLowerCase()],
      held: [{ raw: 1_010_000_000n }],
      kind: null,
    },
  ])
  // The last block before the day began is of the chain's first minute: almost eleven days for 1%,
  // 1.01^(365/11) − 1 = 39.12%.
  expect(observations.pools[0]?.apyBasePct).toBeCloseTo(100 * (1.01 ** (365 / 11) - 1), 1)
})

test('behavior: without older states there is no yield', async () => {
  const { observations } = await world.collect(
    vaultShares,
    { vaults: [vault.address], past: false },
    RANGE,
  )
  expect(
    observations.pools.map(({ apyBasePct, pricePerShare }) => [apyBasePct, pricePerShare]),
  ).toEqual([[null, 1.01]])
})

test('behavior: less than a day says nothing of a year; a contract that is no vault is left out and named', async () => {
  const settings = {
    vaults: [vault.address, usd.address],
    start: RANGE.atSec - 7_200,
    apyDays: 7,
  }
  const { observations } = await world.collect(vaultShares, settings, RANGE)
  expect(
    observations.pools.map(({ apyBasePct, pricePerShare }) => [apyBasePct, pricePerShare]),
  ).toEqual([[null, 1.01]])
  expect(observations.gaps).toMatchObject([
    { of: '7', what: expect.stringMatching(/^1 of 2 \(vaults\) did not answer and are left out/) },
  ])
})
