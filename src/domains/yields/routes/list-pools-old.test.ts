import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { yieldPools, yieldSamples } from '../facts.ts'
import { at, bodyOf, id, itemsOf, poolRow, sampleRow } from '../facts-for-tests.ts'
import { olderPoolRecord } from './pool-items.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(yieldPools, [
    poolRow(id(1), { url: 'https://example.org/1', poolOld: '0xae7a-ethereum' }),
    poolRow(id(2), { chain: 'base', symbol: 'USDC' }),
    poolRow(id(3)),
  ])
  await app.put(yieldSamples, [
    sampleRow(id(1), at(2), { apyPct: 2 }),
    sampleRow(id(1), at(1), { apyPct: 4 }),
    sampleRow(id(1), at(0, 11) + 61, { apyPct: 9 }),
    sampleRow(id(2), at(0, 11), { tvlUsd: 200_000, apyPct: 100 }),
    sampleRow(id(3), at(0, 11), { tvlUsd: 9_000 }),
  ])
})

afterAll(() => app.stop())

const list = (query = '') =>
  itemsOf<{ pool: string }>(app, `/yields/poolsOld${query}`, { pro: true })

test('default: the pools of the other list, in the same order, with some members more', async () => {
  const body = await bodyOf<{ data: { pool: string }[] }>(app, '/yields/poolsOld', { pro: true })
  for (const item of body.data) expect([...Value.Errors(olderPoolRecord.schema, item)]).toEqual([])
  const pools = await itemsOf(app, '/yields/pools', { pro: true })
  expect(body.data).toMatchObject(pools)
  expect(body.data.map(({ pool }) => pool)).toEqual([id(2), id(1)])
})

test('behavior: the members', async () => {
  expect(await list('?symbol=WETH')).toMatchObject([
    {
      timestamp: '2026-01-14T11:01:01.000Z',
      url: 'https://example.org/1',
      pool_old: '0xae7a-ethereum',
      // ln 1.09 ÷ 365 = 0.0861777 ÷ 365 = 0.00023610.
      return: 0.00024,
      // 2, 4 and 9: mean 5, distances −3, −1 and 4: √(26 ÷ 2) = 3.60555.
      apyMeanExpanding: 5,
      apyStdExpanding: 3.60555,
      count: 3,
      project_factorized: null,
      chain_factorized: null,
    },
  ])
})

test('behavior: what is not known is null; one day does not vary', async () => {
  expect((await list())[0]).toMatchObject({
    url: null,
    pool_old: null,
    apyMeanExpanding: 100,
    apyStdExpanding: 0,
    return: 0.0019,
  })
})

test('behavior: the filters of the other list', async () => {
  expect((await list('?chain=base')).map(({ pool }) => pool)).toEqual([id(2)])
  expect(await list('?fields=pool_old&limit=1&chain=ethereum')).toEqual([
    { pool_old: '0xae7a-ethereum' },
  ])
})

test.each(['limit=-1', 'limit=abc', 'limit=1000000', 'minTvlUsd=x', 'stablecoin=2'])(
  'error: 400 for %s',
  async (query) => {
    expect(await app.get(`/yields/poolsOld?${query}`, { pro: true })).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
  },
)

test('error: 404 on the free root', async () => {
  expect(await app.get('/poolsOld')).toMatchObject({ status: 404, body: { error: 'not_found' } })
})

test('error: 404 for an unknown chain', async () => {
  expect(await app.get('/yields/poolsOld?chain=nowhere', { pro: true })).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
})
