import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../test/support/evm/anvil.ts'
import { clientOf } from '../../../test/support/evm/client.ts'
import { compile, compileContract } from '../../../test/support/evm/compile.ts'
import { DEPLOYER, type Deployed, deploy, send } from '../../../test/support/evm/deploy.ts'
import type { ChainClient } from '../chain/chain.ts'
import { joinObservations } from '../model/observations.ts'
import { pass, readKind } from '../readers/chain-reading-for-tests.ts'
import { oracleFeeds } from '../readers/prices/oracle-feeds.ts'
import { poolPrices } from '../readers/prices/pool-prices.ts'
import { sharePrices } from '../readers/prices/share-prices.ts'
import { settlePrices } from './resolve-relative.ts'

const START = 1_700_000_000
const E18 = 10n ** 18n
const E6 = 10n ** 6n
const NOTHING_KNOWN = { findKnown: () => undefined, redirects: new Map<string, string>() }
let anvil: Anvil
let client: ChainClient
let dollar: Deployed
let token: Deployed
let feed: Deployed
let pool: Deployed
let vault: Deployed

beforeAll(async () => {
  anvil = await startAnvil({ timestampSec: START, blockTimeSec: 120 })
  client = clientOf([anvil.url])
  const { Token } = await compile('token.sol')
  if (Token === undefined) throw new Error('There is no Token.')
  dollar = await deploy(anvil, Token, ['Dollar', 'USDX', 6])
  token = await deploy(anvil, Token, ['Token', 'TOK', 18])
  feed = await deploy(anvil, await compileContract('feed.sol', 'Feed'), [8])
  pool = await deploy(anvil, await compileContract('pricepool.sol', 'SummingPair'), [
    token.address,
    dollar.address,
  ])
  vault = await deploy(anvil, await compileContract('feed-rates.sol', 'Vault'), [token.address, 18])
  // The feed says 0.998 USD. The pool has 10,000 tokens and 20,000,000 dollars, the vault 3 tokens
  // for 2 shares.
  await send(anvil, feed, { functionName: 'set', args: [99_800_000n, START] })
  await send(anvil, token, { functionName: 'mint', args: [pool.address, 10_000n * E18] })
  await send(anvil, dollar, { functionName: 'mint', args: [pool.address, 20_000_000n * E6] })
  await send(anvil, pool, { functionName: 'sync' })
  await send(anvil, token, { functionName: 'mint', args: [vault.address, 3n * E18] })
  await send(anvil, vault, { functionName: 'mint', args: [2n * 10n ** 21n] })
  await send(anvil, dollar, { functionName: 'mint', args: [DEPLOYER, 10n ** 18n] })
  await send(anvil, dollar, { functionName: 'approve', args: [pool.address, 10n ** 18n] })
  await pass(anvil, 20)
})
afterAll(async () => {
  client.close()
  await anvil.stop()
})

const coin = ({ address }: Deployed) => `local:${address.toLowerCase()}`

/**
 * All that is seen of prices at the end of the chain; with a second feed, which prices the token
 * itself.
 */
async function see(second?: { feed: Deployed }) {
  const coins = [coin(dollar)]
  const feeds = [{ feed: feed.address, coins, heartbeatSec: 86_400 }]
  if (second !== undefined)
    feeds.push({ feed: second.feed.address, coins: [coin(token)], heartbeatSec: 86_400 })
  const all = await Promise.all([
    readKind(sharePrices, { client, settings: { vaults: [vault.address] } }),
    readKind(poolPrices, {
      client,
      settings: { pools: [{ pool: pool.address, curve: 'constantProduct', token: token.address }] },
    }),
    readKind(oracleFeeds, { client, settings: { feeds } }),
  ])
  return joinObservations(all).prices
}

describe('sources of a real chain together', () => {
  // 20,000,000 × (√1.02 − 1) × 0.998 = 198,611.86 USD to move the pool: 0.3 + 0.2 × log10(198.61) =
  // 0.7596.
  const POOL_CONFIDENCE =
    0.3 + 0.2 * Math.log10((20_000_000 * (Math.sqrt(1.02) - 1) * 0.998) / 1_000)

  test('default: a feed prices the dollar, the dollar the token, the token the vault', async () => {
    const { prices, remarks } = settlePrices(await see(), NOTHING_KNOWN)
    expect(remarks).toEqual([])
    expect(new Map(prices.map((one) => [one.coin, [one.priceUsd, one.confidence]]))).toEqual(
      new Map([
        [coin(dollar), [0.998, 0.98]],
        // 2,000 dollars of 0.998 each, and one and a half of that.
        [coin(token), [expect.closeTo(1_996, 6), expect.closeTo(POOL_CONFIDENCE, 9)]],
        [coin(vault), [expect.closeTo(2_994, 6), expect.closeTo(POOL_CONFIDENCE, 9)]],
      ]),
    )
  })

  test('behavior: a feed of the token itself is confirmed by the pool, and outweighs it', async () => {
    const own = await deploy(anvil, await compileContract('feed.sol', 'Feed'), [8])
    await send(anvil, own, { functionName: 'set', args: [200_000_000_000n, START] })
    const { prices, remarks } = settlePrices(await see({ feed: own }), NOTHING_KNOWN)
    // 2,000 and 1,996 agree: the feed weighs more. The vault follows it.
    expect(remarks).toEqual([])
    expect(prices.find((one) => one.coin === coin(token))).toMatchObject({
      priceUsd: 2_000,
      confidence: 0.98,
    })
    expect(prices.find((one) => one.coin === coin(vault))).toMatchObject({
      priceUsd: 3_000,
      confidence: 0.98,
    })
  })

  test('behavior: the vault does not follow a pool that was pushed in the block that is read', async () => {
    await send(anvil, pool, { functionName: 'swap', args: [dollar.address, 100_000_000n * E6] })
    const { prices } = settlePrices(await see(), NOTHING_KNOWN)
    expect(prices.find((one) => one.coin === coin(vault))?.priceUsd).toBeCloseTo(2_994, 3)
  })

  test('behavior: without the feed nothing has a price', async () => {
    const { prices, remarks } = settlePrices(
      (await see()).filter((one) => one.coin !== coin(dollar)),
      NOTHING_KNOWN,
    )
    expect(prices).toEqual([])
    expect(remarks.map((one) => one.coin)).toEqual([coin(vault), coin(token)])
  })
})
