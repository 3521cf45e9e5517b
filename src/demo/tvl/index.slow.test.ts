import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RECENT_DEMO } from '../../../test/support/demo-dir.ts'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { prices } from '../../domains/coins/public.ts'
import { tokens } from '../../domains/registry/public.ts'
import { PLAIN, tvlRecords, tvlTokens } from '../../domains/tvl/facts.ts'
import { at, bodyOf } from '../../domains/tvl/facts-for-tests.ts'
import {
  counts,
  type Detail,
  expectChains,
  expectFamily,
  expectHistory,
  expectOneFigure,
  expectSame,
  type Item,
  shareOf,
} from '../../domains/tvl/invariants-for-tests.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { literal, sql } from '../../lib/sql.ts'
import { tableOf } from '../../store/tables.ts'
import { demoMarket } from '../market/market.ts'

const EVERY_SO_MANY = 8
const MEGABYTE = 1_000_000

let app: TestApp
let items: Item[]

// Hourly rows of the last two days, and a day in every thirty before that.
const SAMPLE = sql`(atSec >= ${NOW_SEC - 2 * DAY_SEC} OR atSec % ${30 * DAY_SEC} = 0)`

describe('what the service says of the last 90 days', () => {
  beforeAll(async () => {
    app = await TestApp.startDemo({}, RECENT_DEMO)
    items = await bodyOf<Item[]>(app, '/protocols')
  })
  afterAll(() => app.stop())

  test('default: a market of some size', async () => {
    expect(items.length).toBeGreaterThanOrEqual(200)
    expect((await bodyOf<unknown[]>(app, '/v2/chains')).length).toBeGreaterThanOrEqual(30)
  })

  test('behavior: the demo market is the same whenever it is made', () => {
    expect(demoMarket()).toEqual(demoMarket())
  })

  test('behavior: every endpoint says the same of a protocol', async () => {
    for (const { id, tvl } of items) expectSame(await bodyOf<number>(app, `/tvl/${id}`), tvl, id)
    for (const item of items.filter((_, index) => index % EVERY_SO_MANY === 0))
      await expectOneFigure(app, item)
  })

  test('behavior: children add up to their parents', async () => {
    const families = Map.groupBy(
      items.filter(({ parentProtocol }) => parentProtocol !== null),
      ({ parentProtocol }) => parentProtocol ?? '',
    )
    expect(families.size).toBeGreaterThan(5)
    for (const [parent, children] of families) await expectFamily(app, parent, children)
  })
})

describe('what it says of fewer names', () => {
  beforeAll(async () => {
    app = await TestApp.startDemo()
    items = await bodyOf<Item[]>(app, '/protocols')
  })
  afterAll(() => app.stop())

  test('behavior: chains add up', async () => {
    await expectChains(app, items, at(2))
  })

  test('behavior: the history of all chains adds up the chains; its last day adds up the protocols', async () => {
    const last = (await expectHistory(app)).at(-1)
    expect(last?.date).toBe(at(0))
    const totals = new Map<string, number>()
    for (const item of items.filter(counts)) {
      const detail = await bodyOf<Detail>(
        app,
        `/protocol/${item.id}?fields=tvl,chainTvls&start=${at(2)}`,
      )
      for (const chain of item.chains)
        totals.set(chain, (totals.get(chain) ?? 0) + shareOf(item, detail, chain, at(0)))
    }
    for (const [chain, total] of totals) expectSame(last?.tvl[chain] ?? 0, total, chain)
  })
})

describe('two years', () => {
  beforeAll(async () => {
    app = await TestApp.start({ ALMANAC_DEMO: 'auto' })
    items = await bodyOf<Item[]>(app, '/protocols')
  })
  afterAll(() => app.stop())

  test('behavior: the value of a token is its amount × the price of the coin it stands for', async () => {
    const [checked] = await app.app.store.engine.query<{
      rows: number
      unpriced: number
      off: number
    }>(
      sql`SELECT count() AS rows, countIf(priceUsd = 0) AS unpriced, max(abs(valueUsd / (amount * priceUsd) - 1)) AS off
       FROM (SELECT token AS coin, atSec, amount, valueUsd FROM ${tableOf(tvlTokens)} WHERE ${SAMPLE}) AS held
       LEFT JOIN (SELECT coin, ifNull(redirect, coin) AS priced FROM ${tableOf(tokens)}) AS described USING (coin)
       LEFT JOIN (SELECT coin AS priced, atSec, priceUsd FROM ${tableOf(prices)}) AS market USING (priced, atSec)`,
    )
    expect(checked?.rows).toBeGreaterThan(100_000)
    expect(checked?.unpriced).toBe(0)
    expect(checked?.off).toBeLessThan(1e-9)
  })

  test('behavior: the tokens of a record add up to it', async () => {
    const [checked] = await app.app.store.engine.query<{ rows: number; off: number }>(
      sql`SELECT count() AS rows, max(abs(sum / tvlUsd - 1)) AS off
       FROM (SELECT protocol, chain, section, atSec, sum(valueUsd) AS sum FROM ${tableOf(tvlTokens)} WHERE ${SAMPLE} GROUP BY ALL) AS held
       LEFT JOIN ${tableOf(tvlRecords)} AS record USING (protocol, chain, section, atSec)`,
    )
    expect(checked?.rows).toBeGreaterThan(10_000)
    expect(checked?.off).toBeLessThan(1e-9)
  })

  test('behavior: a protocol has no record before it starts nor after it dies', async () => {
    const [ended] = await app.app.store.engine.query<{ rows: number }>(
      sql`SELECT count() AS rows FROM ${tableOf(tvlRecords)} AS record
       JOIN (SELECT id AS protocol, deadFromSec, listedAtSec FROM almanac.fact_protocols) AS known USING (protocol)
       WHERE section = ${literal(PLAIN)} AND (atSec >= deadFromSec OR atSec < listedAtSec)`,
    )
    expect(ended?.rows).toBe(0)
    expect(items.some(({ deadFrom }) => deadFrom !== null)).toBe(true)
  })

  test('behavior: the detail of the largest protocol stays under a megabyte', async () => {
    const body = await bodyOf(app, `/protocol/${items[0]?.id}`)
    expect(JSON.stringify(body).length).toBeLessThan(MEGABYTE)
  })
})
