import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSmallWorld } from '../../../test/support/small-world.ts'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { prices } from '../../domains/coins/facts.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  await fillSmallWorld(app)
})
afterAll(() => app.stop())

describe('CORS', () => {
  const origin = { origin: 'https://example.org' }

  test.each(['/protocols', '/api/protocols', '/anything/at/all', '/health'])(
    'behavior: a preflight for %s is let through',
    async (url) => {
      const response = await app.get(url, {
        method: 'OPTIONS',
        headers: { ...origin, 'access-control-request-method': 'GET' },
      })
      expect([response.status, response.body]).toEqual([204, ''])
      expect(response.headers['access-control-allow-origin']).toBe('*')
      expect(response.headers['access-control-allow-methods']).toBe('GET, HEAD, POST, OPTIONS')
      expect(response.headers['access-control-allow-headers']).toContain('X-API-Key')
      expect(response.headers['access-control-allow-headers']).toContain('If-None-Match')
      expect(response.headers['access-control-max-age']).toBe('86400')
      expect(response.headers).not.toHaveProperty('content-length')
    },
  )

  test.each([
    ['/protocols', 200],
    ['/protocol/nobody', 404],
    ['/nowhere', 404],
    ['/api/protocols', 401],
    ['/%', 400],
    ['/health', 200],
    ['/openapi.json', 200],
  ])('behavior: %s may be read from any page (%i)', async (url, status) => {
    const response = await app.get(url, { headers: origin })
    expect(response.status).toBe(status)
    expect(response.headers['access-control-allow-origin']).toBe('*')
    expect(response.headers['access-control-expose-headers']).toContain('ETag')
    expect(response.headers['access-control-expose-headers']).toContain('X-Credits-Remaining')
    expect(response.headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('request ids', () => {
  test('behavior: every response has its own', async () => {
    const urls = ['/protocols', '/protocols', '/nowhere', '/health', '/metrics', '/%']
    const ids: unknown[] = []
    for (const url of urls) ids.push((await app.get(url)).headers['x-request-id'])
    expect(ids.every((id) => typeof id === 'string' && id !== '')).toBe(true)
    expect(new Set(ids).size).toBe(urls.length)
  })

  test('behavior: a caller cannot choose it', async () => {
    expect(
      (await app.get('/protocols', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } }))
        .headers['x-request-id'],
    ).not.toBe('mine')
  })
})

describe('paths and queries', () => {
  test('behavior: an unknown query parameter is ignored', async () => {
    const [plain, noisy] = [
      await app.get('/v2/chains'),
      await app.get('/v2/chains?utm_source=x&x[]=1&__proto__=1&constructor=2'),
    ]
    expect(noisy.status).toBe(200)
    expect(noisy.body).toEqual(plain.body)
  })

  test('behavior: of a name given twice the last one counts', async () => {
    expect((await app.get('/protocols?fields=name&fields=tvl')).body).toEqual([
      { tvl: 1_250_000 },
      { tvl: 500_000 },
    ])
  })

  test('behavior: an empty value means the default', async () => {
    expect(
      (await app.get('/chart/aggregator:bitcoin?span=&period=&start=&searchWidth=&asOf=')).status,
    ).toBe(200)
  })

  test('behavior: a slash at the end does not matter', async () => {
    expect((await app.get('/v2/chains/')).status).toBe(200)
  })

  test('behavior: names in a path may be escaped', async () => {
    for (const name of ['example%2Dswap', 'Example%20Swap', 'EXAMPLE-SWAP'])
      expect((await app.get(`/tvl/${name}`)).body).toBe(1_250_000)
    const response = await app.get('/prices/current/aggregator%3Abitcoin')
    expect(response.body).toHaveProperty(['coins', 'aggregator:bitcoin'])
  })

  test('behavior: an escaped slash is part of a name, not of the path', async () => {
    expect((await app.get('/tvl/example%2Fswap')).status).toBe(404)
  })
})

describe('asOf', () => {
  test('behavior: Unix seconds and ISO 8601 mean the same', async () => {
    await app.put(prices, [
      { coin: 'aggregator:ether', atSec: NOW_SEC - 60, priceUsd: 3_000, confidence: 1 },
    ])
    const bodies: unknown[] = []
    for (const asOf of [
      NOW_SEC,
      new Date(NOW_SEC * 1000).toISOString(),
      '2026-01-14T13:00:00+01:00'.replace('+', '%2B'),
    ]) {
      bodies.push((await app.get(`/prices/current/aggregator:ether?asOf=${asOf}`)).body)
    }
    expect(bodies[0]).toMatchObject({ coins: { 'aggregator:ether': { price: 3_000 } } })
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[2]).toEqual(bodies[0])
  })

  test('behavior: before the first run nothing was known', async () => {
    expect((await app.get('/protocols?asOf=0')).body).toEqual([])
    expect((await app.get('/prices/current/aggregator:bitcoin?asOf=1')).body).toEqual({ coins: {} })
  })
})
