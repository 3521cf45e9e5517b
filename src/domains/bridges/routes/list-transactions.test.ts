import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { bridges, bridgeTransfers } from '../facts.ts'
import { at, bodyOf, bridgeRow, pair, putAt, transferRow } from '../facts-for-tests.ts'
import { listTransactions } from './list-transactions.ts'

let app: TestApp

interface Row {
  tx_hash: string
  ts: string
  chain: string
  is_deposit: boolean
  usd_value: number | null
}

interface Wrapped {
  transactions: Row[]
  [figure: string]: unknown
}

const BIG = '115792089237316195423570985008687907853269984665640564039457584007913129639935'

beforeAll(async () => {
  app = await TestApp.start()
  await putAt(app, '2026-01-01T00:00:00Z', bridges, [
    bridgeRow({ id: 1, name: 'harbor' }),
    bridgeRow({ id: 2, name: 'cedar' }),
    bridgeRow({ id: 3 }),
  ])
  await putAt(app, '2026-01-14T10:00:00Z', bridgeTransfers, [
    transferRow({
      bridge: 1,
      atSec: at(0, 9),
      txHash: '0x9',
      amount: BIG,
      valueUsd: 12.34,
      block: null,
    }),
    ...pair(1, at(1, 5), 'ethereum', 'optimism', 100, { txHash: '0x5' }),
    ...pair(1, at(2, 4), 'optimism', 'ethereum', null, { txHash: '0x4' }),
    transferRow({
      bridge: 1,
      atSec: at(3),
      chain: 'solana',
      token: 'solana:AbC',
      fromAddress: 'UserA',
      isDeposit: false,
      txHash: '0x3',
    }),
    transferRow({ bridge: 1, atSec: at(8), txHash: '0x2' }),
    transferRow({ bridge: 1, atSec: at(300), txHash: '0x1' }),
    transferRow({ bridge: 2, atSec: at(1, 5), txHash: '0xc', fromAddress: '0xuser' }),
    // Ten events of one second, in one transaction.
    ...Array.from({ length: 10 }, (_, logIndex) =>
      transferRow({ bridge: 3, atSec: at(2), txHash: '0xtie', logIndex, valueUsd: logIndex }),
    ),
    transferRow({ bridge: 9, atSec: at(1), txHash: '0xnobody' }),
  ])
})

afterAll(() => app.stop())

const listOf = (query: string) =>
  bodyOf<Row[]>(app, `/bridges/transactions/${query}`, { pro: true })
const sides = (rows: Row[]) =>
  rows.map(({ tx_hash, is_deposit }) => `${tx_hash} ${is_deposit ? 'in' : 'out'}`)

test('default: the last seven days, newest first', async () => {
  const rows = await listOf('1')
  expect(sides(rows)).toEqual(['0x9 in', '0x5 out', '0x5 in', '0x4 out', '0x4 in', '0x3 out'])
  expect(rows[0]).toEqual({
    tx_hash: '0x9',
    ts: '2026-01-14T09:00:00.000Z',
    tx_block: null,
    tx_from: '0xuser',
    tx_to: '0xbridge',
    token: '0xusdc',
    coin: 'ethereum:0xusdc',
    amount: BIG,
    is_deposit: true,
    chain: 'Ethereum',
    bridge_name: 'harbor',
    usd_value: 12.34,
    // A deposit comes from where it was made.
    sourceChain: 'Ethereum',
  })
  expect(rows[1]).toMatchObject({
    chain: 'OP Mainnet',
    sourceChain: 'Ethereum',
    usd_value: 100,
    tx_block: 1_000,
  })
  expect(rows[3]).toMatchObject({ usd_value: null, chain: 'Ethereum', sourceChain: 'OP Mainnet' })
  expect(rows[5]).toMatchObject({ sourceChain: null, token: 'AbC', coin: 'solana:AbC' })
})

test('default: on the bridge root the detail and the same list', async () => {
  const { transactions, ...detail } = await bodyOf<Wrapped>(app, '/transactions/1')
  expect(transactions).toEqual(await listOf('1'))
  expect(detail).toEqual(await bodyOf(app, '/bridge/1'))
  expect([...Value.Errors(listTransactions.response, { ...detail, transactions })]).toEqual([])
})

test('default: all bridges', async () => {
  const rows = await listOf('all?limit=5')
  // At the same time the bridge of the higher number comes first.
  expect(sides(rows)).toEqual(['0x9 in', '0x5 out', '0xc in', '0x5 in', '0x4 out'])
  const body = await bodyOf<Wrapped>(app, '/transactions/all?limit=5')
  expect(body.transactions).toEqual(rows)
  // 12.34 of today, and yesterday 100 twice of bridge 1 and once of bridge 2.
  expect(body).toMatchObject({
    id: null,
    name: 'all',
    currentDayVolume: 6.17,
    lastDailyVolume: 150,
    prevDayTxs: { deposits: 2, withdrawals: 1 },
  })
})

test.each(['startTimestamp', 'starttimestamp'])('default: a range, with %s', async (start) => {
  const end = start === 'startTimestamp' ? 'endtimestamp' : 'endTimestamp'
  for (const [path, pro] of [
    ['/transactions/1', false],
    ['/bridges/transactions/1', true],
  ] as const) {
    const body = await bodyOf<Row[] | Wrapped>(
      app,
      `${path}?${start}=${at(2, 4)}&${end}=${at(1, 5)}`,
      { pro },
    )
    expect(sides('transactions' in body ? body.transactions : body)).toEqual([
      '0x5 in',
      '0x4 out',
      '0x4 in',
    ])
  }
  expect(sides(await listOf(`1?${start}=0`))).toEqual([
    '0x9 in',
    '0x5 out',
    '0x5 in',
    '0x4 out',
    '0x4 in',
    '0x3 out',
    '0x2 in',
    '0x1 in',
  ])
  expect(sides(await listOf(`1?${end}=${at(20)}`))).toEqual([])
  expect(sides(await listOf(`1?${end}=${at(7)}`))).toEqual(['0x2 in'])
})

test.each([
  ['before the first transfer', `${at(400)}`, `${at(301)}`],
  ['after the last one', `${at(0, 10)}`, `${at(-30)}`],
  ['in the far future', '4294967290', '4294967295'],
])('behavior: nothing %s', async (_, from, to) => {
  expect(await listOf(`1?startTimestamp=${from}&endTimestamp=${to}`)).toEqual([])
})

test.each(['sourceChain', 'sourcechain'])('default: one source chain, with %s', async (name) => {
  expect(sides(await listOf(`1?${name}=OP%20Mainnet`))).toEqual(['0x4 out', '0x4 in'])
  expect(sides(await listOf(`1?${name}=ethereum`))).toEqual(['0x9 in', '0x5 out', '0x5 in'])
  expect(await listOf(`1?${name}=base`)).toEqual([])
  const { transactions } = await bodyOf<Wrapped>(app, `/transactions/1?${name}=10`)
  expect(sides(transactions)).toEqual(['0x4 out', '0x4 in'])
})

test('default: an address, as sender or receiver, in any spelling, of all time', async () => {
  expect(sides(await listOf('1?address=ethereum:0xUSER'))).toEqual([
    '0x9 in',
    '0x5 in',
    '0x4 out',
    '0x2 in',
    '0x1 in',
  ])
  expect(sides(await listOf('1?address=OP%20Mainnet:0xuser'))).toEqual(['0x5 out', '0x4 in'])
  expect(sides(await listOf(`all?address=eth:0xuser&startTimestamp=${at(1)}`))).toEqual([
    '0x9 in',
    '0xc in',
    '0x5 in',
  ])
  expect(sides(await listOf('1?address=solana:UserA'))).toEqual(['0x3 out'])
  expect(await listOf('1?address=solana:usera')).toEqual([])
  expect(sides(await listOf('1?address=ethereum:0xuser&sourceChain=optimism'))).toEqual(['0x4 out'])
})

test('default: a limit, and the rest by cursor, through a tie of ten', async () => {
  const whole = await listOf('3')
  expect(whole.map(({ usd_value }) => usd_value)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  const pages: Row[][] = []
  let cursor = ''
  for (let more = true; more; ) {
    const { status, body, headers } = await app.get(
      `/bridges/transactions/3?limit=4&cursor=${cursor}`,
      { pro: true },
    )
    expect(status).toBe(200)
    pages.push(body as Row[])
    more = headers['x-has-more'] === 'true'
    expect(headers['x-next-cursor'] === undefined).toBe(!more)
    cursor = String(headers['x-next-cursor'] ?? '')
  }
  expect(pages.map((page) => page.length)).toEqual([4, 4, 2])
  expect(pages.flat()).toEqual(whole)
})

test('behavior: a cursor holds its place while newer transfers come in, and on both roots', async () => {
  const first = await app.get('/transactions/2?limit=1&startTimestamp=0')
  expect(first.headers['x-has-more']).toBe('false')
  await putAt(app, '2026-01-14T10:10:00Z', bridgeTransfers, [
    transferRow({ bridge: 2, atSec: at(0, 8), txHash: '0xnew' }),
    transferRow({ bridge: 2, atSec: at(1, 4), txHash: '0xold' }),
  ])
  const second = await app.get('/transactions/2?limit=1&startTimestamp=0')
  expect(sides((second.body as Wrapped).transactions)).toEqual(['0xnew in'])
  await putAt(app, '2026-01-14T10:20:00Z', bridgeTransfers, [
    transferRow({ bridge: 2, atSec: at(0, 9), txHash: '0xnewest' }),
  ])
  const third = await bodyOf<Wrapped>(
    app,
    `/transactions/2?limit=9&startTimestamp=0&cursor=${second.headers['x-next-cursor']}`,
  )
  expect(sides(third.transactions)).toEqual(['0xc in', '0xold in'])
  expect(sides(await listOf('2?asOf=2026-01-14T10:05:00Z'))).toEqual(['0xc in'])
})

test('behavior: a correction that no longer fits is not listed, one that now fits is', async () => {
  const wrong = transferRow({
    bridge: 3,
    atSec: at(1, 3),
    txHash: '0xfix',
    fromAddress: '0xfred',
    sourceChain: 'base',
    valueUsd: 5,
  })
  await putAt(app, '2026-01-14T10:30:00Z', bridgeTransfers, [
    wrong,
    { ...wrong, atSec: at(1, 3) + 1, txHash: '0xstays' },
  ])
  expect(sides(await listOf('3?address=ethereum:0xfred'))).toEqual(['0xstays in', '0xfix in'])
  await putAt(app, '2026-01-14T10:40:00Z', bridgeTransfers, [
    { ...wrong, fromAddress: '0xgina', sourceChain: 'bsc', valueUsd: 6 },
  ])
  expect(sides(await listOf('3?address=ethereum:0xfred'))).toEqual(['0xstays in'])
  expect(sides(await listOf('3?address=ethereum:0xgina'))).toEqual(['0xfix in'])
  expect(sides(await listOf('3?sourceChain=base'))).toEqual(['0xstays in'])
  expect((await listOf('3?limit=2')).map(({ usd_value }) => usd_value)).toEqual([5, 6])
  expect(sides(await listOf('3?address=ethereum:0xfred&asOf=2026-01-14T10:35:00Z'))).toEqual([
    '0xstays in',
    '0xfix in',
  ])
  // The first page of one row is the one that was corrected away: the next takes its place.
  expect(sides(await listOf('3?sourceChain=base&limit=1'))).toEqual(['0xstays in'])
  expect(sides(await listOf(`3?sourceChain=base&endTimestamp=${at(1, 3)}`))).toEqual([])
})

test('behavior: an address that a correction moved from one end to the other is listed once, as corrected', async () => {
  const row = transferRow({
    bridge: 3,
    atSec: at(1, 7),
    txHash: '0xturn',
    fromAddress: '0xhal',
    toAddress: '0xida',
    valueUsd: 1,
  })
  await putAt(app, '2026-01-14T10:50:00Z', bridgeTransfers, [row])
  await putAt(app, '2026-01-14T10:51:00Z', bridgeTransfers, [
    { ...row, fromAddress: '0xida', toAddress: '0xhal', valueUsd: 2 },
  ])
  for (const address of ['0xhal', '0xida'])
    expect(await listOf(`3?address=ethereum:${address}`)).toMatchObject([{ usd_value: 2 }])
  const self = {
    ...row,
    atSec: at(1, 8),
    txHash: '0xself',
    fromAddress: '0xjon',
    toAddress: '0xjon',
  }
  await putAt(app, '2026-01-14T10:52:00Z', bridgeTransfers, [self])
  expect(sides(await listOf('3?address=ethereum:0xjon'))).toEqual(['0xself in'])
})

test.each([
  ['limit=6001', 'limit'],
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=abc', 'limit'],
  ['limit=1.5', 'limit'],
  ['startTimestamp=abc', 'startTimestamp'],
  ['starttimestamp=-5', 'starttimestamp'],
  ['endTimestamp=1768392000000', 'endTimestamp'],
  ['startTimestamp=1700000001&endtimestamp=1700000000', 'startTimestamp'],
  ['address=0xuser', 'address'],
  ['address=ethereum:', 'address'],
  ['address=:0xuser', 'address'],
  ['cursor=abc', 'cursor'],
  ['cursor=%7B%7D', 'cursor'],
])('error: 400 for %s', async (query, name) => {
  for (const path of ['/transactions/1', '/bridges/transactions/1']) {
    const { status, body } = await app.get(`${path}?${query}`, { pro: path.startsWith('/bridges') })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: 'invalid_parameter',
      message: expect.stringContaining(`\`${name}\``),
    })
  }
})

test('behavior: 1 and 6000 are limits', async () => {
  expect(await listOf('1?limit=1')).toHaveLength(1)
  expect(await listOf('1?limit=6000')).toHaveLength(6)
})

test.each(['abc', '-1', '0', '1.5', '2147483648', 'ALL'])(
  'error: 400 for the bridge %s',
  async (id) => {
    const { status, body } = await app.get(`/transactions/${id}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: expect.stringContaining('`id`') })
  },
)

test.each([
  '/transactions/9',
  '/transactions/1?sourceChain=Nowhere',
  '/transactions/1?address=nowhere:0xuser',
])('error: 404 for %s', async (url) => {
  const { status, body } = await app.get(url)
  expect(status).toBe(404)
  expect(body).toMatchObject({ error: 'not_found' })
})
