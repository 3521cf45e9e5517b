import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSmallWorld } from '../../../test/support/small-world.ts'
import { TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start({ ALMANAC_FREE_RATE: '3', ALMANAC_TRUST_PROXY: 'on' })
  await fillSmallWorld(app)
})
afterAll(() => app.stop())

const from = (address: string, more = {}) => ({ headers: { 'x-forwarded-for': address, ...more } })

async function statusesOf(urls: readonly string[], addresses: readonly string[]) {
  const statuses: number[] = []
  for (const [index, url] of urls.entries()) {
    const address = addresses[index % addresses.length] ?? ''
    statuses.push((await app.get(url, from(address))).status)
  }
  return statuses
}

describe('what counts against the limit of a caller', () => {
  test('behavior: paths that do not exist', async () => {
    const urls = ['/nothing', '/no/such', '/nothing', '/nothing', '/v2/chains']
    expect(await statusesOf(urls, ['192.0.2.1'])).toEqual([404, 404, 404, 429, 429])
  })

  test('behavior: methods that are not offered, and paths that cannot be read', async () => {
    const put = () => app.get('/v2/chains', { method: 'PUT', ...from('192.0.2.2') })
    expect([(await put()).status, (await put()).status]).toEqual([405, 405])
    expect(await statusesOf(['/%zz', '/%zz'], ['192.0.2.2'])).toEqual([400, 429])
  })

  test('behavior: the description of the API; health, readiness and the reference page do not', async () => {
    const urls = ['/openapi.json', '/health', '/ready', '/docs', '/openapi.json', '/openapi.json']
    expect(await statusesOf(urls, ['192.0.2.3'])).toEqual([200, 200, 200, 200, 200, 200])
    expect(await statusesOf(['/openapi.json', '/health'], ['192.0.2.3'])).toEqual([429, 200])
  })

  test('behavior: what is left is told with a 404', async () => {
    const { headers } = await app.get('/nothing', from('192.0.2.4'))
    expect(headers.ratelimit).toBe('"default";r=2;t=60')
  })

  test('behavior: all addresses of an IPv6 /64 together, and those of the next one apart', async () => {
    const same = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8::1:0:0:0:3']
    const urls = ['/v2/chains', '/v2/chains', '/v2/chains', '/v2/chains']
    expect(await statusesOf(urls, same)).toEqual([200, 200, 200, 429])
    expect(await statusesOf(['/v2/chains'], ['2001:db8:0:2::1'])).toEqual([200])
  })

  test('behavior: who sends no address in a header is counted by the connection', async () => {
    const urls = ['/v2/chains', '/v2/chains', '/v2/chains', '/v2/chains']
    expect(await statusesOf(urls, ['x', 'y'.repeat(2_000), 'unknown', 'z'])).toEqual([
      200, 200, 200, 429,
    ])
  })
})

describe('/openapi.json', () => {
  test('default: compressed in the encoding the caller accepts', async () => {
    const plain = await app.app.server.inject({ url: '/openapi.json', ...from('192.0.2.10') })
    const [gzip, brotli] = await Promise.all(
      ['gzip', 'br'].map((encoding) =>
        app.app.server.inject({
          url: '/openapi.json',
          ...from('192.0.2.10', { 'accept-encoding': encoding }),
        }),
      ),
    )
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect([gzip?.headers['content-encoding'], brotli?.headers['content-encoding']]).toEqual([
      'gzip',
      'br',
    ])
    expect(gunzipSync(gzip?.rawPayload ?? '').equals(plain.rawPayload)).toBe(true)
    expect(brotliDecompressSync(brotli?.rawPayload ?? '').equals(plain.rawPayload)).toBe(true)
    expect((gzip?.rawPayload.length ?? 0) * 5).toBeLessThan(plain.rawPayload.length)
    expect(gzip?.headers.vary).toBe('Accept-Encoding')
  })

  test('behavior: an ETag, and 304 for a copy of it', async () => {
    const { headers } = await app.get('/openapi.json', from('192.0.2.11'))
    expect(headers.etag).toMatch(/^"[\w-]{22}"$/)
    const tag = String(headers.etag).replace(/"$/, '-gzip"')
    for (const known of [String(headers.etag), tag]) {
      const more = { 'if-none-match': known }
      const unchanged = await app.get('/openapi.json', from('192.0.2.11', more))
      expect([unchanged.status, unchanged.body, unchanged.headers.etag]).toEqual([304, '', known])
    }
  })
})

describe('nested bodies', () => {
  const nested = (levels: number) => `{"coins":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  const post = async (levels: number, address: string) =>
    app.post('/prices', nested(levels), { headers: { 'x-forwarded-for': address } })

  test('error: 400 for 33 levels and for half a million; 32 levels reach the route', async () => {
    for (const levels of [33, 500_000]) {
      const { status, body } = await post(levels, `192.0.2.${20 + (levels % 9)}`)
      expect([status, body]).toMatchObject([
        400,
        { error: 'invalid_parameter', message: 'The body is nested deeper than 32 levels.' },
      ])
    }
    expect((await post(32, '192.0.2.30')).body).toMatchObject({
      error: 'invalid_parameter',
      message: expect.stringContaining('coins'),
    })
  })
})
