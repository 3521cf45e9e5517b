import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { proBody, putSmallWorld } from '../facts-for-tests.ts'
import { getMetricChain } from './get-metric-chain.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: what lies on one chain', async () => {
  expect(await proBody(app, '/api/v2/metrics/dexs/chain/base')).toMatchObject({
    chain: 'Base',
    allChains: ['Base'],
    total24h: 60, // 40 of Alpha V1, 20 of Beta
    total48hto24h: 35,
    total7d: 95,
    total1y: 95,
    totalAllTime: 165, // and 70 of Gamma
    total7DaysAgo: null,
    change_1d: 71.43, // 60 ÷ 35 = 1.71428…
    change_7d: null,
  })
})

test('behavior: the chains add up to the total', async () => {
  const chains = await Promise.all(
    ['solana', 'ethereum', 'base'].map((chain) =>
      proBody(app, `/api/v2/metrics/dexs/chain/${chain}`),
    ),
  )
  const sum = (name: string) =>
    chains.reduce<number>(
      (total, chain) => total + ((chain as Record<string, number | null>)[name] ?? 0),
      0,
    )
  const whole = (await proBody(app, '/api/v2/metrics/dexs')) as Record<string, number>
  for (const name of ['total24h', 'total48hto24h', 'total7d', 'total30d', 'totalAllTime'])
    expect(sum(name), name).toBe(whole[name])
})

test('behavior: the answer is what the schema says', async () => {
  expect([
    ...Value.Errors(getMetricChain.response, await proBody(app, '/api/v2/metrics/dexs/chain/base')),
  ]).toEqual([])
})

test.each([
  [404, '/api/v2/metrics/dexs/chain/celo', 'allChains'],
  [404, '/api/v2/metrics/swaps/chain/base', 'There are fees'],
  [400, '/api/v2/metrics/dexs/chain/base?dataType=x', 'dailyVolume, dailyNotionalVolume'],
])('error: %i for %s', async (status, url, told) => {
  const answer = await app.get(url, { pro: true })
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(told)
})
