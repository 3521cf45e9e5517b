import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { bridges, bridgeTransfers } from './facts.ts'
import { at, bodyOf, bridgeRow, pair, putAt, transferRow } from './facts-for-tests.ts'

let app: TestApp

const BEFORE = 'asOf=2026-01-14T10:30:00Z'
const first = pair(1, at(3, 1), 'ethereum', 'base', 40, { txHash: '0x3' })
const second = pair(1, at(2, 5), 'ethereum', 'optimism', 100, { txHash: '0x2' })
// Yesterday at 13:00 is in the last 24 hours, today at 11:00 in the last hour.
const gone = transferRow({
  bridge: 1,
  atSec: at(1, 13),
  txHash: '0x1',
  fromAddress: '0xann',
  valueUsd: 30,
})
const kept = transferRow({
  bridge: 1,
  atSec: at(1, 13),
  txHash: '0x1b',
  fromAddress: '0xann',
  valueUsd: 20,
})
const newest = transferRow({
  bridge: 1,
  atSec: at(0, 11),
  txHash: '0x0',
  fromAddress: '0xann',
  valueUsd: 8,
})
const only = transferRow({
  bridge: 2,
  atSec: at(1, 13),
  txHash: '0xe',
  chain: 'my chain',
  valueUsd: 7,
})

beforeAll(async () => {
  app = await TestApp.start()
  await putAt(app, '2026-01-01T00:00:00Z', bridges, [
    bridgeRow({ id: 1 }),
    bridgeRow({ id: 2 }),
    bridgeRow({ id: 3 }),
  ])
  await putAt(app, '2026-01-14T10:00:00Z', bridgeTransfers, [
    ...first,
    ...second,
    gone,
    kept,
    newest,
    only,
  ])
  // Asked before anything was undone, so that what is held in memory has to follow.
  await bodyOf(app, '/bridges')
  const undone = [...first, gone, newest, only].map((row) => ({ ...row, isUndone: true }))
  // One of them with another sender as well: neither the former nor the new one has sent it.
  await putAt(
    app,
    '2026-01-14T11:00:00Z',
    bridgeTransfers,
    undone.map((row) => (row.txHash === '0x1' ? { ...row, fromAddress: '0xzoe' } : row)),
  )
})

afterAll(() => app.stop())

interface Item {
  id: number
  [figure: string]: unknown
}

const itemOf = async (id: number, query = '') =>
  (await bodyOf<{ bridges: Item[] }>(app, `/bridges${query}`)).bridges.find(
    (item) => item.id === id,
  )
const hashesOf = async (query: string) =>
  (await bodyOf<{ tx_hash: string }[]>(app, `/bridges/transactions/${query}`, { pro: true })).map(
    ({ tx_hash }) => tx_hash,
  )
const daysOf = async (path: string) =>
  (await bodyOf<Record<string, unknown>[]>(app, `/bridgevolume/${path}`)).map((day) =>
    Object.values(day),
  )

test('default: days, from the first with a transfer that stands', async () => {
  expect(await daysOf('all?id=1')).toEqual([
    [String(at(2)), 100, 100, 1, 1],
    [String(at(1)), 20, 0, 1, 0],
  ])
  expect(await daysOf('Base?id=1')).toEqual([])
  expect(await daysOf('all?id=2')).toEqual([])
})

test('default: windows, chains and the time of the newest transfer', async () => {
  expect(await itemOf(1)).toMatchObject({
    lastHourlyVolume: 0,
    // Of yesterday 20 of 50 went in, and nothing came out.
    last24hVolume: 10,
    lastDailyVolume: 10,
    weeklyVolume: 110,
    chains: ['Ethereum', 'OP Mainnet'],
    dataUpdatedAt: '2026-01-13T13:00:00.000Z',
  })
  // A bridge of which nothing stands is like one that nothing is known of.
  expect({ ...(await itemOf(2)), ...identity(3) }).toEqual(await itemOf(3))
  expect(await bodyOf(app, '/bridge/1')).toMatchObject({
    currentDayVolume: 0,
    prevDayTxs: { deposits: 1, withdrawals: 0 },
  })
  expect((await app.get('/bridgevolume/my%20chain')).status).toBe(404)
})

/** What bridges without figures differ in. */
function identity(id: number) {
  return { id, name: `bridge${id}`, displayName: `Bridge ${id}`, slug: `bridge-${id}` }
}

test('default: statistics of a day', async () => {
  expect(await bodyOf(app, `/bridgedaystats/${at(1)}/Ethereum?id=1`)).toMatchObject({
    totalTokensDeposited: { 'ethereum:0xusdc': { usdValue: 20 } },
    totalAddressDeposited: { 'ethereum:0xann': { usdValue: 20, txs: 1 } },
    totalDepositedUSD: 20,
    totalDepositTxs: 1,
  })
})

test('default: lists, also by sender, by receiver and by source chain', async () => {
  expect(await hashesOf('1?startTimestamp=0')).toEqual(['0x1b', '0x2', '0x2'])
  expect(await hashesOf('1?address=ethereum:0xann')).toEqual(['0x1b'])
  expect(await hashesOf('1?address=ethereum:0xzoe')).toEqual([])
  expect(await hashesOf('1?address=base:0xuser')).toEqual([])
  expect(await hashesOf('1?sourceChain=ethereum')).toEqual(['0x1b', '0x2', '0x2'])
  expect(await hashesOf('2?startTimestamp=0')).toEqual([])
})

test('behavior: a page is full though the first of its transfers were undone, and the next goes on after it', async () => {
  const page = await app.get('/bridges/transactions/1?limit=1', { pro: true })
  expect(page.body).toMatchObject([{ tx_hash: '0x1b' }])
  expect(await hashesOf(`1?limit=9&cursor=${page.headers['x-next-cursor']}`)).toEqual([
    '0x2',
    '0x2',
  ])
})

test('behavior: as it was known before, everything stands', async () => {
  expect(await daysOf(`all?id=1&${BEFORE}`)).toEqual([
    [String(at(3)), 40, 40, 1, 1],
    [String(at(2)), 100, 100, 1, 1],
    [String(at(1)), 50, 0, 2, 0],
  ])
  // At 10:30 the transfer of 11:00 was on record already.
  expect(await itemOf(1, `?${BEFORE}`)).toMatchObject({
    lastDailyVolume: 25,
    dataUpdatedAt: '2026-01-14T11:00:00.000Z',
  })
  expect(await itemOf(2, `?${BEFORE}`)).toMatchObject({
    lastDailyVolume: 3.5,
    chains: ['my chain'],
  })
  expect(await bodyOf(app, `/bridgedaystats/${at(1)}/Ethereum?id=1&${BEFORE}`)).toMatchObject({
    totalDepositedUSD: 50,
    totalDepositTxs: 2,
  })
  expect(
    await hashesOf(`1?address=ethereum:0xann&startTimestamp=0&endTimestamp=${at(0)}&${BEFORE}`),
  ).toEqual(['0x1b', '0x1'])
})

test('behavior: what was undone when it was first heard of never was, where no runs mix either', async () => {
  const alone = transferRow({ bridge: 3, atSec: at(5), valueUsd: 99, isUndone: true })
  await putAt(app, '2026-01-14T11:10:00Z', bridgeTransfers, [
    alone,
    transferRow({ bridge: 3, atSec: at(4), valueUsd: 1, isUndone: false }),
  ])
  expect((await daysOf('all?id=3'))[0]).toEqual([String(at(4)), 1, 0, 1, 0])
  expect(await bodyOf(app, `/bridgedaystats/${at(5)}/all?id=3`)).toMatchObject({
    totalDepositedUSD: 0,
    totalTokensDeposited: {},
  })
  expect(await hashesOf('3?startTimestamp=0')).toHaveLength(1)
})

test('behavior: what a chain has taken up again is served again', async () => {
  await putAt(app, '2026-01-14T11:20:00Z', bridgeTransfers, [gone])
  expect((await daysOf('all?id=1')).at(-1)).toEqual([String(at(1)), 50, 0, 2, 0])
  expect(await hashesOf('1?address=ethereum:0xann')).toEqual(['0x1b', '0x1'])
  expect(await bodyOf(app, `/bridgedaystats/${at(1)}/Ethereum?id=1`)).toMatchObject({
    totalAddressDeposited: { 'ethereum:0xann': { usdValue: 50, txs: 2 } },
  })
})
