import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../../test/support/evm/anvil.ts'
import { clientOf } from '../../../../test/support/evm/client.ts'
import { compileContract } from '../../../../test/support/evm/compile.ts'
import { type Deployed, deploy, send } from '../../../../test/support/evm/deploy.ts'
import type { ChainClient } from '../../chain/chain.ts'
import { settlePrices } from '../../prices/resolve-relative.ts'
import { readKind } from '../chain-reading-for-tests.ts'
import { sharePrices } from './share-prices.ts'

const NOBODY = `0x${'12'.repeat(20)}` as const
const RATE = 'function exchangeRate() view returns (uint256)'
let anvil: Anvil
let client: ChainClient
let token: Deployed
let vault: Deployed
let empty: Deployed
let staked: Deployed

beforeAll(async () => {
  anvil = await startAnvil()
  client = clientOf([anvil.url])
  token = await deploy(anvil, await compileContract('token.sol', 'Token'), ['Dollar', 'USDX', 6])
  const contract = await compileContract('feed-rates.sol', 'Vault')
  vault = await deploy(anvil, contract, [token.address, 6])
  empty = await deploy(anvil, contract, [token.address, 6])
  staked = await deploy(anvil, await compileContract('feed-rates.sol', 'Staked'))
  // 800 shares of 9 decimals own 1,000 tokens of 6 decimals: 1.25 each.
  await send(anvil, vault, { functionName: 'mint', args: [800n * 10n ** 9n] })
  await send(anvil, token, { functionName: 'mint', args: [vault.address, 1_000n * 10n ** 6n] })
  await send(anvil, staked, { functionName: 'setRate', args: [1_075_000_000_000_000_000n] })
})
afterAll(async () => {
  client.close()
  await anvil.stop()
})

type Settings = Omit<Parameters<typeof sharePrices.extract>[1], 'protocol' | 'chain' | 'startSec'>
const read = (settings: Settings) =>
  readKind(sharePrices, { client, settings }, { atSec: 1_700_003_600 })
const coin = ({ address }: { address: string }) => `local:${address.toLowerCase()}`

describe('vaults', () => {
  test('default: one whole share in whole assets, exact in itself', async () => {
    const { prices, tokens } = await read({ vaults: [vault.address] })
    expect(prices).toEqual([
      {
        coin: coin(vault),
        inCoin: coin(token),
        atSec: 1_700_003_600,
        priceUsd: 1.25,
        confidence: 1,
      },
    ])
    expect(tokens).toEqual([
      { coin: coin(vault), symbol: 'vTEST', decimals: 9, supplyTokens: 800 },
      { coin: coin(token), symbol: 'USDX', decimals: 6, supplyTokens: 1_000 },
    ])
  })

  test('behavior: its price is as sure as that of what it holds', async () => {
    const { prices } = await read({ vaults: [vault.address] })
    const known = {
      findKnown: (source: string, atSec: number) => ({
        source,
        atSec,
        priceUsd: 0.999,
        confidence: 0.98,
      }),
      redirects: new Map(),
    }
    // 1.25 × 0.999
    expect(settlePrices(prices, known).prices).toMatchObject([
      { priceUsd: 1.24875, confidence: 0.98 },
    ])
  })

  test('behavior: without shares there is no rate, nor where there is no vault', async () => {
    expect((await read({ vaults: [empty.address, token.address, NOBODY] })).prices).toEqual([])
  })
})

describe('staked coins', () => {
  test('default: the rate that the token tells, in the coin it stands for', async () => {
    const staking = [
      { token: staked.address, underlying: 'market:coin', rate: RATE, rateDecimals: 18 },
    ]
    const { prices } = await read({ staking })
    expect(prices).toEqual([
      {
        coin: coin(staked),
        inCoin: 'market:coin',
        atSec: 1_700_003_600,
        priceUsd: 1.075,
        confidence: 0.98,
      },
    ])
  })

  test('behavior: another contract may tell the rate, for an amount', async () => {
    const rate = 'function toCoin(uint256 amount) view returns (uint256)'
    const args = ['2000000000000000000']
    const staking = [
      {
        token: token.address,
        contract: staked.address,
        underlying: 'market:coin',
        rate,
        args,
        rateDecimals: 18,
      },
    ]
    // 2 × 1.075
    expect((await read({ staking })).prices).toMatchObject([{ coin: coin(token), priceUsd: 2.15 }])
  })

  test('behavior: a contract that does not answer gives no price', async () => {
    expect(
      (
        await read({
          staking: [{ token: NOBODY, underlying: 'market:coin', rate: RATE, rateDecimals: 18 }],
        })
      ).prices,
    ).toEqual([])
  })

  test('error: a rate that is no function says how to write one', () => {
    const staking = [
      { token: NOBODY, underlying: 'market:coin', rate: 'exchangeRate', rateDecimals: 18 },
    ]
    const problem =
      'is invalid: "exchangeRate" is not a valid function. Write it like "function exchangeRate() view returns (uint256)".'
    expect(sharePrices.check?.({ staking })).toEqual([{ path: ['staking', 0, 'rate'], problem }])
  })
})

test('error: settings that price nothing', () => {
  expect(sharePrices.check?.({ vaults: [] })).toMatchObject([
    { path: [], problem: expect.stringContaining('nothing to price') },
  ])
  expect(sharePrices.check?.({ vaults: [NOBODY] })).toEqual([])
})

test('default: a wrapped or bridged token takes the price of what it stands for', async () => {
  const { tokens, prices } = await read({
    redirects: [{ token: token.address, to: `ethereum:0x${'Ab'.repeat(20)}` }],
  })
  expect(tokens).toEqual([
    {
      coin: coin(token),
      symbol: 'USDX',
      decimals: 6,
      supplyTokens: 1_000,
      redirect: `ethereum:0x${'ab'.repeat(20)}`,
    },
  ])
  expect(prices).toEqual([])
})
