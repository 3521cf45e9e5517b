import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { lendingSamples, yieldPools, yieldSamples } from '../facts.ts'
import { at, bodyOf, id, lendingRow, poolRow, sampleRow } from '../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(yieldPools, [poolRow(id(1)), poolRow(id(2))])
  await app.put(yieldSamples, [
    sampleRow(id(1), at(2, 23), { apyBasePct: 3.1234567, apyRewardPct: 0.5 }),
    sampleRow(id(1), at(1, 1), { apyBasePct: 900 }),
    sampleRow(id(1), at(1, 20), { apyBasePct: 4 }),
    sampleRow(id(2), at(0, 11)),
  ])
  await app.put(lendingSamples, [
    lendingRow(id(1), at(2, 1), { totalSupplyUsd: 1 }),
    lendingRow(id(1), at(2, 22), {
      totalSupplyUsd: 60_767_153.4,
      totalBorrowUsd: 33_150_229.6,
      debtCeilingUsd: 1e8,
      apyBaseBorrowPct: 3.5913249,
      apyRewardBorrowPct: 0.25,
    }),
    lendingRow(id(1), at(1, 20), { totalSupplyUsd: 70_000 }),
    lendingRow(id(1), at(0, 11), { totalBorrowUsd: 5 }),
    { ...lendingRow(id(1), at(0, 12), { totalSupplyUsd: 9e11 }), quality: 'held' },
  ])
})

afterAll(() => app.stop())

test('default: the last record of each day; what lenders are paid is that of the pool’s last record of the day', async () => {
  const body = await bodyOf(app, `/yields/chartLendBorrow/${id(1)}`, { pro: true })
  expect(body).toEqual({
    status: 'success',
    data: [
      {
        timestamp: '2026-01-12T22:00:00.000Z',
        totalSupplyUsd: 60_767_153,
        totalBorrowUsd: 33_150_230,
        debtCeilingUsd: 100_000_000,
        apyBase: 3.12346,
        apyReward: 0.5,
        apyBaseBorrow: 3.59132,
        apyRewardBorrow: 0.25,
      },
      {
        timestamp: '2026-01-13T20:00:00.000Z',
        totalSupplyUsd: 70_000,
        totalBorrowUsd: null,
        debtCeilingUsd: null,
        apyBase: 4,
        apyReward: null,
        apyBaseBorrow: null,
        apyRewardBorrow: null,
      },
      {
        timestamp: '2026-01-14T11:00:00.000Z',
        totalSupplyUsd: null,
        totalBorrowUsd: 5,
        debtCeilingUsd: null,
        apyBase: null,
        apyReward: null,
        apyBaseBorrow: null,
        apyRewardBorrow: null,
      },
    ],
  })
})

test('behavior: an id in capitals is the same id', async () => {
  const upper = 'ABCDEFAB-0000-5000-8000-00000000ABCD'
  await app.put(lendingSamples, [lendingRow(upper.toLowerCase(), at(0, 11), { totalSupplyUsd: 7 })])
  expect(await bodyOf(app, `/yields/chartLendBorrow/${upper}`, { pro: true })).toMatchObject({
    data: [{ totalSupplyUsd: 7 }],
  })
})

test.each([
  ['an unknown id', id(99)],
  ['a pool that is no lending market', id(2)],
])('error: 404 for %s', async (_, pool) => {
  expect(await app.get(`/yields/chartLendBorrow/${pool}`, { pro: true })).toMatchObject({
    status: 404,
    body: { error: 'not_found', message: expect.stringContaining('poolsBorrow') },
  })
})

test.each(['abc', `${id(1)}0`, 'aggregator:bitcoin'])('error: 400 for %j', async (text) => {
  expect(await app.get(`/yields/chartLendBorrow/${text}`, { pro: true })).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter', message: expect.stringContaining('`pool`') },
  })
})
