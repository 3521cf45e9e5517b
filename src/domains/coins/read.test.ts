import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { States } from '../../cache/states.ts'
import { tokens } from '../registry/public.ts'
import { prices, supplies } from './facts.ts'
import { BTC, DAY, HOUR, priceRow, tokenRow } from './price-facts-for-tests.ts'
import { findFirstTimestamp, priceTableState, supplyState } from './read.ts'

let app: TestApp
let states: States

beforeAll(async () => {
  app = await TestApp.start()
  states = new States(app.app.store)
})

afterAll(() => app.stop())

const supply = (atSec: number, circulating: number) => ({ coin: BTC, atSec, circulating })

describe('supplyState', () => {
  test('default: the newest supply of each coin, corrected, never a held one', async () => {
    await app.put(supplies, [
      supply(NOW_SEC - DAY, 19_000_000),
      supply(NOW_SEC - HOUR, 20_000_000),
      { ...supply(NOW_SEC, 99_000_000), quality: 'held' },
      { coin: 'base:0x1', atSec: NOW_SEC - 900 * DAY, circulating: 5 },
    ])
    await app.put(supplies, [supply(NOW_SEC - HOUR, 20_000_001), supply(NOW_SEC - 2 * DAY, 1)])
    const known = await states.get(supplyState, app.app.store.snapshot())
    expect([...known]).toEqual([
      [BTC, 20_000_001],
      ['base:0x1', 5],
    ])
  })
})

describe('priceTableState', () => {
  test('behavior: brought up to date run by run it is what one build gives', async () => {
    const coins = [BTC, 'base:0x1', 'base:0x2', 'base:0x3']
    const runs = [
      {
        tokens: [tokenRow(BTC, 'XBT', 8)],
        prices: [priceRow(BTC, 1_000, 1), priceRow('base:0x1', 1_000, 10)],
      },
      {
        tokens: [tokenRow(BTC, 'BTC', null, 'base:0x1')],
        prices: [priceRow(BTC, 2_000, 2, null), priceRow('base:0x1', 900, 9)],
      },
      {
        tokens: [tokenRow('base:0x2', 'TWO', 2)],
        prices: [priceRow(BTC, 2_000, 3), { ...priceRow('base:0x1', 3_000, 99), quality: 'held' }],
      },
      { tokens: [tokenRow(BTC, 'BTC', 8)], prices: [priceRow('base:0x3', 500, 0)] },
    ]
    for (const run of runs) {
      await app.put(tokens, run.tokens)
      await app.put(prices, run.prices)
      const snapshot = app.app.store.snapshot()
      const updated = await states.get(priceTableState, snapshot)
      const built = await new States(app.app.store).get(priceTableState, snapshot)
      for (const coin of coins) {
        expect([coin, updated.find(coin), updated.find(coin)?.newest]).toEqual([
          coin,
          built.find(coin),
          built.find(coin)?.newest,
        ])
      }
    }
    const table = await states.get(priceTableState, app.app.store.snapshot())
    expect(table.find(BTC)).toMatchObject({ symbol: 'BTC', decimals: 8, redirect: undefined })
    expect(table.find(BTC)?.newest).toEqual({ atSec: 2_000, priceUsd: 3, confidence: 0.9 })
    expect(table.find('base:0x1')?.newest).toEqual({ atSec: 1_000, priceUsd: 10, confidence: 0.9 })
  })
})

test('findFirstTimestamp: the earliest of all asked coins, none when there is none', async () => {
  await app.put(prices, [
    priceRow('base:0x8', 7_000, 1),
    priceRow('base:0x9', 6_000, 1),
    { ...priceRow('base:0x9', 5_000, 1), quality: 'held' },
  ])
  const snapshot = app.app.store.snapshot()
  expect(await findFirstTimestamp(snapshot, ['base:0x8', 'base:0x9'])).toBe(6_000)
  expect(await findFirstTimestamp(snapshot, ['base:0x8'])).toBe(7_000)
  expect(await findFirstTimestamp(snapshot, ['nobody:1'])).toBeUndefined()
})
