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

const BY_CHAIN = [
  { date: at(5), tvl: { Ethereum: 100, BSC: 10 } },
  { date: at(4), tvl: { Ethereum: 1_370 } },
  { date: at(3), tvl: { Ethereum: 1_300 } },
  { date: at(2), tvl: { Ethereum: 1_500, 'World Chain': 42 } },
  { date: at(1), tvl: { Ethereum: 1_500, 'World Chain': 42, 'OP Mainnet': 8 } },
  { date: at(0), tvl: { Ethereum: 1_500, 'World Chain': 42, 'OP Mainnet': 8, 'My Chain': 3 } },
]
const SUMS = [110, 1_370, 1_300, 1_542, 1_550, 1_553].map((tvl, index) => ({
  date: at(5 - index),
  tvl,
}))

test.each([
  ['default: one number a day on the free root', '/v2/historicalChainTvl', false, SUMS],
  ['behavior: an object by chain on the pro root', '/api/v2/historicalChainTvl', true, BY_CHAIN],
  [
    'behavior: breakdown=true gives the object on the free root',
    '/v2/historicalChainTvl?breakdown=true',
    false,
    BY_CHAIN,
  ],
  [
    'behavior: breakdown=false gives the number on the pro root',
    '/api/v2/historicalChainTvl?breakdown=false',
    true,
    SUMS,
  ],
  [
    'behavior: clientShapes gives the number on the pro root',
    '/api/v2/historicalChainTvl?clientShapes=true',
    true,
    SUMS,
  ],
  [
    'behavior: breakdown wins',
    '/api/v2/historicalChainTvl?clientShapes=true&breakdown=true',
    true,
    BY_CHAIN,
  ],
  [
    'behavior: start and end',
    `/v2/historicalChainTvl?start=${at(3) - 1}&end=${at(1) - 1}`,
    false,
    SUMS.slice(2, 4),
  ],
])('%s', async (_, url, pro, expected) => {
  const body = await bodyOf(app, url, { pro })
  expect(body).toEqual(expected)
})

test('error: 400 when breakdown is neither true nor false', async () => {
  expect(await app.get('/v2/historicalChainTvl?breakdown=no')).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter' },
  })
})
