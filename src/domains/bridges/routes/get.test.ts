import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { bridges, bridgeTransfers } from '../facts.ts'
import { at, bodyOf, bridgeRow, pair, putAt, transferRow } from '../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putAt(app, '2026-01-01T00:00:00Z', bridges, [
    bridgeRow({ id: 1, name: 'harbor', displayName: 'Harbor Bridge' }),
    bridgeRow({ id: 2, destinationChain: 'polygon' }),
    bridgeRow({ id: 3, destinationChain: 'base' }),
    bridgeRow({ id: 4 }),
  ])
  await putAt(app, '2026-01-14T11:00:00Z', bridgeTransfers, [
    // Tests take place on the 14th at 12:00, so the last complete hour began at 11:00.
    ...pair(1, at(0, 11), 'ethereum', 'optimism', 10),
    ...pair(1, at(0, 2), 'ethereum', 'optimism', 30),
    ...pair(1, at(1, 13), 'optimism', 'ethereum', 500.5),
    ...pair(1, at(1, 3), 'ethereum', 'optimism', null),
    ...pair(1, at(2, 3), 'ethereum', 'optimism', 70),
    ...pair(1, at(7), 'ethereum', 'optimism', 1_000),
    ...pair(1, at(8, 12), 'ethereum', 'optimism', 2_000),
    ...pair(1, at(30), 'ethereum', 'optimism', 4_000),
    ...pair(1, at(31, 23), 'ethereum', 'optimism', 8_000),
    transferRow({ bridge: 2, atSec: at(1, 5), valueUsd: 100, isDeposit: true }),
    transferRow({ bridge: 2, atSec: at(1, 6), valueUsd: 60, isDeposit: false }),
    transferRow({ bridge: 3, atSec: at(40), valueUsd: 5 }),
    transferRow({ bridge: 3, atSec: at(40, 1), valueUsd: 5, chain: 'base', isDeposit: false }),
    transferRow({ bridge: 9, atSec: at(1, 5), valueUsd: 1_000_000 }),
  ])
})

afterAll(() => app.stop())

interface Detail {
  chainBreakdown: Record<string, Record<string, unknown>>
  [figure: string]: unknown
}

test('default: volumes and counts of each window', async () => {
  const body = await bodyOf<Detail>(app, '/bridge/1')
  expect(body).toMatchObject({
    id: 1,
    name: 'harbor',
    displayName: 'Harbor Bridge',
    destinationChain: null,
    // (10 + 10) / 2.
    lastHourlyVolume: 10,
    // 10 + 30.
    currentDayVolume: 40,
    // 500.5 and a transfer without a price.
    lastDailyVolume: 500.5,
    dayBeforeLastVolume: 70,
    // The 7th to the 13th: 500.5 + 70 + 1,000.
    weeklyVolume: 1_570.5,
    // The 15th of December to the 13th: 1,570.5 + 2,000 + 4,000.
    monthlyVolume: 7_570.5,
    lastHourlyTxs: { deposits: 1, withdrawals: 1 },
    currentDayTxs: { deposits: 2, withdrawals: 2 },
    prevDayTxs: { deposits: 2, withdrawals: 2 },
    dayBeforeLastTxs: { deposits: 1, withdrawals: 1 },
    weeklyTxs: { deposits: 4, withdrawals: 4 },
    monthlyTxs: { deposits: 6, withdrawals: 6 },
  })
})

test('default: the same by chain', async () => {
  const { chainBreakdown } = await bodyOf<Detail>(app, '/bridge/1')
  expect(Object.keys(chainBreakdown)).toEqual(['Ethereum', 'OP Mainnet'])
  expect(chainBreakdown.Ethereum).toMatchObject({
    lastHourlyVolume: 5,
    currentDayVolume: 20,
    lastDailyVolume: 250.25,
    // From 12:00 of the 13th: 500.5 out, 30 in, 10 in.
    last24hVolume: 270.25,
    prevDayTxs: { deposits: 1, withdrawals: 1 },
    lastHourlyTxs: { deposits: 1, withdrawals: 0 },
  })
  expect(chainBreakdown['OP Mainnet']).toMatchObject({
    last24hVolume: 270.25,
    lastHourlyTxs: { deposits: 0, withdrawals: 1 },
  })
})

test('behavior: an unseen destination carries the values of the bridge', async () => {
  const { chainBreakdown, ...body } = await bodyOf<Detail>(app, '/bridge/2')
  expect(body).toMatchObject({
    destinationChain: 'Polygon',
    lastDailyVolume: 80,
    prevDayTxs: { deposits: 1, withdrawals: 1 },
  })
  expect(Object.keys(chainBreakdown)).toEqual(['Ethereum', 'Polygon'])
  expect(chainBreakdown.Polygon).toEqual(chainBreakdown.Ethereum)
  expect(chainBreakdown.Polygon).toMatchObject({
    lastDailyVolume: 80,
    weeklyVolume: 80,
    prevDayTxs: { deposits: 1, withdrawals: 1 },
  })
})

test('behavior: a bridge without recent transfers has 0, which is a fact; one without any has null', async () => {
  expect(await bodyOf(app, '/bridge/3')).toMatchObject({
    monthlyVolume: 0,
    monthlyTxs: { deposits: 0, withdrawals: 0 },
  })
  const unknown = await bodyOf<Detail>(app, '/bridge/4')
  expect(unknown).toMatchObject({
    monthlyVolume: null,
    lastHourlyTxs: { deposits: null, withdrawals: null },
    chainBreakdown: {},
  })
})

test('behavior: the pro root says the same', async () => {
  expect(await bodyOf(app, '/bridges/bridge/1', { pro: true })).toEqual(
    await bodyOf(app, '/bridge/1'),
  )
})

test.each(['abc', '-1', '0', '1.5', '2147483648', '99999999999999999999', '%20', 'all'])(
  'error: 400 for the number %s',
  async (id) => {
    const { status, body } = await app.get(`/bridge/${id}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: 'invalid_parameter',
      message: expect.stringContaining('`id`'),
    })
  },
)

test('error: 404 for an unknown bridge, also one that only transfers name', async () => {
  for (const id of [9, 11]) {
    const { status, body } = await app.get(`/bridge/${id}`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ error: 'not_found', suggestions: expect.arrayContaining(['1']) })
  }
})

test('behavior: asOf answers as it was known, and moves the windows back', async () => {
  const late = pair(1, at(0, 11) + 900, 'ethereum', 'optimism', 1_000)
  await putAt(app, '2026-01-14T11:55:00Z', bridgeTransfers, late)
  expect(await bodyOf(app, '/bridge/1')).toMatchObject({ lastHourlyVolume: 1_010 })
  expect(await bodyOf(app, '/bridge/1?asOf=2026-01-14T11:30:00Z')).toMatchObject({
    lastHourlyVolume: 0,
    currentDayVolume: 40,
  })
  expect(await bodyOf(app, '/bridge/1?asOf=2026-01-02T00:00:00Z')).toMatchObject({
    monthlyVolume: null,
  })
  expect((await app.get('/bridge/1?asOf=2025-01-01T00:00:00Z')).status).toBe(404)
})

test('behavior: a correction replaces, a held row does not count', async () => {
  const [deposit, withdrawal] = pair(4, at(1, 5), 'ethereum', 'base', 100)
  await app.put(bridgeTransfers, [deposit, withdrawal] as unknown as Record<string, unknown>[])
  expect(await bodyOf(app, '/bridge/4')).toMatchObject({ lastDailyVolume: 100 })
  await app.put(bridgeTransfers, [{ ...deposit, valueUsd: 40 }])
  // (40 + 100) / 2.
  expect(await bodyOf(app, '/bridge/4')).toMatchObject({
    lastDailyVolume: 70,
    prevDayTxs: { deposits: 1, withdrawals: 1 },
  })
  await app.put(bridgeTransfers, [{ ...deposit, valueUsd: 9e9, quality: 'held' }])
  expect(await bodyOf(app, '/bridge/4')).toMatchObject({
    lastDailyVolume: 70,
    prevDayTxs: { deposits: 1, withdrawals: 1 },
  })
})
