import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { etfDays, etfs } from '../facts.ts'
import { at, bodyOf, dayRow, fundRow } from '../facts-for-tests.ts'
import { getSnapshot } from './get-snapshot.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

test('behavior: a fund without a day is not listed', async () => {
  await app.put(etfs, [fundRow('IDLE', 'bitcoin')])
  expect(await bodyOf(app, '/etfs/snapshot', getSnapshot)).toEqual([])
})

test('default: one row a fund, of its newest day', async () => {
  await app.put(etfs, [
    fundRow('BTCF', 'bitcoin', {
      issuer: 'Issuer',
      name: 'Name',
      type: 'Spot',
      custodian: 'Keeper',
      feePct: 0.2,
      url: 'https://a.example',
    }),
  ])
  await app.put(etfDays, [
    dayRow('BTCF', at(2), { shares: 100, navUsd: 10, aumUsd: 1_000, volumeUsd: 1 }),
    dayRow('BTCF', at(1), { shares: 90, aumUsd: 990, volumeUsd: 33.25, asOfSec: at(1, 21) }),
    dayRow('PLAIN', at(3), { flowsUsd: 0 }),
  ])
  expect(await bodyOf(app, '/etfs/snapshot', getSnapshot)).toEqual([
    {
      ticker: 'BTCF',
      timestamp: at(1, 21),
      asset: 'bitcoin',
      issuer: 'Issuer',
      etf_name: 'Name',
      custodian: 'Keeper',
      pct_fee: 0.2,
      url: 'https://a.example',
      // 990 ÷ 90 = 11 a share, × (90 − 100).
      flows: -110,
      flows_source: 'computed',
      aum: 990,
      volume: 33.25,
    },
    {
      ticker: 'PLAIN',
      // Nobody said when it was taken: the day.
      timestamp: at(3),
      ...{ asset: null, issuer: null, etf_name: null, custodian: null, pct_fee: null, url: null },
      flows: 0,
      flows_source: 'reported',
      aum: null,
      volume: null,
    },
  ])
})
