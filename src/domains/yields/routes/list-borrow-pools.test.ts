import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { lendingSamples, yieldPools, yieldSamples } from '../facts.ts'
import { at, bodyOf, id, itemsOf, lendingRow, poolRow, sampleRow } from '../facts-for-tests.ts'
import { borrowPoolRecord } from './pool-items.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(yieldPools, [
    ...[1, 2, 3, 4, 5, 6, 7].map((number) =>
      poolRow(id(number), { project: 'example-lend', symbol: number === 2 ? 'USDC' : 'WETH' }),
    ),
    poolRow(id(8)),
  ])
  await app.put(
    yieldSamples,
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) =>
      sampleRow(id(number), at(0, 11), { tvlUsd: 20_000 - number, apyPct: 4, apyBasePct: 4 }),
    ),
  )
  await app.put(lendingSamples, [
    lendingRow(id(1), at(1), { totalSupplyUsd: 9e9, ltv: 0.5 }),
    lendingRow(id(1), at(0, 11), {
      totalSupplyUsd: 89_000.5,
      totalBorrowUsd: 76_500.4,
      debtCeilingUsd: 1_000_000,
      apyBaseBorrowPct: 5.0324567,
      apyRewardBorrowPct: 0.5,
      ltv: 0.805,
      borrowable: true,
      mintedCoin: 'DAI',
      borrowFactor: 1.1,
    }),
    lendingRow(id(2), at(0, 11), { totalSupplyUsd: 500_000, ltv: 0, borrowable: false }),
    lendingRow(id(3), at(0, 11), { totalSupplyUsd: 400_000, ltv: 1 }),
    lendingRow(id(4), at(0, 11), { totalSupplyUsd: 900_000, ltv: 1.01 }),
    lendingRow(id(5), at(0, 11), { totalSupplyUsd: 900_000, ltv: -0.01 }),
    lendingRow(id(6), at(0, 11)),
    lendingRow(id(7), at(7, 12) - 1, { totalSupplyUsd: 900_000, ltv: 0.5 }),
  ])
})

afterAll(() => app.stop())

const list = (query = '') =>
  itemsOf<{ pool: string }>(app, `/yields/poolsBorrow${query}`, { pro: true })

test('default: lending markets, most supplied first; a loan to value outside of 0 to 1 or an old record leaves one out', async () => {
  const body = await bodyOf<{ data: { pool: string }[] }>(app, '/yields/poolsBorrow', { pro: true })
  expect(body.data.map(({ pool }) => pool)).toEqual([id(2), id(3), id(1), id(6)])
  for (const item of body.data) expect([...Value.Errors(borrowPoolRecord.schema, item)]).toEqual([])
})

test('behavior: all members of a pool and those of its market, of the newest record', async () => {
  const pools = await itemsOf<{ pool: string }>(app, '/pools')
  expect((await list()).find(({ pool }) => pool === id(1))).toEqual({
    ...pools.find(({ pool }) => pool === id(1)),
    apyBaseBorrow: 5.03246,
    apyRewardBorrow: 0.5,
    totalSupplyUsd: 89_001,
    totalBorrowUsd: 76_500,
    debtCeilingUsd: 1_000_000,
    ltv: 0.805,
    borrowable: true,
    mintedCoin: 'DAI',
    borrowFactor: 1.1,
  })
})

test('behavior: what is not known is null', async () => {
  expect((await list()).at(-1)).toMatchObject({
    pool: id(6),
    apyBaseBorrow: null,
    apyRewardBorrow: null,
    totalSupplyUsd: null,
    totalBorrowUsd: null,
    debtCeilingUsd: null,
    ltv: null,
    borrowable: null,
    mintedCoin: null,
    borrowFactor: null,
  })
})

test('behavior: a market whose record is too old is a pool like any other', async () => {
  expect((await itemsOf<{ pool: string }>(app, '/pools')).map(({ pool }) => pool)).toContain(id(7))
})

test('behavior: the filters of the list of pools; the limit cuts this order', async () => {
  expect(await list('?symbol=usdc&fields=ltv,borrowable')).toEqual([{ ltv: 0, borrowable: false }])
  expect((await list('?limit=2')).map(({ pool }) => pool)).toEqual([id(2), id(3)])
  expect(await list('?stablecoin=true')).toEqual([])
})

test.each(['limit=-1', 'limit=abc', 'limit=1000000', 'minTvlUsd=x', 'stablecoin=2'])(
  'error: 400 for %s',
  async (query) => {
    expect(await app.get(`/yields/poolsBorrow?${query}`, { pro: true })).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
  },
)

test('error: 404 for an unknown project', async () => {
  expect(await app.get('/yields/poolsBorrow?project=example-lent', { pro: true })).toMatchObject({
    status: 404,
    body: { error: 'not_found', suggestions: expect.arrayContaining(['example-lend']) },
  })
})
