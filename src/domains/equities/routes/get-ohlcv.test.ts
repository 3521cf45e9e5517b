import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { equityBars, equityIntraday, equityListings, equitySplits } from '../facts.ts'
import { bar, bodyOf, daysAgo, expectCompanyErrors, listing } from '../facts-for-tests.ts'

let app: TestApp
const SESSION_SEC = daysAgo(1) + 14.5 * 3_600

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(equityListings, [listing('AAA', '1')])
  await app.put(equityBars, [
    bar('AAA', daysAgo(2), 30, { open: 20, high: 40, low: 10, volume: 700 }),
    bar('AAA', daysAgo(1), 16, { open: 15, high: 18, low: 14, volume: 900 }),
  ])
  // A correction of the same day by a later run.
  await app.put(equityBars, [
    bar('AAA', daysAgo(1), 17, { open: 15, high: 18, low: 14, volume: 950 }),
  ])
  await app.put(equityBars, [{ ...bar('AAA', daysAgo(1), 1_000), quality: 'held' }])
  await app.put(equityIntraday, [
    bar('AAA', SESSION_SEC, 16, { open: 15, high: 17, low: 14, volume: 10 }),
  ])
  await app.put(equitySplits, [{ ticker: 'AAA', country: 'US', atSec: daysAgo(1), ratio: 2 }])
})

afterAll(() => app.stop())

const ask = (timeframe: string) =>
  bodyOf(app, `/equities/v1/ohlcv?ticker=aaa&country=us&timeframe=${timeframe}`)

test('default: bars newest first; before a split prices are divided and volumes multiplied', async () => {
  const body = await ask('')
  expect(body).toEqual([
    [daysAgo(1), 15, 18, 14, 17, 950],
    [daysAgo(2), 10, 20, 5, 15, 1_400],
  ])
})

test('behavior: five-minute bars keep their time of day', async () => {
  expect(await ask('1D')).toEqual([[SESSION_SEC, 15, 17, 14, 16, 10]])
})

test('error: 400 for an unknown timeframe', async () => {
  expect(
    await app.get('/equities/v1/ohlcv?ticker=AAA&country=US&timeframe=10Y', { pro: true }),
  ).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('`timeframe` must be one of 1D') },
  })
})

test('error: 400 and 404', () => expectCompanyErrors(app, '/equities/v1/ohlcv'))
