import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClickHouseServer } from '../../../test/support/clickhouse/start-server.ts'
import { takeClickHouse } from '../../../test/support/clickhouse/worker-server.ts'
import { exportFact } from '../export.ts'
import { openTestStore, type TestStore } from './store-for-tests.ts'

let server: ClickHouseServer
let it: TestStore

beforeAll(async () => {
  server = await takeClickHouse()
  it = await openTestStore(server.url)
})

afterAll(async () => {
  await it.close()
})

const CSV =
  'coin,atSec,priceUsd,confidence\nbtc,1,0.30000000000000004,\nbad,1,x,\nodd,1,1,\nodd,1,2,\nsame,1,1,0.5\nsame,1,1,0.5\nhigh,1,2e9,\n'

test('behavior: a server gets the checked rows of a file it cannot see, whole, with the same rejects', async () => {
  const summary = await it.import('prices', await it.file('prices.csv', CSV))
  expect(summary).toMatchObject({ run: 1, accepted: 2, rejected: 3, held: 1 })
  expect((await it.rejects(summary)).map(({ row, reason }) => [row, reason])).toEqual([
    [2, 'priceUsd: not a number ("x")'],
    [3, 'row 4 has the same coin, atSec and another priceUsd ("2")'],
    [4, 'row 3 has the same coin, atSec and another priceUsd ("1")'],
  ])
  expect(await it.rows('prices')).toEqual([
    { coin: 'btc', atSec: 1, priceUsd: 0.1 + 0.2, confidence: null, quality: 'ok' },
    { coin: 'same', atSec: 1, priceUsd: 1, confidence: 0.5, quality: 'ok' },
  ])
})

test('behavior: every kind of column arrives, also a second time in the same process', async () => {
  const csv =
    'chain,pool,atSec,users,stable,tags,apyPct,symbol\neth,a,1,5,true,x|y,,USDC\neth,b,1,5,false,,1.5,\n'
  expect(await it.import('pools', await it.file('pools.csv', csv))).toMatchObject({
    accepted: 2,
    alreadyKnown: false,
  })
  expect(await it.import('pools', `${it.folder}/pools.csv`)).toMatchObject({
    alreadyKnown: true,
    run: 2,
  })
  const none = { rank: null, open: null, note: null, quality: 'ok' }
  expect(await it.rows('pools')).toEqual([
    {
      chain: 'eth',
      pool: 'a',
      atSec: 1,
      users: 5,
      stable: true,
      tags: ['x', 'y'],
      apyPct: null,
      symbol: 'USDC',
      ...none,
    },
    {
      chain: 'eth',
      pool: 'b',
      atSec: 1,
      users: 5,
      stable: false,
      tags: [],
      apyPct: 1.5,
      symbol: null,
      ...none,
    },
  ])
})

test('error: what stops an import leaves nothing on the server', async () => {
  const path = await it.file('late.csv', 'coin,atSec,priceUsd\nnew,1,1\nb,20260-01-01,1\n')
  await expect(it.import('prices', path)).rejects.toThrow(
    'late.csv, row 2: atSec: 20260-01-01 is past the year 2105',
  )
  expect(await it.rows('prices')).toHaveLength(2)
})

test('behavior: an export streams from the server and is already known when it comes back', async () => {
  for (const format of ['csv', 'ndjson', 'parquet'] as const) {
    const chunks: Uint8Array[] = []
    const write = async (bytes: Uint8Array) => {
      chunks.push(bytes)
    }
    expect(await exportFact(it.store, { fact: 'pools', format, write })).toEqual({ rows: 2 })
    expect(
      await it.import('pools', await it.file(`pools-back.${format}`, Buffer.concat(chunks))),
    ).toMatchObject({
      alreadyKnown: true,
      run: 2,
    })
  }
})
