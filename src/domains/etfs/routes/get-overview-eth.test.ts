import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { etfDays, etfs } from '../facts.ts'
import { at, bodyOf, dayRow, fundRow } from '../facts-for-tests.ts'
import { getOverview } from './get-overview.ts'
import { getOverviewEth } from './get-overview-eth.ts'

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
