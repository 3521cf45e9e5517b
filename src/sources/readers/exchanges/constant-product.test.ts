import { stringToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deployed } from '../../../../test/support/evm/deploy.ts'
import type { Log } from '../../chain/chain.ts'
import type { Amount, Flow } from '../../model/observations.ts'
import { coinOf, lower } from '../parts/tokens.ts'
import { startWorld, T0, type TestWorld } from '../world-for-tests.ts'
import { constantProduct } from './constant-product.ts'

const A = 10n ** 18n
const B = 10n ** 6n
const RANGE = { fromSec: T0 + 3_600, atSec: T0 + 7_200 }
const ME = '0x00000000000000000000000000000000000000a1'

describe('on a chain', () => {
  let world: TestWorld
  let factory: Deployed
  let tokens: { a: Deployed; b: Deployed; old: Deployed }
  let pair: Deployed

  /** Sends something to the pair and takes something out of it. */
  async function trade(paid: Deployed, amount: bigint, taken: bigint): Promise<void> {
    await world.act(paid, 'mint', [pair.address, amount])
    const isPaid0 =
      paid.address.toLowerCase() < (paid === tokens.a ? tokens.b : tokens.a).address.toLowerCase()
    await world.act(pair, 'swap', isPaid0 ? [0n, taken, ME] : [taken, 0n, ME])
  }

  async function openPair(one: Deployed, other: Deployed, index: bigint): Promise<Deployed> {
    await world.act(factory, 'createPair', [one.address, other.address])
    const reader = world.client.at(await world.client.head())
    const abi = factory.abi.find((item) => item.type === 'function' && item.name === 'allPairs')
    if (abi?.type !== 'function') throw new Error('the factory has no list')
    const address = lower(
      String(await reader.call({ target: factory.address, abi, args: [index] })),
    )
    const { abi: pairAbi } = await world.put('pair.sol', 'Pair', [one.address, other.address])
    return { ...factory, abi: pairAbi, address }
  }

  beforeAll(async () => {
    world = await startWorld()
    factory = await world.put('pair.sol', 'PairFactory')
    tokens = {
      a: await world.token('AAA', 18),
      b: await world.token('BBB', 6),
      old: await world.put('token.sol', 'Bytes32Token', [
        stringToHex('Old', { size: 32 }),
        stringToHex('OLD', { size: 32 }),
      ]),
    }
    const second = await openPair(tokens.a, tokens.old, 0n)
    pair = await openPair(tokens.a, tokens.b, 1n)
    await world.act(tokens.a, 'mint', [second.address, 5n * A])
    await world.act(tokens.old, 'mint', [second.address, 7n])
    await world.act(second, 'sync')
    await world.act(tokens.a, 'mint', [pair.address, 1_000n * A])
    await world.act(tokens.b, 'mint', [pair.address, 2_000n * B])
    await world.act(pair, 'sync')
    // The first hour: reserves 1,010 A and 1,981 B after it.
    await trade(tokens.a, 10n * A, 19n * B)
    await world.goTo(RANGE.fromSec)
    // The hour that is read: 1,000 A and 2,001 B, then 1,100 A and 1,821 B.
    await trade(tokens.b, 20n * B, 10n * A)
    await trade(tokens.a, 100n * A, 180n * B)
    const impostor = await world.put('pair.sol', 'Impostor')
    await world.act(impostor, 'pretend', [10n ** 30n])
    await world.goTo(RANGE.atSec)
    await trade(tokens.a, 1n * A, 1n * B)
  })
  afterAll(() => world.stop())

  const coin = ({ address }: Deployed) => coinOf('ethereum', address)
  const settings = () => ({
    factory: factory.address,
    feePct: 0.3,
    shares: { protocolPct: 20 },
    version: 'v2',
  })
  const find = (flows: readonly Flow[], dataType: string, paid: Deployed) =>
    flows.find(
      (flow) =>
        flow.dataType === dataType && 'coin' in flow.amount && flow.amount.coin === coin(paid),
    )

  test('default: reserves, volume and fees of the hour', async () => {
    const { observations } = await world.collect(constantProduct, settings(), RANGE)
    const amounts = new Map(
      observations.holdings
        .map(({ amount }) => [amount as Amount & { coin: string; raw: bigint }])
        .map(([one]) => [one?.coin, one?.raw]),
    )
    expect(amounts).toEqual(
      new Map([
        [coin(tokens.a), (1_100n + 5n) * A],
        [coin(tokens.old), 7n],
        [coin(tokens.b), 1_821n * B],
      ]),
    )
    const flow = { protocol: '7', version: 'v2', chain: 'ethereum', atSec: RANGE.fromSec }
    expect(observations.flows.filter(({ metric }) => metric === 'dexs')).toHaveLength(2)
    expect(find(observations.flows, 'dailyVolume', tokens.a)).toEqual({
      ...flow,
      metric: 'dexs',
      dataType: 'dailyVolume',
      label: '',
      amount: { coin: coin(tokens.a), raw: 100n * A },
      instead: { coin: coin(tokens.b), raw: 180n * B },
    })
    // 0.3% of 20 B and of the 10 A taken for it.
    expect(find(observations.flows, 'dailyFees', tokens.b)).toEqual({
      ...flow,
      metric: 'fees',
      dataType: 'dailyFees',
      label: 'Token Swap Fees',
      amount: { coin: coin(tokens.b), raw: (20n * B * 3n) / 1_000n },
      instead: { coin: coin(tokens.a), raw: (10n * A * 3n) / 1_000n },
    })
    // 20% and 80% of 0.3 A.
    expect(find(observations.flows, 'dailyRevenue', tokens.a)?.amount).toEqual({
      coin: coin(tokens.a),
      raw: (6n * A) / 100n,
    })
    expect(find(observations.flows, 'dailySupplySideRevenue', tokens.a)?.amount).toEqual({
      coin: coin(tokens.a),
      raw: (24n * A) / 100n,
    })
  })

  test('behavior: a pool’s volume and fees are those of the day, and its suppliers’ part is what counts', async () => {
    const { observations } = await world.collect(constantProduct, settings(), RANGE)
    const pool = observations.pools.find(({ pool }) => pool === `${pair.address}-ethereum`)
    const amount = (of: Deployed, amounts: readonly Amount[] | null | undefined) =>
      amounts?.find((one) => 'coin' in one && one.coin === coin(of))
    expect(pool).toMatchObject({
      project: '7',
      chain: 'ethereum',
      poolMeta: '0.3%',
      apyBasePct: null,
      kind: null,
      atSec: RANGE.atSec,
    })
    expect(pool?.symbol.split('-').sort()).toEqual(['AAA', 'BBB'])
    expect(amount(tokens.a, pool?.held)).toEqual({ coin: coin(tokens.a), raw: 1_100n * A })
    // 10 + 100 A, and 0.3% × 80% of it.
    expect(amount(tokens.a, pool?.volume1d)).toEqual({ coin: coin(tokens.a), raw: 110n * A })
    expect(amount(tokens.a, pool?.fees1d)).toEqual({
      coin: coin(tokens.a),
      raw: (110n * A * 24n) / 10_000n,
    })
    expect(amount(tokens.b, pool?.fees1d)).toEqual({
      coin: coin(tokens.b),
      raw: (20n * B * 24n) / 10_000n,
    })
  })

  test('behavior: pairs found by events are the same pairs; without yields only the hour is read', async () => {
    const byIndex = await world.collect(constantProduct, settings(), RANGE)
    const byEvents = await world.collect(
      constantProduct,
      { ...settings(), listBy: 'events', yields: false },
      RANGE,
    )
    expect(byEvents.observations).toEqual({ ...byIndex.observations, pools: [] })
  })

  test('behavior: pairs may be listed; an hour without trades says zero', async () => {
    const listed = { pairs: [pair.address], feePct: 0.3 }
    const { observations } = await world.collect(constantProduct, listed, {
      fromSec: T0 + 1_800,
      atSec: T0 + 3_600,
    })
    expect(observations.flows.map(({ dataType, amount }) => [dataType, amount])).toEqual([
      ['dailyVolume', { usd: 0 }],
      ['dailyFees', { usd: 0 }],
    ])
    expect(observations.holdings).toHaveLength(2)
  })
})

describe('transform', () => {
  const pool = {
    address: '0x00000000000000000000000000000000000000f1',
    token0: '0xaa',
    token1: '0xbb',
    held0: 1n,
    held1: 1n,
  } as const
  const swap = (args: Record<string, bigint>, more: Partial<Log> = {}): Log => ({
    address: pool.address,
    event: 'Swap',
    args: { amount0In: 0n, amount1In: 0n, amount0Out: 0n, amount1Out: 0n, ...args },
    block: 11,
    blockHash: '0x1',
    timestampSec: T0,
    txHash: '0x1',
    logIndex: 0,
    ...more,
  })
  const run = (swaps: Log[]) =>
    constantProduct.transform(
      { pools: [pool], silent: [], tokens: [], swaps },
      { protocol: '7', chain: 'ethereum', startSec: T0, feePct: 0.3 },
      { atSec: T0 + 3_600, fromSec: T0, fromBlock: 10 },
    )
  const volumes = (swaps: Log[]) =>
    run(swaps)
      .flows.filter(({ metric }) => metric === 'dexs')
      .map(({ amount, instead }) => [amount, instead])
  const of = (coin: string, raw: bigint) => ({ coin: `ethereum:${coin}`, raw })

  test('behavior: all that is paid in counts, whatever is taken out', () => {
    expect(
      volumes([
        swap({ amount0In: 10n, amount1Out: 5n }),
        swap({ amount0In: 4n, amount1In: 1n, amount1Out: 3n }),
      ]),
    ).toEqual([
      [of('0xaa', 14n), of('0xbb', 8n)],
      [of('0xbb', 1n), of('0xaa', 0n)],
    ])
  })

  test('behavior: trades before the range and those of other contracts do not count', () => {
    const other = { address: '0x00000000000000000000000000000000000000f2' } as const
    expect(
      volumes([swap({ amount0In: 10n }, { block: 10 }), swap({ amount0In: 10n }, other)]),
    ).toEqual([[{ usd: 0 }, undefined]])
  })

  test('behavior: addresses may come in any case', () => {
    expect(
      volumes([
        swap({ amount0In: 10n }, { address: '0x00000000000000000000000000000000000000F1' }),
      ]),
    ).toEqual([[of('0xaa', 10n), of('0xbb', 0n)]])
  })
})
