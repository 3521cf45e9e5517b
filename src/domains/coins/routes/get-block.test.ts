import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { blocks } from '../facts.ts'
import { DAY, expectDeclared, HOUR } from '../price-facts-for-tests.ts'
import { getBlock } from './get-block.ts'

const TIMESTAMP = NOW_SEC - 10 * DAY
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  const block = (chain: string, atSec: number, height: number) => ({ chain, atSec, height })
  await app.put(blocks, [
    block('ethereum', TIMESTAMP - 24, 100),
    block('ethereum', TIMESTAMP - 12, 101),
    block('ethereum', TIMESTAMP, 102),
    block('ethereum', TIMESTAMP + 12, 103),
    block('optimism', TIMESTAMP - HOUR, 500),
    block('bsc', TIMESTAMP - HOUR - 1, 700),
    block('base', TIMESTAMP + 1, 900),
    { ...block('polygon', TIMESTAMP, 999), quality: 'held' },
    block('polygon', TIMESTAMP - 2, 800),
    block('avax', TIMESTAMP, 4),
  ])
  await app.put(blocks, [block('avax', TIMESTAMP, 40)])
})

afterAll(() => app.stop())

test('default: the block at the timestamp', async () => {
  const { status, body } = await app.get(`/block/ethereum/${TIMESTAMP}`)
  expect(status).toBe(200)
  expect(body).toEqual({ height: 102, timestamp: TIMESTAMP })
  expectDeclared(getBlock, body)
})

test('behavior: free and pro agree', async () => {
  expect((await app.get(`/coins/block/ethereum/${TIMESTAMP}`, { pro: true })).body).toEqual({
    height: 102,
    timestamp: TIMESTAMP,
  })
})

describe('the newest at or before', () => {
  test('behavior: between two blocks the one before, even when the next is nearer', async () => {
    expect((await app.get(`/block/ethereum/${TIMESTAMP - 1}`)).body).toEqual({
      height: 101,
      timestamp: TIMESTAMP - 12,
    })
  })

  test('behavior: a block exactly an hour before is taken', async () => {
    expect((await app.get(`/block/optimism/${TIMESTAMP}`)).body).toEqual({
      height: 500,
      timestamp: TIMESTAMP - HOUR,
    })
  })

  test('error: 404 when the newest is more than an hour before', async () => {
    expect(await app.get(`/block/bsc/${TIMESTAMP}`)).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    })
  })

  test('error: 404 when there is only a later one', async () => {
    expect((await app.get(`/block/base/${TIMESTAMP}`)).status).toBe(404)
  })

  test('error: 404 when the chain has no blocks', async () => {
    expect((await app.get(`/block/solana/${TIMESTAMP}`)).status).toBe(404)
  })

  test('behavior: a held block is never served', async () => {
    expect((await app.get(`/block/polygon/${TIMESTAMP}`)).body).toEqual({
      height: 800,
      timestamp: TIMESTAMP - 2,
    })
  })

  test('behavior: a correction replaces the height', async () => {
    expect((await app.get(`/block/avax/${TIMESTAMP}`)).body).toEqual({
      height: 40,
      timestamp: TIMESTAMP,
    })
  })

  test.each([0, 4_294_967_295])('error: 404 at second %d', async (timestamp) => {
    expect((await app.get(`/block/ethereum/${timestamp}`)).status).toBe(404)
  })
})

describe('the chain', () => {
  test.each(['OP Mainnet', 'op-mainnet', 'optimism', 'Optimism', '10', 'OP', 'op_mainnet'])(
    'behavior: %s is Optimism',
    async (chain) => {
      expect(
        (await app.get(`/block/${encodeURIComponent(chain)}/${TIMESTAMP}`)).body,
      ).toMatchObject({
        height: 500,
      })
    },
  )

  test('error: 404 with the nearest names when the chain is unknown', async () => {
    expect(await app.get(`/block/etherium/${TIMESTAMP}`)).toMatchObject({
      status: 404,
      body: { error: 'not_found', suggestions: expect.arrayContaining(['Ethereum']) },
    })
  })

  test.each(['-1', '1-0'])(
    'error: 404 when the chain is %s, which is no chain id',
    async (chain) => {
      expect((await app.get(`/block/${chain}/${TIMESTAMP}`)).status).toBe(404)
    },
  )
})

test.each(['abc', '-5', '1e9', '4294967296', 'NaN', '2026-01-01'])(
  'error: 400 when the timestamp is %s',
  async (timestamp) => {
    expect(await app.get(`/block/ethereum/${timestamp}`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
  },
)
