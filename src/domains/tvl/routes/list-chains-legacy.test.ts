import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { bodyOf } from '../facts-for-tests.ts'
import { putHistory } from './history-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putHistory(app)
})

afterAll(() => app.stop())

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
