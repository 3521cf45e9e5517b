import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { etfDays, etfs } from '../facts.ts'
import { at, bodyOf, dayRow, fundRow } from '../facts-for-tests.ts'
import { getHistory } from './get-history.ts'
import { getHistoryEth } from './get-history-eth.ts'

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
