import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { prices } from '../facts.ts'
import { BTC, HOUR, priceRow, putPricesAt } from '../price-facts-for-tests.ts'

// The clock stands at 12:00. At 10:00 it was learned that BTC stood at 100 at 09:00, at 11:00 that
// it was 90 after all.
const NINE = NOW_SEC - 3 * HOUR
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putPricesAt(app, '2026-01-14T10:00:00Z', [
    priceRow(BTC, NINE, 100),
    priceRow('base:0x1', NINE, 1),
  ])
  await putPricesAt(app, '2026-01-14T11:00:00Z', [priceRow(BTC, NINE, 90)])
  await putPricesAt(app, '2026-01-14T11:30:30Z', [priceRow('base:0x1', NOW_SEC - 1_775, 2)])
})

afterAll(() => app.stop())

const priceOf = async (path: string) => {
  const { body } = await app.get(path)
  return (body as { coins: Record<string, { price: number }> }).coins
}

describe('asOf', () => {
  test.each([
    { name: 'now: the corrected price', asOf: '', price: 90 },
    { name: 'after the correction', asOf: '?asOf=2026-01-14T11:15:00Z', price: 90 },
    { name: 'at the correction', asOf: '?asOf=2026-01-14T11:00:00Z', price: 90 },
    { name: 'before the correction', asOf: '?asOf=2026-01-14T10:59:59Z', price: 100 },
    { name: 'as Unix seconds', asOf: `?asOf=${NOW_SEC - 2 * HOUR + 60}`, price: 100 },
  ])('behavior: $name', async ({ asOf, price }) => {
    expect(await priceOf(`/prices/current/${BTC}${asOf}`)).toMatchObject({
      [BTC]: { price, timestamp: NINE },
    })
    expect(await priceOf(`/prices/historical/${NINE}/${BTC}${asOf}`)).toMatchObject({
      [BTC]: { price },
    })
    expect(await priceOf(`/prices/first/${BTC}${asOf}`)).toMatchObject({ [BTC]: { price } })
  })

  test('behavior: before anything was known, nothing', async () => {
    expect(await priceOf(`/prices/current/${BTC}?asOf=2026-01-14T09:59:59Z`)).toEqual({})
    expect(await priceOf(`/prices/historical/${NINE}/${BTC}?asOf=2026-01-14T09:59:59Z`)).toEqual({})
  })

  test('behavior: a price of the very minute of the request is current', async () => {
    // Dated 11:30:25 and learned at 11:30:30.
    expect(await priceOf('/prices/current/base:0x1?asOf=2026-01-14T11:30:45Z')).toMatchObject({
      'base:0x1': { price: 2 },
    })
    expect(await priceOf('/prices/current/base:0x1?asOf=2026-01-14T11:30:29Z')).toMatchObject({
      'base:0x1': { price: 1 },
    })
  })

  test('behavior: requests about the past do not disturb the present', async () => {
    await priceOf(`/prices/current/${BTC}?asOf=2026-01-14T10:30:00Z`)
    expect(await priceOf(`/prices/current/${BTC}`)).toMatchObject({ [BTC]: { price: 90 } })
  })
})

describe('ETag', () => {
  test('behavior: 304 until a commit changes the data, then the new price with a new tag', async () => {
    const first = await app.get(`/prices/current/${BTC}`)
    const tag = String(first.headers.etag)
    const ask = () => app.get(`/prices/current/${BTC}`, { headers: { 'if-none-match': tag } })
    expect((await ask()).status).toBe(304)

    await app.put(prices, [priceRow(BTC, NOW_SEC - 60, 95)])
    const after = await ask()
    expect(after).toMatchObject({ status: 200, body: { coins: { [BTC]: { price: 95 } } } })
    expect(after.headers.etag).not.toBe(tag)
  })

  test('behavior: an older price that comes in later does not replace the newest', async () => {
    await app.put(prices, [priceRow(BTC, NOW_SEC - 2 * HOUR, 1)])
    expect(await priceOf(`/prices/current/${BTC}`)).toMatchObject({
      [BTC]: { price: 95, timestamp: NOW_SEC - 60 },
    })
  })

  test('behavior: a correction of the newest replaces it', async () => {
    await app.put(prices, [priceRow(BTC, NOW_SEC - 60, 96)])
    expect(await priceOf(`/prices/current/${BTC}`)).toMatchObject({
      [BTC]: { price: 96, timestamp: NOW_SEC - 60 },
    })
  })
})
