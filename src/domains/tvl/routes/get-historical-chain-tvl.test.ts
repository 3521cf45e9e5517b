import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { at, bodyOf } from '../facts-for-tests.ts'
import { putHistory } from './history-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putHistory(app)
})

afterAll(() => app.stop())

// Swap has no record four, two and one days ago: the next one stands for those days. Quiet keeps
// its value, Dead does not.
const ETHEREUM = [
  { date: at(5), tvl: 100 },
  { date: at(4), tvl: 300 + 1_000 + 70 },
  { date: at(3), tvl: 300 + 1_000 },
  { date: at(2), tvl: 500 + 1_000 },
  { date: at(1), tvl: 500 + 1_000 },
  { date: at(0), tvl: 500 + 1_000 },
]
test.each([
  ['default', '/v2/historicalChainTvl/Ethereum', ETHEREUM],
  [
    'behavior: a chain that lost its protocols ends',
    '/v2/historicalChainTvl/bsc',
    [{ date: at(5), tvl: 10 }],
  ],
  [
    'behavior: start and end',
    `/v2/historicalChainTvl/ethereum?start=${at(4)}&end=${at(3)}`,
    ETHEREUM.slice(1, 3),
  ],
])('%s', async (_, url, expected) => {
  const body = await bodyOf(app, url)
  expect(body).toEqual(expected)
  expect(await bodyOf(app, `/api${url}`, { pro: true })).toEqual(expected)
})

test.each([
  'OP%20Mainnet',
  'op-mainnet',
  'OP-MAINNET',
  'optimism',
  'Optimism',
  '10',
  'op',
  'Op_Mainnet',
])('behavior: found as %s', async (name) => {
  expect(await bodyOf(app, `/v2/historicalChainTvl/${name}`)).toEqual([
    { date: at(1), tvl: 8 },
    { date: at(0), tvl: 8 },
  ])
})

test.each(['My%20Chain', 'my-chain', 'MYCHAIN'])(
  'behavior: a chain that only the facts know, found as %s',
  async (name) => {
    expect(await bodyOf(app, `/v2/historicalChainTvl/${name}`)).toEqual([{ date: at(0), tvl: 3 }])
  },
)

test('error: 404 when the chain has no record, also when only uncounted protocols are on it', async () => {
  for (const chain of ['Solana', 'Base']) {
    expect(await app.get(`/v2/historicalChainTvl/${chain}`)).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    })
  }
})

test('error: 404 with near names when nothing is called so', async () => {
  expect(await app.get('/v2/historicalChainTvl/Etherium')).toMatchObject({
    status: 404,
    body: { suggestions: ['Ethereum'] },
  })
})
