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
