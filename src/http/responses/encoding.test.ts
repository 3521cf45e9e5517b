import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillManyProtocols, fillSmallWorld } from '../../../test/support/small-world.ts'
import { TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  await fillSmallWorld(app)
  await fillManyProtocols(app, 40)
})
afterAll(() => app.stop())

function ask(encoding: string | undefined, url = '/protocols', method: 'GET' | 'HEAD' = 'GET') {
  return app.app.server.inject({
    method,
    url,
    headers: encoding === undefined ? {} : { 'accept-encoding': encoding },
  })
}

describe('compression', () => {
  test('behavior: gzip and brotli bodies decode to the plain one, each with a tag of its own', async () => {
    const plain = await ask(undefined)
    const gzip = await ask('gzip')
    const brotli = await ask('gzip, deflate, br')
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect([plain, gzip, brotli].map((response) => response.headers['content-encoding'])).toEqual([
      undefined,
      'gzip',
      'br',
    ])
    expect(
      [plain, gzip, brotli].map((response) => Number(response.headers['content-length'])),
    ).toEqual([plain, gzip, brotli].map((response) => response.rawPayload.length))
    expect(new Set([plain, gzip, brotli].map((response) => response.headers.etag)).size).toBe(3)
    expect([plain, gzip, brotli].map((response) => response.headers.vary)).toEqual(
      Array(3).fill('Accept-Encoding'),
    )
  })

  test.each([
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['*', 'gzip'],
    ['', undefined],
    ['GZIP', 'gzip'],
  ])('behavior: Accept-Encoding %j is answered with %s', async (header, encoding) => {
    const response = await ask(header)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-encoding']).toBe(encoding)
  })

  test('behavior: a small body travels as it is', async () => {
    const response = await ask('gzip, br', '/v2/chains')
    expect(response.rawPayload.length).toBeLessThan(1_024)
    expect(response.headers).not.toHaveProperty('content-encoding')
    expect(response.headers.etag).toMatch(/^"[\w-]{22}"$/)
  })

  test('behavior: a response that is not cached is compressed too', async () => {
    const coins = Array.from({ length: 60 }, (_, index) => `aggregator:coin-${index}`).join(',')
    const url = `/prices/current/${coins}?include=missing`
    const [plain, gzip] = [await ask(undefined, url), await ask('gzip', url)]
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
  })
})

describe('HEAD', () => {
  test.each([undefined, 'gzip', 'br'])(
    'behavior: the headers of GET with encoding %s, without the body',
    async (encoding) => {
      const [get, head] = [await ask(encoding), await ask(encoding, '/protocols', 'HEAD')]
      const { date, 'x-request-id': id, ratelimit, ...headers } = head.headers
      expect(head.statusCode).toBe(200)
      expect(head.rawPayload.length).toBe(0)
      expect(get.headers).toMatchObject(headers)
      expect([typeof date, typeof id, typeof ratelimit]).toEqual(['string', 'string', 'string'])
    },
  )

  test('error: 404 without a body', async () => {
    const response = await ask(undefined, '/protocol/nobody', 'HEAD')
    expect([response.statusCode, response.rawPayload.length]).toEqual([404, 0])
    expect(Number(response.headers['content-length'])).toBeGreaterThan(0)
  })
})
