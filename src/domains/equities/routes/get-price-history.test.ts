import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { equityBars, equityIntraday, equityListings, equitySplits } from '../facts.ts'
import { bar, bodyOf, expectCompanyErrors, listing } from '../facts-for-tests.ts'

const at = (iso: string) => Date.parse(iso) / 1000
let app: TestApp

// Now is Wednesday, 14 January 2026, 12:00 UTC.
beforeAll(async () => {
  app = await TestApp.start()
  await app.put(equityListings, [
    listing('AAA', '1'),
    listing('DAILY', '2'),
    listing('STALE', '3'),
    listing('REUSE', '4', { listedFromSec: at('2026-01-01') }),
    listing('EMPTY', '5'),
  ])
  const days = [
    '2019-06-03',
    '2021-01-14',
    '2025-01-13',
    '2025-01-14',
    '2025-07-14',
    '2025-10-14',
    '2025-12-14',
    '2025-12-31',
    '2026-01-01',
    '2026-01-13',
  ]
  await app.put(equityBars, [
    ...['AAA', 'DAILY', 'STALE', 'REUSE'].flatMap((ticker) =>
      days.map((day, index) => bar(ticker, at(day), index + 1)),
    ),
    bar('DAILY', at('2026-01-15'), 99),
  ])
  await app.put(equityIntraday, [
    bar('AAA', NOW_SEC - 7 * 86_400 - 300, 7),
    bar('AAA', NOW_SEC - 7 * 86_400, 8),
    bar('AAA', at('2026-01-12T20:55:00Z'), 9),
    bar('AAA', at('2026-01-13T14:30:00Z'), 10),
    bar('AAA', at('2026-01-13T14:35:00Z'), 11),
    bar('AAA', at('2026-01-14T14:35:00Z'), 99),
    bar('STALE', at('2026-01-12T14:35:00Z'), 5),
  ])
  await app.put(equitySplits, [{ ticker: 'AAA', country: 'US', atSec: at('2026-01-13'), ratio: 2 }])
})

afterAll(() => app.stop())

const ask = (ticker: string, timeframe?: string) =>
  bodyOf<[string, number][]>(
    app,
    `/equities/v1/price-history?ticker=${ticker}&country=US${timeframe === undefined ? '' : `&timeframe=${timeframe}`}`,
  )
const dates = async (ticker: string, timeframe?: string) =>
  (await ask(ticker, timeframe)).map(([time]) => time)

test('default: all of history, newest first, at midnight, adjusted for the split', async () => {
  const body = await ask('AAA')
  expect(body).toHaveLength(10)
  // The split is of 13 January: the closes before it are halved.
  expect(body.slice(0, 3)).toEqual([
    ['2026-01-13T00:00:00Z', 10],
    ['2026-01-01T00:00:00Z', 4.5],
    ['2025-12-31T00:00:00Z', 4],
  ])
})

test.each([
  ['', 10],
  ['max', 10],
  ['5Y', 9],
  ['1y', 7],
  ['6M', 6],
  ['3m', 5],
  ['1M', 4],
  ['YTD', 2],
])('behavior: %j reaches %d points back', async (timeframe, count) => {
  expect(await ask('DAILY', timeframe)).toHaveLength(count)
})

test('behavior: 1D is the most recent session in five-minute steps; what is after now is not there', async () => {
  expect(await ask('AAA', '1d')).toEqual([
    ['2026-01-13T14:35:00Z', 11],
    ['2026-01-13T14:30:00Z', 10],
  ])
})

test('behavior: 7D and 1W are the same, in five-minute steps', async () => {
  expect(await dates('AAA', '7D')).toEqual([
    '2026-01-13T14:35:00Z',
    '2026-01-13T14:30:00Z',
    '2026-01-12T20:55:00Z',
    '2026-01-07T12:00:00Z',
  ])
  expect(await ask('AAA', '1w')).toEqual(await ask('AAA', '7D'))
})

test('behavior: without five-minute bars the same are daily, 1D the newest one', async () => {
  expect(await ask('DAILY', '1D')).toEqual([['2026-01-13T00:00:00Z', 10]])
  expect(await dates('DAILY', '7D')).toEqual(['2026-01-13T00:00:00Z'])
})

test('behavior: five-minute bars that stopped are not the most recent session', async () => {
  expect(await ask('STALE', '1D')).toEqual([['2026-01-13T00:00:00Z', 10]])
})

test('behavior: a ticker that was another company’s before starts with this one', async () => {
  expect(await dates('REUSE')).toEqual(['2026-01-13T00:00:00Z', '2026-01-01T00:00:00Z'])
})

test('behavior: no bars, no points', async () => {
  expect(await ask('EMPTY', '1D')).toEqual([])
  expect(await ask('EMPTY')).toEqual([])
})

test.each(['2D', '1 D', 'forever'])(
  'error: 400 with the allowed values when timeframe is %j',
  async (timeframe) => {
    expect(
      await app.get(
        `/equities/v1/price-history?ticker=AAA&country=US&timeframe=${encodeURIComponent(timeframe)}`,
        { pro: true },
      ),
    ).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_parameter',
        message: expect.stringContaining('1D, 7D, 1W, 1M, 3M, 6M, YTD, 1Y, 5Y, MAX'),
      },
    })
  },
)

test('error: 400 and 404', () => expectCompanyErrors(app, '/equities/v1/price-history'))
