import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { bridgeTransfers } from '../domains/bridges/facts.ts'
import { at, bodyOf } from '../domains/bridges/facts-for-tests.ts'
import {
  expectChainsToAddUp,
  expectChartsToAddUp,
  expectChartToEndLikeList,
  expectDayToAddUp,
  type Item,
  type Point,
} from '../domains/bridges/invariants-for-tests.ts'
import { prices } from '../domains/coins/public.ts'
import { tokens } from '../domains/registry/public.ts'
import { DAY_SEC } from '../lib/clock.ts'
import { joinSql, type Sql, sql } from '../lib/sql.ts'
import { tableOf } from '../store/tables.ts'
import { bridgesDemo } from './bridges.ts'
import { writeRanges } from './ranges-for-tests.ts'

let app: TestApp
let items: Item[]
const table = tableOf(bridgeTransfers)

beforeAll(async () => {
  app = await TestApp.start({ ALMANAC_DEMO: 'auto' })
  items = (await bodyOf<{ bridges: Item[] }>(app, '/bridges?includeChains=true')).bridges
})

afterAll(() => app.stop())

const ask = async <R>(sql: Sql) => (await app.app.store.engine.query<R>(sql))[0]

test('default: thirty bridges with half a million transfers over two years', async () => {
  expect(items).toHaveLength(30)
  const found = await ask<{ rows: number; bridges: number; days: number; unpriced: number }>(
    sql`SELECT count() AS rows, uniqExact(bridge) AS bridges, uniqExact(intDiv(atSec, ${DAY_SEC})) AS days, countIf(isNull(valueUsd)) AS unpriced FROM ${table}`,
  )
  expect(found).toMatchObject({ bridges: 30, days: 731 })
  expect(found?.rows).toBeGreaterThanOrEqual(500_000)
  expect(found?.unpriced).toBeGreaterThan(1_000)
})

test('behavior: lists, details, charts, days and transactions agree', async () => {
  for (const item of items) {
    await expectChartToEndLikeList(app, item)
    await expectChainsToAddUp(app, item)
  }
  for (const item of items.slice(0, 3)) {
    const chart = await bodyOf<Point[]>(app, `/bridgevolume/all?id=${item.id}`)
    for (const point of [chart.at(-1), chart.at(-100), chart.at(10)])
      if (point !== undefined) await expectDayToAddUp(app, item, point)
  }
  await expectChartsToAddUp(app, items)
})

test('behavior: both sides of a crossing move the same amount and value, minutes apart; only what is under way has one side', async () => {
  const twoSided = items
    .filter(({ destinationChain }) => destinationChain === null)
    .map(({ id }) => id)
  const found = await ask<{ crossings: number; open: number; wrong: number }>(
    sql`SELECT count() AS crossings, countIf(withdrawals = 0) AS open,
       countIf(deposits != 1 OR withdrawals > 1 OR chains != deposits + withdrawals OR values > 1 OR (withdrawals = 1 AND wentSec NOT BETWEEN 60 AND 1260)
         OR (withdrawals = 0 AND lastSec <= ${NOW_SEC - 1_260})) AS wrong
     FROM (
       SELECT countIf(isDeposit) AS deposits, countIf(NOT isDeposit) AS withdrawals, uniqExact(chain) AS chains, uniqExact(valueUsd) AS values,
         max(atSec) - min(atSec) AS wentSec, max(atSec) AS lastSec
       FROM ${table} WHERE bridge IN (${joinSql(twoSided)}) GROUP BY bridge, amount, sourceChain, if(isDeposit, fromAddress, toAddress)
     )`,
  )
  expect(found?.crossings).toBeGreaterThan(200_000)
  expect(found).toMatchObject({ wrong: 0 })
  expect(found?.open).toBeLessThan(30)
})

test('behavior: values are amounts × the prices of the coins that the tokens stand for', async () => {
  const checked = await ask<{ rows: number; off: number }>(
    sql`SELECT count() AS rows, max(abs(valueUsd / (toFloat64(amount) / pow(10, decimals) * priceUsd) - 1)) AS off
     FROM (SELECT token AS coin, toUInt32(atSec - atSec % 3600) AS atSec, amount, valueUsd FROM ${table} WHERE isDeposit AND valueUsd > 0 AND atSec >= ${NOW_SEC - 20 * DAY_SEC}) AS moved
     JOIN (SELECT coin, ifNull(redirect, coin) AS priced, decimals FROM ${tableOf(tokens)}) AS described USING (coin)
     JOIN (SELECT coin AS priced, atSec, priceUsd FROM ${tableOf(prices)}) AS market USING (priced, atSec)`,
  )
  expect(checked?.rows).toBeGreaterThan(3_000)
  expect(checked?.off).toBeLessThan(1e-9)
})

test('behavior: ranges that follow each other give the same transfers as one', async () => {
  const firstDaySec = at(730)
  const steps = Array.from({ length: 16 }, (_, index) => ({
    firstDaySec,
    fromSec: at(3) + index * 900,
    toSec: at(3) + (index + 1) * 900,
  }))
  const whole = await writeRanges(app.app, bridgesDemo, [
    { firstDaySec, fromSec: at(3), toSec: at(3, 4) },
  ])
  const inSteps = await writeRanges(app.app, bridgesDemo, steps)
  // The engine may compute the last bit of a wave differently in a longer block, and with it the
  // last digits of an amount.
  const sumsOf = (run: number) =>
    ask<{ rows: number; hash: string; usd: number }>(
      sql`SELECT count() AS rows, toString(sum(cityHash64(bridge, chain, txHash, atSec, fromAddress, toAddress, token, isNull(valueUsd)))) AS hash, round(sum(valueUsd), 4) AS usd
       FROM ${table} WHERE run = ${run}`,
    )
  expect(await sumsOf(inSteps.id)).toEqual(await sumsOf(whole.id))
  expect((await sumsOf(whole.id))?.rows).toBeGreaterThan(50)
})

test('behavior: a step without a crossing adds nothing', async () => {
  const [gap] = await app.app.store.engine.query<{ atSec: number }>(
    sql`SELECT atSec FROM (SELECT atSec, lagInFrame(atSec, 1, atSec) OVER (ORDER BY atSec) AS before FROM ${table} WHERE atSec > ${at(2)} AND run = 1) WHERE atSec - before > 320 LIMIT 1`,
  )
  const toSec = (gap?.atSec ?? 0) - 5
  const range = { firstDaySec: at(730), fromSec: toSec - 300, toSec }
  expect(await writeRanges(app.app, bridgesDemo, [range])).toMatchObject({ facts: [] })
})
