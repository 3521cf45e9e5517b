import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { at, bodyOf } from '../facts-for-tests.ts'
import { putHistory } from './history-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putHistory(app)
})

afterAll(() => app.stop())

test.each(['/charts', '/charts?clientShapes=true'])(
  'default: %s has the totals of all chains, with days as text',
  async (path) => {
    // As in the test of /v2/historicalChainTvl.
    const sums = [110, 1_370, 1_300, 1_542, 1_550, 1_553]
    expect(await bodyOf(app, path)).toEqual(
      sums.map((usd, index) => ({ date: String(at(5 - index)), totalLiquidityUSD: usd })),
    )
  },
)

test.each(['OP Mainnet', 'optimism', '10'])(
  'default: the points of a chain, by any of its names (%s), with days as text',
  async (chain) => {
    expect(await bodyOf(app, `/charts/${encodeURIComponent(chain)}`)).toEqual([
      { date: String(at(1)), totalLiquidityUSD: 8 },
      { date: String(at(0)), totalLiquidityUSD: 8 },
    ])
  },
)

test.each(['nowhere', 'tron'])('error: 404 for %s, of which nothing is known', async (chain) => {
  expect(await app.get(`/charts/${chain}`)).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
})

test('default: the chains of /v2/chains, with the names that older clients read', async () => {
  const body = await bodyOf<Record<string, unknown>[]>(app, '/chains')
  // 700 of Swap and the 1,000 at which Quiet fell silent.
  expect(body[0]).toEqual({
    aggregator_id: 'ethereum',
    tvl: 1_700,
    tokenSymbol: 'ETH',
    rankingSiteId: '1027',
    name: 'Ethereum',
    chainId: 1,
    gecko_id: 'ethereum',
    cmcId: '1027',
  })
  const older = body.map(({ gecko_id: _, cmcId: __, ...item }) => item)
  expect(older).toEqual(await bodyOf(app, '/v2/chains'))
})

test('behavior: a chain of which nothing is known has nulls', async () => {
  const body = await bodyOf<Record<string, unknown>[]>(app, '/chains')
  expect(body.find(({ name }) => name === 'My Chain')).toMatchObject({
    gecko_id: null,
    cmcId: null,
    tokenSymbol: null,
  })
})
