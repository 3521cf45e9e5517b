import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_KEY, TestApp } from '../../../../test/support/test-app.ts'
import { prices, priceTableState } from '../../coins/public.ts'
import { etfDays, etfSplits, etfs } from '../facts.ts'
import { at, bodyOf, dayRow, fundRow } from '../facts-for-tests.ts'
import { getHistory, getHistoryEth } from './get-history.ts'

describe('get history', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await TestApp.start()
  })

  afterAll(() => app.stop())

  const history = (query = '') => bodyOf(app, `/etfs/history${query}`, getHistory)
  const keysOf = (rows: Record<string, unknown>[]) =>
    rows.map(({ timestamp, ticker }) => [timestamp, ticker])

  test('behavior: nothing known is an empty list', async () => {
    expect(await history()).toEqual([])
  })

  test('default: every day of every fund, by ticker and day, with a split among them', async () => {
    await app.put(etfs, [fundRow('BBB', 'bitcoin'), fundRow('AAA', 'ethereum')])
    // Friday is five days ago, Monday two days ago.
    await app.put(etfDays, [
      dayRow('BBB', at(5), {
        priceUsd: 101,
        navUsd: 100,
        shares: 1_000,
        aumUsd: 100_000,
        underlying: 2,
        volumeUsd: 700,
        asOfSec: at(5, 21),
      }),
      dayRow('BBB', at(2), { navUsd: 50, shares: 2_030, aumUsd: 101_500, asOfSec: at(2, 21) }),
      dayRow('BBB', at(1), { navUsd: 51, shares: 2_000 }),
      dayRow('AAA', at(2), { flowsUsd: 4.5, underlyingPriceUsd: 3_100 }),
    ])
    await app.put(etfSplits, [{ ticker: 'BBB', atSec: at(2), ratio: 2 }])
    await app.put(prices, [
      // Daily records at midnight: the one after the close, three hours away, is the day's.
      { coin: 'aggregator:bitcoin', atSec: at(5), priceUsd: 90_000, confidence: null },
      { coin: 'aggregator:bitcoin', atSec: at(4), priceUsd: 91_000, confidence: null },
      { coin: 'aggregator:bitcoin', atSec: at(1), priceUsd: 92_000, confidence: null },
      // Twelve hours before the close is the farthest.
      { coin: 'aggregator:ethereum', atSec: at(2, 9), priceUsd: 3_000, confidence: null },
    ])
    const unknown = { price: null, volume: null, underlying: null }
    expect(await history()).toEqual([
      {
        ...{
          timestamp: at(2),
          timestamp_exact: null,
          ticker: 'AAA',
          ...unknown,
          nav: null,
          shares: null,
          aum: null,
        },
        ...{ underlying_price: 3_100, flows: 4.5, flows_source: 'reported' },
      },
      {
        timestamp: at(5),
        timestamp_exact: at(5, 21),
        ticker: 'BBB',
        price: 101,
        nav: 100,
        volume: 700,
        shares: 1_000,
        underlying: 2,
        underlying_price: 91_000,
        aum: 100_000,
        flows: null,
        flows_source: null,
      },
      // Monday against Friday: (2,030 − 1,000 × 2) × 50.
      {
        ...{
          timestamp: at(2),
          timestamp_exact: at(2, 21),
          ticker: 'BBB',
          ...unknown,
          nav: 50,
          shares: 2_030,
          aum: 101_500,
        },
        ...{ underlying_price: 92_000, flows: 1_500, flows_source: 'computed' },
      },
      // (2,000 − 2,030) × 51; no price is within twelve hours of the close.
      {
        ...{
          timestamp: at(1),
          timestamp_exact: null,
          ticker: 'BBB',
          ...unknown,
          nav: 51,
          shares: 2_000,
          aum: null,
        },
        ...{ underlying_price: null, flows: -1_530, flows_source: 'computed' },
      },
    ])
  })

  test('behavior: start and end bound the days, both included', async () => {
    expect(keysOf(await history(`?start=${at(2)}`))).toEqual([
      [at(2), 'AAA'],
      [at(2), 'BBB'],
      [at(1), 'BBB'],
    ])
    expect(keysOf(await history(`?start=${at(2)}&end=${at(2)}`))).toEqual([
      [at(2), 'AAA'],
      [at(2), 'BBB'],
    ])
    expect(keysOf(await history(`?end=${at(5)}`))).toEqual([[at(5), 'BBB']])
    expect(await history(`?start=${at(0)}`)).toEqual([])
    expect(await history('?start=4294967295&end=0')).toEqual([])
  })

  test('behavior: a bounded response says of a day what the whole one says', async () => {
    const whole = await history()
    expect(await history(`?start=${at(1)}`)).toEqual(whole.slice(-1))
  })

  test('behavior: what is joined from kept rows is what writing it out at once gives', async () => {
    for (const query of ['', `?start=${at(2)}`, `?start=${at(0)}`]) {
      const { payload } = await app.app.server.inject({
        url: `/etfs/history${query}`,
        headers: { 'x-api-key': TEST_KEY },
      })
      expect(payload).toBe(JSON.stringify(JSON.parse(payload)))
    }
  })

  test('behavior: later runs change the rows they touch', async () => {
    await app.put(etfDays, [
      dayRow('BBB', at(2), { navUsd: 50, shares: 2_040 }),
      dayRow('CCC', at(2), { volumeUsd: 0 }),
    ])
    // (2,040 − 2,000) × 50, (2,000 − 2,040) × 51.
    expect(await history(`?start=${at(2)}`)).toMatchObject([
      { ticker: 'AAA', flows: 4.5 },
      { ticker: 'BBB', flows: 2_000, shares: 2_040, aum: null },
      { ticker: 'BBB', flows: -2_040 },
      { ticker: 'CCC', volume: 0, flows: null, underlying_price: null },
    ])
    await app.put(etfs, [fundRow('CCC', 'ethereum')])
    expect((await history()).at(-1)).toMatchObject({ ticker: 'CCC', underlying_price: 3_000 })
  })

  test('behavior: an asset that takes the price of another shows that one', async () => {
    const [tokens] = priceTableState.reads
    if (tokens === undefined) throw new Error('the price table reads tokens')
    await app.put(tokens, [
      {
        coin: 'aggregator:wrapped',
        symbol: 'W',
        name: null,
        decimals: null,
        redirect: 'aggregator:bitcoin',
      },
    ])
    await app.put(etfs, [fundRow('WWW', 'wrapped')])
    await app.put(etfDays, [dayRow('WWW', at(2), {})])
    expect((await history()).find(({ ticker }) => ticker === 'WWW')).toMatchObject({
      underlying_price: 92_000,
    })
  })

  test('behavior: the price of a day is the record nearest to 21:00, of two equally near ones the earlier, as last corrected', async () => {
    const price = (hour: number, priceUsd: number) => ({
      coin: 'aggregator:bitcoin',
      atSec: at(1, hour),
      priceUsd,
      confidence: null,
    })
    const priceOfDay = async () =>
      (await history(`?start=${at(1)}&end=${at(1)}`))[0]?.underlying_price
    await app.put(prices, [price(8.99, 1), price(33, 2)])
    // 12 hours and a little before, 12 hours after: the one belongs to the day before, the other to
    // the day after.
    expect(await priceOfDay()).toBeNull()
    await app.put(prices, [price(9, 3)])
    expect(await priceOfDay()).toBe(3)
    await app.put(prices, [price(23, 5), price(19, 4)])
    expect(await priceOfDay()).toBe(4)
    await app.put(prices, [price(19, 4.5), { ...price(21, 9), quality: 'held' }])
    expect(await priceOfDay()).toBe(4.5)
  })

  test.each([
    ['start=yesterday', 'start'],
    ['end=-1', 'end'],
    ['start=99999999999', 'start'],
  ])('error: 400 when %s', async (query, name) => {
    const { status, body } = await app.get(`/etfs/history?${query}`, { pro: true })
    expect({ status, body }).toMatchObject({ status: 400, body: { error: 'invalid_parameter' } })
    expect((body as { message: string }).message).toContain(`\`${name}\``)
  })
})

describe('get history eth', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await TestApp.start()
    await app.put(etfs, [
      fundRow('BTCF', 'bitcoin'),
      fundRow('ETHA', 'ethereum'),
      fundRow('ETHB', 'ethereum'),
    ])
    await app.put(etfDays, [
      dayRow('ETHB', at(2), { shares: 10, navUsd: 5 }),
      dayRow('BTCF', at(2), { shares: 10 }),
      dayRow('ETHA', at(2), { shares: 10 }),
      dayRow('ETHB', at(1), { shares: 12, navUsd: 6 }),
      dayRow('NAMELESS', at(1), { shares: 1 }),
    ])
  })

  afterAll(() => app.stop())

  test('default: the rows of the history of ethereum funds', async () => {
    const body = await bodyOf(app, '/etfs/historyEth', getHistoryEth)
    expect(body).toMatchObject([
      { timestamp: at(2), ticker: 'ETHA', flows: null },
      { timestamp: at(2), ticker: 'ETHB', flows: null },
      // (12 − 10) × 6.
      { timestamp: at(1), ticker: 'ETHB', flows: 12, flows_source: 'computed' },
    ])
    const all = await bodyOf(app, '/etfs/history', getHistory)
    expect(all.filter(({ ticker }) => String(ticker).startsWith('ETH'))).toEqual(body)
    expect(all.length).toBe(5)
  })

  test('behavior: start and end bound the days', async () => {
    expect(await bodyOf(app, `/etfs/historyEth?start=${at(1)}`, getHistoryEth)).toMatchObject([
      { ticker: 'ETHB', timestamp: at(1) },
    ])
    expect(await bodyOf(app, `/etfs/historyEth?end=${at(3)}`, getHistoryEth)).toEqual([])
  })

  test('behavior: a fund that turns out to hold another asset moves', async () => {
    await app.put(etfs, [fundRow('ETHA', 'solana')])
    expect(
      (await bodyOf(app, '/etfs/historyEth', getHistoryEth)).map(({ ticker }) => ticker),
    ).toEqual(['ETHB', 'ETHB'])
  })

  test('error: 400 when start is no time', async () => {
    expect(await app.get('/etfs/historyEth?start=x', { pro: true })).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
  })
})
