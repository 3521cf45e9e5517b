import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { liquidity } from '../domains/liquidity/facts.ts'
import { tvlTokens } from '../domains/tvl/public.ts'
import { dayStart } from '../lib/clock.ts'
import { sql } from '../lib/sql.ts'
import { tableOf } from '../store/tables.ts'
import { DEMO_DAYS } from './demo-range.ts'

interface Day {
  date: number
  liquidity: number
  liquidityUsd: number
  priceImpact1Percent: number
  priceImpact2Percent: number
  pools: number
  carriedPools: number
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({ ALMANAC_DEMO: 'auto' })
})

afterAll(() => app.stop())

test('default: a chart of two years, day after day, by symbol', async () => {
  const days = (await app.get('/api/historicalLiquidity/usdc', { pro: true })).body as Day[]
  expect(days.length).toBe(DEMO_DAYS + 1)
  expect(days.at(-1)?.date).toBe(dayStart(NOW_SEC))
  expect(days.some(({ carriedPools }) => carriedPools > 0)).toBe(true)
  for (const day of days) {
    // A dollar is worth a dollar, and a pool has two sides.
    expect(Math.abs(day.liquidityUsd / day.liquidity / 2 - 1)).toBeLessThan(0.02)
    expect(day.priceImpact2Percent).toBeGreaterThan(day.priceImpact1Percent)
    expect(day.carriedPools).toBeLessThan(day.pools)
  }
})

test('behavior: some eighty tokens; what is in pools is part of what is locked', async () => {
  const [found] = await app.app.store.engine.query<{
    tokens: number
    rows: number
    orphans: number
    more: number
  }>(
    sql`SELECT uniqExact(token) AS tokens, count() AS rows, countIf(locked = 0) AS orphans, countIf(liquidityTokens > locked) AS more
     FROM ${tableOf(liquidity)} AS pooled
     LEFT JOIN (SELECT token, atSec, sum(amount) AS locked FROM ${tableOf(tvlTokens)} GROUP BY token, atSec) AS held USING (token, atSec)`,
  )
  expect(found?.tokens).toBeGreaterThanOrEqual(80)
  expect(found?.rows).toBeGreaterThan(50_000)
  expect([found?.orphans, found?.more]).toEqual([0, 0])
})
