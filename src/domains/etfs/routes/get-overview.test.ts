import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_KEY, TestApp } from '../../../../test/support/test-app.ts'
import { createClock } from '../../../lib/clock.ts'
import { commitRun } from '../../../runs/run.ts'
import { prices } from '../../coins/public.ts'
import { etfDays, etfSplits, etfs } from '../facts.ts'
import { at, bodyOf, dayRow, fundRow } from '../facts-for-tests.ts'
import { getOverview, getOverviewEth } from './get-overview.ts'

describe('get overview', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await TestApp.start()
  })

  afterAll(() => app.stop())

  const price = (coin: string, atSec: number, priceUsd: number) => ({
    coin,
    atSec,
    priceUsd,
    confidence: 0.9,
  })

  test('behavior: nothing known is an empty list', async () => {
    expect(await bodyOf(app, '/etfs/overview', getOverview)).toEqual([])
  })

  test('default: the newest day of each fund, largest first, unknown size last', async () => {
    await app.put(etfs, [
      fundRow('SMALL', 'ethereum'),
      fundRow('LARGE', 'bitcoin', {
        issuer: 'Tarnwood Capital',
        name: 'Tarnwood Bitcoin Fund',
        type: 'Spot',
        custodian: 'Keepstone Custody',
        feePct: 0.25,
        url: 'https://funds.example/large',
      }),
      fundRow('IDLE', 'bitcoin'),
    ])
    await app.put(etfDays, [
      dayRow('LARGE', at(2), { shares: 1_000, navUsd: 50, aumUsd: 50_000 }),
      dayRow('LARGE', at(1), {
        priceUsd: 52.5,
        navUsd: 52,
        volumeUsd: 9_000.5,
        shares: 1_100,
        aumUsd: 57_200,
        underlying: 0.65,
        asOfSec: at(1, 21.5),
      }),
      dayRow('SMALL', at(6), { flowsUsd: -7, aumUsd: 300, underlyingPriceUsd: 3_001 }),
      dayRow('NAMELESS', at(1), { priceUsd: 1 }),
    ])
    await app.put(prices, [
      // Trading closes at 21:00: 20:00 is an hour away, 23:00 two. Midnight of that day is 21 hours
      // away.
      price('aggregator:bitcoin', at(1), 1),
      price('aggregator:bitcoin', at(1, 20), 88_000),
      price('aggregator:bitcoin', at(1, 23), 89_000),
      price('aggregator:ethereum', at(6, 21), 2_999),
    ])
    const nothing = {
      issuer: null,
      etf_name: null,
      etf_type: null,
      custodian: null,
      pct_fee: null,
      url: null,
    }
    const unknown = {
      price: null,
      nav: null,
      volume: null,
      shares: null,
      underlying: null,
      underlying_price: null,
      aum: null,
    }
    expect(await bodyOf(app, '/etfs/overview', getOverview)).toEqual([
      {
        timestamp: at(1),
        timestamp_as_of: at(1, 21.5),
        ticker: 'LARGE',
        asset: 'bitcoin',
        issuer: 'Tarnwood Capital',
        etf_name: 'Tarnwood Bitcoin Fund',
        etf_type: 'Spot',
        custodian: 'Keepstone Custody',
        pct_fee: 0.25,
        url: 'https://funds.example/large',
        price: 52.5,
        nav: 52,
        volume: 9_000.5,
        shares: 1_100,
        underlying: 0.65,
        underlying_price: 88_000,
        aum: 57_200,
        // (1,100 − 1,000) × 52.
        flows: 5_200,
        flows_source: 'computed',
      },
      {
        ...{
          timestamp: at(6),
          timestamp_as_of: null,
          ticker: 'SMALL',
          asset: 'ethereum',
          ...nothing,
          ...unknown,
        },
        // Given by the fund, so not 2,999.
        underlying_price: 3_001,
        aum: 300,
        flows: -7,
        flows_source: 'reported',
      },
      {
        ...{
          timestamp: at(1),
          timestamp_as_of: null,
          ticker: 'NAMELESS',
          asset: null,
          ...nothing,
          ...unknown,
        },
        price: 1,
        flows: null,
        flows_source: null,
      },
    ])
  })

  test('behavior: a split is no flow, also when it is declared later', async () => {
    await app.put(etfDays, [
      dayRow('SMALL', at(5), { shares: 10, navUsd: 40, aumUsd: 400 }),
      dayRow('SMALL', at(4), { shares: 21, navUsd: 20 }),
    ])
    const row = async () =>
      (await bodyOf(app, '/etfs/overview', getOverview)).find(({ ticker }) => ticker === 'SMALL')
    // (21 − 10) × 20.
    expect(await row()).toMatchObject({ timestamp: at(4), flows: 220, flows_source: 'computed' })
    await app.put(etfSplits, [{ ticker: 'SMALL', atSec: at(4), ratio: 2 }])
    // (21 − 10 × 2) × 20.
    expect(await row()).toMatchObject({ flows: 20, flows_source: 'computed' })
  })

  test('behavior: corrected rows count, held ones never', async () => {
    await app.put(etfDays, [dayRow('LARGE', at(2), { shares: 1_050, navUsd: 50, aumUsd: 52_500 })])
    await app.put(etfDays, [{ ...dayRow('LARGE', at(0), { shares: 9e9 }), quality: 'held' }])
    // (1,100 − 1,050) × 52.
    expect((await bodyOf(app, '/etfs/overview', getOverview))[0]).toMatchObject({
      timestamp: at(1),
      flows: 2_600,
    })
  })

  test('behavior: a new price changes the response', async () => {
    await app.put(prices, [price('aggregator:bitcoin', at(1, 21), 88_500)])
    expect((await bodyOf(app, '/etfs/overview', getOverview))[0]).toMatchObject({
      underlying_price: 88_500,
    })
  })

  test('behavior: asOf shows what was known then', async () => {
    const clock = createClock('2026-01-14T13:00:00Z')
    await commitRun(app.app.store, { source: 'test', clock, again: true }, async (stage) => {
      await stage.insertRows(etfDays, [dayRow('LARGE', at(1), { flowsUsd: 2_500, aumUsd: 57_300 })])
      return { accepted: 1, rejected: 0, held: 0 }
    })
    expect((await bodyOf(app, '/etfs/overview', getOverview))[0]).toMatchObject({
      flows: 2_500,
      flows_source: 'reported',
      aum: 57_300,
    })
    const before = await bodyOf(app, '/etfs/overview?asOf=2026-01-14T12:30:00Z', getOverview)
    expect(before[0]).toMatchObject({ flows: 2_600, flows_source: 'computed', aum: 57_200 })
    expect(await bodyOf(app, '/etfs/overview?asOf=2026-01-14T11:00:00Z', getOverview)).toEqual([])
  })

  test('behavior: the key may stand in the path', async () => {
    expect((await app.get(`/${TEST_KEY}/etfs/overview`)).body).toEqual(
      (await app.get('/etfs/overview', { pro: true })).body,
    )
  })

  test('error: 400 when asOf is no time', async () => {
    expect(await app.get('/etfs/overview?asOf=yesterday', { pro: true })).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
  })
})

describe('get overview eth', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await TestApp.start()
  })

  afterAll(() => app.stop())

  test('behavior: no fund of the asset is an empty list', async () => {
    await app.put(etfs, [fundRow('BTCF', 'bitcoin')])
    await app.put(etfDays, [dayRow('BTCF', at(1), { aumUsd: 9 })])
    expect(await bodyOf(app, '/etfs/overviewEth', getOverviewEth)).toEqual([])
  })

  test('default: the rows of the overview whose asset is ethereum', async () => {
    await app.put(etfs, [
      fundRow('ETHA', 'ethereum'),
      fundRow('ETHB', 'ethereum'),
      fundRow('STETH', 'staked-ether'),
    ])
    await app.put(etfDays, [
      dayRow('ETHA', at(1), { aumUsd: 5, flowsUsd: 1 }),
      dayRow('ETHB', at(1), { aumUsd: 6, flowsUsd: 2 }),
      dayRow('STETH', at(1), { aumUsd: 7 }),
      dayRow('NAMELESS', at(1), { aumUsd: 8 }),
    ])
    const body = await bodyOf(app, '/etfs/overviewEth', getOverviewEth)
    expect(body).toMatchObject([
      { ticker: 'ETHB', asset: 'ethereum', aum: 6, flows: 2 },
      { ticker: 'ETHA', asset: 'ethereum', aum: 5, flows: 1 },
    ])
    const all = await bodyOf(app, '/etfs/overview', getOverview)
    expect(all.filter(({ asset }) => asset === 'ethereum')).toEqual(body)
    expect(all.length).toBe(5)
  })
})
