import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../../test/support/evm/anvil.ts'
import { clientOf } from '../../../../test/support/evm/client.ts'
import { compileContract } from '../../../../test/support/evm/compile.ts'
import { type Deployed, deploy, send } from '../../../../test/support/evm/deploy.ts'
import type { ChainClient } from '../../chain/chain.ts'
import { readKind } from '../chain-reading-for-tests.ts'
import { oracleFeeds } from './oracle-feeds.ts'

const START = 1_700_000_000
const ETH = `ethereum:0x${'Ee'.repeat(20)}`
let anvil: Anvil
let client: ChainClient
let feed: Deployed
let wide: Deployed

beforeAll(async () => {
  anvil = await startAnvil({ timestampSec: START })
  client = clientOf([anvil.url])
  const contract = await compileContract('feed.sol', 'Feed')
  feed = await deploy(anvil, contract, [8])
  wide = await deploy(anvil, contract, [18])
})
afterAll(async () => {
  client.close()
  await anvil.stop()
})

type Feeds = Parameters<typeof oracleFeeds.extract>[1]['feeds']
const read = (feeds: Feeds, atSec: number) =>
  readKind(oracleFeeds, { client, settings: { feeds } }, { atSec })

describe('on a chain', () => {
  test('default: the response divided by the feed’s decimals, for all its coins, at the end of the range', async () => {
    await send(anvil, feed, { functionName: 'set', args: [2_512_34567890n, START] })
    const { prices } = await read(
      [{ feed: feed.address, coins: [ETH, 'market:ethereum'], heartbeatSec: 3_600 }],
      START + 600,
    )
    const seen = { atSec: START + 600, priceUsd: 2_512.3456789, confidence: 0.98 }
    expect(prices).toEqual([
      { coin: ETH.toLowerCase(), ...seen },
      { coin: 'market:ethereum', ...seen },
    ])
  })

  test('behavior: a feed in another coin gives a price in that coin', async () => {
    await send(anvil, wide, { functionName: 'set', args: [1_050_000_000_000_000_000n, START] })
    const { prices } = await read(
      [{ feed: wide.address, coins: ['local:a'], heartbeatSec: 3_600, inCoin: ETH }],
      START + 600,
    )
    expect(prices).toEqual([
      {
        coin: 'local:a',
        atSec: START + 600,
        priceUsd: 1.05,
        confidence: 0.98,
        inCoin: ETH.toLowerCase(),
      },
    ])
  })

  test.each([
    { what: 'as old as its heartbeat', result: 5n, updatedSec: START, count: 1 },
    { what: 'a second older', result: 5n, updatedSec: START - 1, count: 0 },
    { what: 'of zero', result: 0n, updatedSec: START, count: 0 },
    { what: 'below zero', result: -5n, updatedSec: START, count: 0 },
    { what: 'dated after the timestamp', result: 5n, updatedSec: START + 601, count: 0 },
  ])('behavior: a response $what gives $count prices', async ({ result, updatedSec, count }) => {
    await send(anvil, feed, { functionName: 'set', args: [result, updatedSec] })
    const { prices } = await read(
      [{ feed: feed.address, coins: ['local:a'], heartbeatSec: 600 }],
      START + 600,
    )
    expect(prices).toHaveLength(count)
  })

  test('behavior: something that is no feed spoils nothing for the others', async () => {
    await send(anvil, feed, { functionName: 'set', args: [100_000_000n, START] })
    const { prices } = await read(
      [
        { feed: `0x${'12'.repeat(20)}`, coins: ['local:none'], heartbeatSec: 600 },
        { feed: feed.address, coins: ['local:a'], heartbeatSec: 600 },
      ],
      START + 600,
    )
    expect(prices.map(({ coin, priceUsd }) => [coin, priceUsd])).toEqual([['local:a', 1]])
  })
})

test('error: settings without a heartbeat, or with something else than a coin id, are refused', () => {
  const good = { feed: `0x${'12'.repeat(20)}`, coins: [ETH], heartbeatSec: 60 }
  const isGood = (feed: object) => Value.Check(oracleFeeds.settings, { feeds: [feed] })
  expect([
    isGood(good),
    isGood({ ...good, heartbeatSec: 0 }),
    isGood({ ...good, coins: ['ETH'] }),
  ]).toEqual([true, false, false])
})
