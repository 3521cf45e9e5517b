import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { findNearestRecord } from '../../derive/nearest-record.ts'
import { sql } from '../../lib/sql.ts'
import { commitRun } from '../../runs/run.ts'
import { prices } from './facts.ts'
import { DAY, HOUR, priceRow } from './price-facts-for-tests.ts'
import type { PriceRecord } from './price-table.ts'
import { readPrices, readPricesAround, readPricesNear } from './read.ts'

const COINS = ['base:0x1', 'base:0x2', 'aggregator:three']
const known = new Map<string, PriceRecord[]>()
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  const second = fc.integer({ min: 0, max: 2_000 })
  const sure = fc.constantFrom(null, 0.4, 0.9)
  for (const [index, coin] of COINS.entries()) {
    const rows = fc.sample(
      fc.uniqueArray(fc.tuple(second, sure), {
        selector: ([sec]) => sec,
        minLength: 40,
        maxLength: 60,
      }),
      { numRuns: 1, seed: index },
    )
    const records = (rows[0] ?? []).map(([atSec, confidence], row) => ({
      atSec,
      priceUsd: row + 1,
      confidence,
    }))
    known.set(
      coin,
      records.sort((a, b) => a.atSec - b.atSec),
    )
  }
  const all = [...known].flatMap(([coin, list]) => list.map((record) => ({ coin, ...record })))
  // Every fifth price is a correction; held ones stand where no other is.
  await app.put(
    prices,
    all.map((row, index) => (index % 5 === 0 ? { ...row, priceUsd: 99, confidence: 0.95 } : row)),
  )
  await app.put(
    prices,
    all.filter((_, index) => index % 5 === 0),
  )
  await app.put(
    prices,
    COINS.map((coin) => ({ ...priceRow(coin, 2_001, 5), quality: 'held' })),
  )
})

afterAll(() => app.stop())

const minConfidences = fc.constantFrom(0, 0.5)
const widths = fc.constantFrom(0, 1, 10, 60, 500, 100_000)

/** The nearest record out of all that are on record. */
function expected(coin: string, timeSec: number, widthSec: number, minConfidence: number) {
  const sure = (known.get(coin) ?? []).filter(
    ({ confidence }) => (confidence ?? 1) >= minConfidence,
  )
  return findNearestRecord(sure, timeSec, widthSec)
}

describe('the records nearest to timestamps', () => {
  test('behavior: with timestamps of each coin, a search among them finds what one among all finds', async () => {
    const timestamps = fc.array(fc.integer({ min: -50, max: 2_200 }), { maxLength: 12 })
    const cases = fc.sample(
      fc.tuple(fc.tuple(timestamps, timestamps, timestamps), widths, minConfidences),
      {
        numRuns: 40,
        seed: 1,
      },
    )
    for (const [lists, widthSec, minConfidence] of cases) {
      const asked = new Map(COINS.map((coin, index) => [coin, lists[index] ?? []]))
      const found = await readPricesNear(app.app.store.snapshot(), asked, {
        widthSec,
        minConfidence,
      })
      for (const [coin, timesSec] of asked)
        for (const timeSec of timesSec)
          expect(findNearestRecord(found.get(coin) ?? [], timeSec, widthSec)).toEqual(
            expected(coin, timeSec, widthSec, minConfidence),
          )
    }
  })

  test('behavior: so does one at regular timestamps', async () => {
    const first = fc.integer({ min: -300, max: 2_200 })
    const cases = fc.sample(
      fc.tuple(
        first,
        fc.integer({ min: 1, max: 700 }),
        fc.integer({ min: 1, max: 9 }),
        widths,
        minConfidences,
      ),
      { numRuns: 60, seed: 2 },
    )
    for (const [firstSec, stepSec, count, widthSec, minConfidence] of cases) {
      const timesSec = Array.from({ length: count }, (_, index) => firstSec + index * stepSec)
      const found = await readPricesAround(app.app.store.snapshot(), COINS, timesSec, {
        widthSec,
        minConfidence,
      })
      for (const coin of COINS)
        for (const timeSec of timesSec)
          expect(findNearestRecord(found.get(coin) ?? [], timeSec, widthSec)).toEqual(
            expected(coin, timeSec, widthSec, minConfidence),
          )
    }
  })

  test('behavior: readPrices gives all of a range, in order of time', async () => {
    const range = { fromSec: 500, toSec: 1_500 }
    const found = await readPrices(app.app.store.snapshot(), COINS, range, 0)
    expect([...found].sort()).toEqual(
      [...known]
        .map(([coin, list]) => [coin, list.filter(({ atSec }) => atSec >= 500 && atSec <= 1_500)])
        .sort(),
    )
  })
})

describe('many coins at many timestamps', () => {
  const [coinCount, timestampCount, days] = [500, 10, 40]
  const coins = Array.from({ length: coinCount }, (_, index) => `base:0xa${index}`)
  const fromSec = NOW_SEC - days * DAY
  // On the full hour, scattered over all days, other ones for each coin.
  const timestamps = new Map(
    coins.map((coin, index) => [
      coin,
      Array.from(
        { length: timestampCount },
        (_, nth) => fromSec + ((index * 7 + nth * 97) % (days * 24)) * HOUR,
      ),
    ]),
  )

  beforeAll(async () => {
    const { store, clock } = app.app
    await commitRun(store, { source: 'test', clock }, async (stage) => {
      await stage.insertSelect(
        prices,
        sql`SELECT concat('base:0xa', toString(number % ${coinCount})) AS coin, toUInt32(${fromSec} + intDiv(number, ${coinCount}) * ${HOUR}) AS atSec,
           toFloat64(atSec) AS priceUsd, toNullable(0.9) AS confidence FROM numbers(${coinCount * days * 24})`,
      )
      return { accepted: await stage.countRows(), rejected: 0, held: 0 }
    })
  })

  test.each(['6h', '2d'])(
    'behavior: within %s at most two records for each pair leave the engine',
    async (width) => {
      // 480,000 records are within reach of some timestamp of some coin.
      const widthSec = width === '6h' ? 6 * HOUR : 2 * DAY
      const found = await readPricesNear(app.app.store.snapshot(), timestamps, { widthSec })
      const count = [...found.values()].reduce((sum, list) => sum + list.length, 0)
      expect(count).toBeGreaterThanOrEqual(coinCount * timestampCount)
      expect(count).toBeLessThanOrEqual(2 * coinCount * (timestampCount + 1))
    },
  )

  test('behavior: a chart of them does the same', async () => {
    const chart = Array.from({ length: timestampCount }, (_, nth) => fromSec + nth * 4 * DAY)
    const found = await readPricesAround(app.app.store.snapshot(), coins, chart, {
      widthSec: 2 * DAY,
    })
    const count = [...found.values()].reduce((sum, list) => sum + list.length, 0)
    expect(count).toBeLessThanOrEqual(2 * coinCount * (timestampCount + 1))
  })

  test('behavior: each coin has the prices of its own timestamps', async () => {
    const { body } = await app.post(
      '/coins/batchHistorical',
      { coins: Object.fromEntries(timestamps) },
      { pro: true },
    )
    const response = body as {
      coins: Record<string, { prices: { timestamp: number; price: number }[] }>
    }
    expect(Object.keys(response.coins)).toHaveLength(coinCount)
    // The price of a record is its time.
    for (const [coin, timesSec] of timestamps)
      expect(response.coins[coin]?.prices.map(({ price }) => price)).toEqual(
        [...new Set(timesSec)].sort((a, b) => a - b),
      )
  })
})
