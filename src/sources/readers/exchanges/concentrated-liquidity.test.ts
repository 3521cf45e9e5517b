import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Deployed, send } from '../../../../test/support/evm/deploy.ts'
import type { Log } from '../../chain/chain.ts'
import { coinOf, lower } from '../parts/tokens.ts'
import { startWorld, T0, type TestWorld } from '../world-for-tests.ts'
import { concentratedLiquidity } from './concentrated-liquidity.ts'

const RANGE = { fromSec: T0 + 3_600, atSec: T0 + 7_200 }
const coin = ({ address }: Deployed) => coinOf('ethereum', address)

describe('on a chain', () => {
  let world: TestWorld
  let factory: Deployed
  let [zero, one]: Deployed[] = []
  let pools: Deployed[]

  /** Opens a pool and says where it is: the factory's next contract. */
  async function open(fee: number, count: number): Promise<Deployed> {
    await send(world.anvil, factory, {
      functionName: 'createPool',
      args: [zero?.address, one?.address, fee],
    })
    const reader = world.client.at(await world.client.head())
    const event = factory.abi.find((item) => item.type === 'event')
    if (event?.type !== 'event') throw new Error('the factory says nothing')
    const query = {
      addresses: [factory.address],
      events: [event],
      fromBlock: 0,
      toBlock: reader.block.number,
    }
    const logs: Log[] = []
    for await (const piece of reader.logs(query)) logs.push(...piece)
    const { abi } = await world.put('concentrated.sol', 'RangePool', [
      zero?.address,
      one?.address,
      fee,
    ])
    return { ...factory, abi, address: lower(String(logs[count]?.args.pool)) }
  }

  beforeAll(async () => {
    world = await startWorld()
    factory = await world.put('concentrated.sol', 'RangeFactory')
    const tokens = [await world.token('AAA', 18), await world.token('BBB', 6)]
    ;[zero, one] = tokens.sort((a, b) =>
      a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1,
    )
    pools = [await open(500, 0), await open(3_000, 1)]
    for (const pool of pools) {
      for (const token of tokens) await world.act(token, 'mint', [pool.address, 1_000_000n])
    }
    const [cheap, dear] = pools
    if (cheap === undefined || dear === undefined) throw new Error('no pools')
    await world.act(cheap, 'swap', [7_000n, -7n])
    await world.goTo(RANGE.fromSec)
    await world.act(cheap, 'swap', [20_000n, -10_000n])
    await world.act(dear, 'swap', [40_000n, -15_000n])
    await world.act(dear, 'swap', [-1_000n, 2_000n])
    await world.goTo(RANGE.atSec)
    await world.act(dear, 'swap', [99n, -9n])
  })
  afterAll(() => world.stop())

  test('default: what the pools hold, and the volume and fees of the hour at each pool’s own rate', async () => {
    if (zero === undefined || one === undefined) throw new Error('no tokens')
    const { observations } = await world.collect(
      concentratedLiquidity,
      { factory: factory.address },
      RANGE,
    )
    // The tokens that traders pay were not sent: two million less what was taken out of token 0
    // (1,000) and of token 1 (7 + 10,000 + 15,000).
    expect(observations.holdings.map(({ amount }) => amount)).toEqual([
      { coin: coin(zero), raw: 2_000_000n - 1_000n },
      { coin: coin(one), raw: 2_000_000n - 25_007n },
    ])
    const figures = observations.flows.map(({ metric, dataType, label, amount, instead }) => ({
      metric,
      dataType,
      label,
      amount,
      instead,
    }))
    const volume = { metric: 'dexs', dataType: 'dailyVolume', label: '' }
    const fees = { metric: 'fees', dataType: 'dailyFees', label: 'Token Swap Fees' }
    expect(figures).toEqual([
      {
        ...volume,
        amount: { coin: coin(zero), raw: 60_000n },
        instead: { coin: coin(one), raw: 25_000n },
      },
      {
        ...volume,
        amount: { coin: coin(one), raw: 2_000n },
        instead: { coin: coin(zero), raw: 1_000n },
      },
      // 0.05% of 20,000 and 0.3% of 40,000 = 10 + 120; of what was taken 0.05% of 10,000 and 0.3%
      // of 15,000 = 5 + 45.
      { ...fees, amount: { coin: coin(zero), raw: 130n }, instead: { coin: coin(one), raw: 50n } },
      // 0.3% of 2,000 and of 1,000.
      { ...fees, amount: { coin: coin(one), raw: 6n }, instead: { coin: coin(zero), raw: 3n } },
    ])
  })

  test('behavior: each pool is a place of its own with its rate; its day has the earlier trade too', async () => {
    const { observations } = await world.collect(
      concentratedLiquidity,
      { factory: factory.address },
      RANGE,
    )
    expect(observations.pools.map(({ pool, poolMeta }) => [pool, poolMeta])).toEqual([
      [`${pools[0]?.address}-ethereum`, '0.05%'],
      [`${pools[1]?.address}-ethereum`, '0.3%'],
    ])
    // 7,000 + 20,000, of which 0.05% is 13.5.
    expect(observations.pools[0]?.volume1d?.[0]).toMatchObject({ raw: 27_000n })
    expect(observations.pools[0]?.fees1d?.[0]).toMatchObject({ raw: 13n })
  })

  test('behavior: pools may be listed, and a rate that they do not say can be given', async () => {
    const settings = { pools: [pools[1]?.address], feePct: 1, yields: false }
    const { observations } = await world.collect(concentratedLiquidity, settings, RANGE)
    expect(
      observations.flows.filter(({ metric }) => metric === 'fees').map(({ amount }) => amount),
    ).toMatchObject([{ raw: 400n }, { raw: 20n }])
  })
})
