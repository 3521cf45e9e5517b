import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSmallWorld } from '../../../test/support/small-world.ts'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { usedBytes } from '../../../test/support/used-memory.ts'
import { ResponseCache } from '../../cache/responses.ts'
import { renderJson } from '../render/render-json.ts'
import { defineRoute } from '../route.ts'
import { shape } from '../schemas.ts'
import { CachedResponse } from './cached-response.ts'

const MB = 1_000_000
// What a small response may take in the cache, whatever was asked to get it.
const MAX_BYTES_PER_RESPONSE = 8_000

async function growthOf(work: () => Promise<unknown>): Promise<number> {
  const before = await usedBytes()
  await work()
  return (await usedBytes()) - before
}

describe('long requests with small responses', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.start()
    await fillSmallWorld(app)
  })
  afterAll(() => app.stop())

  async function post(call: number): Promise<void> {
    const names = Array.from({ length: 500 }, (_, name) => `${call}:${name}:`.padEnd(2_000, 'x'))
    const coins = Object.fromEntries(names.map((name) => [name, [NOW_SEC]]))
    const { status, body } = await app.post('/coins/batchHistorical', { coins }, { pro: true })
    expect([status, body]).toEqual([200, { coins: {} }])
  }

  async function get(call: number): Promise<void> {
    const name = `${call}:`.padEnd(30_000, 'x')
    const { status, body } = await app.get(`/prices/historical/${NOW_SEC}/${name}`)
    expect([status, body]).toEqual([200, { coins: {} }])
  }

  test('behavior: 10 bodies of 500 names of 2,000 characters leave nothing of themselves', async () => {
    for (let call = 0; call < 3; call++) await post(-call)
    const growth = await growthOf(async () => {
      for (let call = 1; call <= 10; call++) await post(call)
    })
    // It was 0.7 MB each: the cache held them as keys until its budget was used up.
    expect(growth).toBeLessThan(10 * MAX_BYTES_PER_RESPONSE + MB)
  })

  test('behavior: 200 URLs of 30,000 characters leave nothing of themselves', async () => {
    for (let call = 0; call < 20; call++) await get(-call)
    const growth = await growthOf(async () => {
      for (let call = 1; call <= 200; call++) await get(call)
    })
    // It was 70 kB each: the URL as a key, and 64 kB of memory behind each body.
    expect(growth).toBeLessThan(200 * MAX_BYTES_PER_RESPONSE + MB)
  })
})

describe('what the cache counts is what it takes', () => {
  const route = defineRoute({
    id: 'test.get',
    summary: '',
    describe: '',
    paths: { free: '/test' },
    response: shape({}),
    example: {},
    reads: [],
    handler: async () => null,
  })
  const requestTime = { run: 1, nowSec: 0, version: '1.0', isPast: false, isSettled: false }

  test.each([
    ['empty bodies', 0, 5_000],
    ['bodies of 3 kB', 3_000, 2_000],
    ['bodies of 11 kB', 11_000, 1_000],
    ['bodies of 200 kB', 200_000, 100],
  ])('behavior: %s', async (_, length, count) => {
    const cache = new ResponseCache<CachedResponse>(500 * MB)
    const fill = async () => {
      for (let index = 0; index < count; index++) {
        // Random figures, which hardly get smaller when they are compressed.
        const numbers = Array.from({ length: length / 20 }, () => Math.random())
        const plain = await renderJson(numbers)
        const make = async () => {
          const response = new CachedResponse(
            { route, root: 'free', requestTime, etag: `${index}`, format: 'json' },
            plain,
          )
          await response.encode(response.encodingFor('gzip'))
          return response
        }
        const key = `${index}`.padEnd(43, 'k')
        await cache.get(key, '1.0', make)
        cache.addUrl(key, `/test/${index}`)
      }
    }
    const growth = await growthOf(fill)
    expect(growth / cache.bytes).toBeLessThan(1.15)
  })
})
