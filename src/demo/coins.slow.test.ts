import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { blocks } from '../domains/coins/facts.ts'
import { DAY_SEC, dayStart, HOUR_SEC } from '../lib/clock.ts'
import { sql } from '../lib/sql.ts'
import { coinsDemo } from './coins.ts'
import { DEMO_DAYS } from './demo-range.ts'
import { advanceDemo, createDemo } from './demo-world.ts'
import { demoMarket } from './market/market.ts'

const COIN = 'aggregator:bitcoin'
const FIRST_DAY_SEC = dayStart(NOW_SEC) - DEMO_DAYS * DAY_SEC

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  await createDemo(app.app.store, app.app.clock, [coinsDemo])
})
afterAll(() => app.stop())

test('default: every chain has a block every quarter of an hour, and every five minutes of the last week', async () => {
  const snapshot = app.app.store.snapshot()
  const rows = await snapshot.query<{
    chain: string
    firstSec: number
    lastSec: number
    gap: number
    recentGap: number
  }>(
    sql`SELECT chain, min(atSec) AS firstSec, max(atSec) AS lastSec, max(atSec - before) AS gap,
       maxIf(atSec - before, before >= ${NOW_SEC - 7 * DAY_SEC}) AS recentGap FROM (
       SELECT chain, atSec, lagInFrame(atSec, 1, atSec) OVER (PARTITION BY chain ORDER BY atSec) AS before
       FROM ${snapshot.current(blocks)}
     ) GROUP BY chain ORDER BY chain`,
  )
  expect(rows).toEqual(
    demoMarket()
      .chains.toSorted()
      .map((chain) => ({
        chain,
        firstSec: FIRST_DAY_SEC,
        lastSec: NOW_SEC,
        gap: 900,
        recentGap: 300,
      })),
  )
})

test('behavior: a block is at most 15 minutes from any timestamp that is requested', async () => {
  // A year back at 07:13:20; the last full quarter of an hour before is 07:00:00.
  const askedSec = dayStart(NOW_SEC) - 365 * DAY_SEC + 26_000
  const { body } = await app.get(`/block/ethereum/${askedSec}`)
  expect(body).toMatchObject({ timestamp: askedSec - 800 })
})

test.each(Array.from({ length: 24 }, (_, hour) => hour))(
  'behavior: prices of all history are found at %i o’clock',
  async (hour) => {
    for (const day of [2, 200, 400, 600]) {
      const atSec = FIRST_DAY_SEC + day * DAY_SEC + hour * HOUR_SEC
      const { body } = await app.get(`/prices/historical/${atSec}/${COIN}`)
      expect(body).toMatchObject({ coins: { [COIN]: { price: expect.any(Number) } } })
    }
  },
)

test('behavior: a daily chart is complete at any time of day', async () => {
  // Looks 2.4 hours around each timestamp: 10 % of its period.
  for (const hour of [0, 6, 10, 14, 18]) {
    const start = FIRST_DAY_SEC + 100 * DAY_SEC + hour * HOUR_SEC
    const { body } = await app.get(`/chart/${COIN}?start=${start}&span=300&period=1d`)
    const { coins } = body as { coins: Record<string, { prices: unknown[] }> }
    expect(coins[COIN]?.prices).toHaveLength(300)
  }
})

test('behavior: without a step of five minutes nothing is added', async () => {
  expect(await advanceDemo(app.app.store, app.app.clock, [coinsDemo])).toBe(false)
})
