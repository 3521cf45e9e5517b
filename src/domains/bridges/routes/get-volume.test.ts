import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { bridges, bridgeTransfers } from '../facts.ts'
import { at, bodyOf, bridgeRow, pair, putAt, transferRow } from '../facts-for-tests.ts'

let app: TestApp

interface Point {
  date: string
  depositUSD: number
  withdrawUSD: number
  depositTxs: number
  withdrawTxs: number
}

beforeAll(async () => {
  app = await TestApp.start()
  await putAt(app, '2026-01-01T00:00:00Z', bridges, [
    bridgeRow({ id: 1 }),
    bridgeRow({ id: 2, destinationChain: 'polygon' }),
  ])
  await putAt(app, '2026-01-14T11:00:00Z', bridgeTransfers, [
    ...pair(1, at(4, 3), 'ethereum', 'optimism', 100),
    ...pair(1, at(2, 3), 'ethereum', 'optimism', 10.5),
    ...pair(1, at(2, 4), 'optimism', 'ethereum', 4),
    ...pair(1, at(2, 5), 'ethereum', 'optimism', null),
    // A minute before midnight: the withdrawal falls on the next day.
    ...pair(1, at(1) - 30, 'ethereum', 'optimism', 7),
    // Today is not over yet.
    ...pair(1, at(0, 3), 'ethereum', 'optimism', 999),
    transferRow({ bridge: 2, atSec: at(3, 1), valueUsd: 50 }),
    transferRow({ bridge: 2, atSec: at(3, 2), valueUsd: 20, isDeposit: false }),
    transferRow({ bridge: 9, atSec: at(3), valueUsd: 1e6 }),
  ])
})

afterAll(() => app.stop())

const point = (
  daysAgo: number,
  depositUSD: number,
  withdrawUSD: number,
  depositTxs: number,
  withdrawTxs: number,
): Point => ({
  date: String(at(daysAgo)),
  depositUSD,
  withdrawUSD,
  depositTxs,
  withdrawTxs,
})

test('default: every complete day since the first one with a transfer', async () => {
  const body = await bodyOf<Point[]>(app, '/bridgevolume/all')
  expect(body).toEqual([
    point(4, 100, 100, 1, 1),
    point(3, 50, 20, 1, 1),
    // In: 10.5, 4, 7 and one without a price; out: 10.5, 4 and one without a price.
    point(2, 21.5, 14.5, 4, 3),
    point(1, 0, 7, 0, 1),
  ])
})

test('default: one chain, by any of its names', async () => {
  const body = await bodyOf<Point[]>(app, '/bridgevolume/OP%20Mainnet')
  expect(body).toEqual([
    point(4, 0, 100, 0, 1),
    point(3, 0, 0, 0, 0),
    point(2, 4, 10.5, 1, 2),
    point(1, 0, 7, 0, 1),
  ])
  for (const name of ['optimism', 'op-mainnet', '10'])
    expect(await bodyOf(app, `/bridgevolume/${name}`)).toEqual(body)
})

test('default: one bridge, on all chains or on one', async () => {
  expect(await bodyOf(app, '/bridgevolume/all?id=2')).toEqual([
    point(3, 50, 20, 1, 1),
    point(2, 0, 0, 0, 0),
    point(1, 0, 0, 0, 0),
  ])
  expect((await bodyOf<Point[]>(app, '/bridgevolume/Ethereum?id=1'))[0]).toEqual(
    point(4, 100, 0, 1, 0),
  )
})

test('default: at the destination of a bridge its flows are inverted', async () => {
  const body = [point(3, 20, 50, 1, 1), point(2, 0, 0, 0, 0), point(1, 0, 0, 0, 0)]
  expect(await bodyOf(app, '/bridgevolume/Polygon')).toEqual(body)
  expect(await bodyOf(app, '/bridgevolume/Polygon?id=2')).toEqual(body)
  expect(await bodyOf(app, '/bridgevolume/Polygon?id=1')).toEqual([])
})

test('behavior: the last point is the last day of the list', async () => {
  const { bridges: items } = await bodyOf<{ bridges: { id: number; lastDailyVolume: number }[] }>(
    app,
    '/bridges',
  )
  for (const { id, lastDailyVolume } of items) {
    const last = (await bodyOf<Point[]>(app, `/bridgevolume/all?id=${id}`)).at(-1)
    expect(((last?.depositUSD ?? 0) + (last?.withdrawUSD ?? 0)) / 2).toBe(lastDailyVolume)
  }
})

test('behavior: a chain that no bridge uses has no days', async () => {
  expect(await bodyOf(app, '/bridgevolume/Solana')).toEqual([])
})

test('behavior: the pro root says the same', async () => {
  expect(await bodyOf(app, '/bridges/bridgevolume/all?id=1', { pro: true })).toEqual(
    await bodyOf(app, '/bridgevolume/all?id=1'),
  )
})

test('behavior: asOf answers as it was known, and ends the day before', async () => {
  await putAt(
    app,
    '2026-01-14T11:30:00Z',
    bridgeTransfers,
    pair(1, at(4, 5), 'ethereum', 'optimism', 1),
  )
  expect((await bodyOf<Point[]>(app, '/bridgevolume/all?id=1'))[0]).toEqual(
    point(4, 101, 101, 2, 2),
  )
  expect(
    (await bodyOf<Point[]>(app, '/bridgevolume/all?id=1&asOf=2026-01-14T11:10:00Z'))[0],
  ).toEqual(point(4, 100, 100, 1, 1))
  expect(await bodyOf(app, '/bridgevolume/all?asOf=2026-01-13T00:00:00Z')).toEqual([])
})

test.each(['abc', '-1', '0', '1.5'])('error: 400 for the number %s', async (id) => {
  const { status, body } = await app.get(`/bridgevolume/all?id=${id}`)
  expect(status).toBe(400)
  expect(body).toMatchObject({
    error: 'invalid_parameter',
    message: expect.stringContaining('`id`'),
  })
})

test('error: 404 for an unknown chain, with near names, and for an unknown bridge', async () => {
  const { status, body } = await app.get('/bridgevolume/Etherium')
  expect(status).toBe(404)
  expect(body).toMatchObject({
    error: 'not_found',
    suggestions: expect.arrayContaining(['Ethereum']),
  })
  expect((await app.get('/bridgevolume/all?id=9')).status).toBe(404)
})
