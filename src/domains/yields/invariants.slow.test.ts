import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { lendingSamples, yieldPools, yieldSamples } from './facts.ts'
import { at, id, itemsOf, lendingRow, poolRow, sampleRow } from './facts-for-tests.ts'

interface Point {
  timestamp: string
  tvlUsd: number
  apy: number
  apyBase: number | null
  apyReward: number | null
  il7d: number | null
  apyBase7d: number | null
}

interface Item extends Omit<Point, 'timestamp'> {
  pool: string
  count: number
  mu: number
  sigma: number
  apyMean30d: number
  totalSupplyUsd: number | null
}

let app: TestApp
let pools = 0

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

const percent = fc.integer({ min: 0, max: 50_000 }).map((hundredths) => hundredths / 100)
const sample = fc.record({
  daysAgo: fc.integer({ min: 0, max: 40 }),
  hour: fc.constantFrom(0, 1, 11, 23),
  tvlUsd: fc.integer({ min: 1_000, max: 1e9 }),
  apyPct: percent,
  apyBasePct: fc.option(percent),
  il7dPct: fc.option(percent),
  supplyUsd: fc.option(fc.integer({ min: 0, max: 1e6 })),
})
const samples = fc.uniqueArray(sample, {
  minLength: 1,
  maxLength: 12,
  selector: ({ daysAgo, hour }) => daysAgo * 24 - hour,
})

/** Puts a few pools in and gives the numbers they are known by. */
async function put(
  list: readonly (readonly (typeof sample extends fc.Arbitrary<infer S> ? S : never)[])[],
): Promise<string[]> {
  const ids = list.map(() => id(++pools))
  await app.put(
    yieldPools,
    ids.map((pool) => poolRow(pool)),
  )
  // Nothing lies ahead of the clock, which stands at noon.
  const past = (daysAgo: number, hour: number) =>
    daysAgo === 0 && hour > 12 ? at(0, 12) : at(daysAgo, hour)
  const rows = list.flatMap((each, index) =>
    each.map((row) => ({ ...row, pool: ids[index] ?? '' })),
  )
  const timestamps = new Set<string>()
  const unique = rows.filter(({ pool, daysAgo, hour }) => {
    const key = `${pool} ${past(daysAgo, hour)}`
    return timestamps.has(key) ? false : timestamps.add(key)
  })
  await app.put(
    yieldSamples,
    unique.map(({ pool, daysAgo, hour, tvlUsd, apyPct, apyBasePct, il7dPct }) =>
      sampleRow(pool, past(daysAgo, hour), { tvlUsd, apyPct, apyBasePct, il7dPct }),
    ),
  )
  await app.put(
    lendingSamples,
    unique.map(({ pool, daysAgo, hour, supplyUsd }) =>
      lendingRow(pool, past(daysAgo, hour), { totalSupplyUsd: supplyUsd }),
    ),
  )
  return ids
}

test('behavior: lists and charts agree, and the figures of a list follow from the chart', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(samples, { minLength: 1, maxLength: 4 }), async (list) => {
      const ids = await put(list)
      const items = new Map((await itemsOf<Item>(app, '/pools')).map((item) => [item.pool, item]))
      const borrow = new Map(
        (await itemsOf<Item>(app, '/yields/poolsBorrow', { pro: true })).map((item) => [
          item.pool,
          item,
        ]),
      )
      const older = new Map(
        (await itemsOf<Item>(app, '/yields/poolsOld', { pro: true })).map((item) => [
          item.pool,
          item,
        ]),
      )
      for (const pool of ids) {
        const item = items.get(pool)
        expect(older.get(pool)?.apy).toBe(item?.apy)
        if (item === undefined) continue
        expectChart(item, await itemsOf<Point>(app, `/chart/${pool}`))
        const market = borrow.get(pool)
        if (market === undefined) continue
        expect(market).toMatchObject(item)
        const lent = await itemsOf<{ totalSupplyUsd: number | null }>(
          app,
          `/yields/chartLendBorrow/${pool}`,
          { pro: true },
        )
        expect(lent.at(-1)?.totalSupplyUsd).toBe(market.totalSupplyUsd)
      }
    }),
    { numRuns: 12 },
  )
})

/** The rules of the list, written out over the points of the chart. */
function expectChart(item: Item, chart: readonly Point[]): void {
  const { tvlUsd, apy, apyBase, apyReward, il7d, apyBase7d } = item
  expect(chart.at(-1)).toMatchObject({ tvlUsd, apy, apyBase, apyReward, il7d, apyBase7d })
  expect(chart.length).toBe(item.count)
  const factors = chart.map((point) => 1 + point.apy / 100)
  const product = factors.reduce((all, factor) => all * factor ** (1 / chart.length), 1)
  expect(item.mu).toBeCloseTo((product - 1) * 100, 4)
  const returns = factors.map((factor) => factor ** (1 / 365) - 1)
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length
  const squares = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const deviation = returns.length < 2 ? 0 : Math.sqrt(squares / (returns.length - 1))
  expect(item.sigma).toBeCloseTo(deviation * Math.sqrt(365) * 100, 4)
  const last = Date.parse(chart.at(-1)?.timestamp.slice(0, 10) ?? '')
  const month = chart.filter(
    ({ timestamp }) => Date.parse(timestamp.slice(0, 10)) > last - 30 * 86_400_000,
  )
  expect(item.apyMean30d).toBeCloseTo(
    month.reduce((sum, point) => sum + point.apy, 0) / month.length,
    4,
  )
}
