import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSmallWorld } from '../../../test/support/small-world.ts'
import { TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  await fillSmallWorld(app)
})
afterAll(() => app.stop())

test('behavior: /health, /ready', async () => {
  const [health, ready] = [await app.get('/health'), await app.get('/ready')]
  expect([health.status, health.body]).toEqual([200, { status: 'ok' }])
  expect([ready.status, ready.body]).toEqual([200, { status: 'ready', dataVersion: 4 }])
  expect(health.headers['cache-control']).toBe('no-store')
})

test('behavior: /metrics counts answers by operation and status', async () => {
  await app.get('/v2/chains')
  await app.get('/protocol/nobody')
  await app.get('/no/such/path')
  const { body, headers } = await app.get('/metrics')
  const text = String(body)
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(text).toMatch(/^almanac_requests_total\{operation="tvl.listChains",status="200"\} 1$/m)
  expect(text).toMatch(/^almanac_requests_total\{operation="tvl.getProtocol",status="404"\} 1$/m)
  expect(text).toMatch(/^almanac_requests_total\{operation="unknown",status="404"\} 1$/m)
  expect(text).toMatch(/^almanac_data_version 4$/m)
  expect(text).toMatch(/^almanac_runs\{state="committed"\} 4$/m)
  expect(text).toMatch(/^almanac_request_seconds_count \d+$/m)
  expect(text).toMatch(/^process_resident_memory_bytes /m)
})

test('behavior: /openapi.json is the description of what is served', async () => {
  const { body, headers } = await app.get('/openapi.json')
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(body).toMatchObject({
    openapi: '3.1.0',
    paths: { '/protocols': { servers: [{ url: '/' }, { url: '/api' }] }, '/usage/APIKEY': {} },
  })
})

describe('/docs', () => {
  const POLICY =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  const linkedFiles = async (): Promise<string[]> => {
    const page = String((await app.get('/docs')).body)
    const linked = [...page.matchAll(/(?:src|href)="(docs\/[^"]+\.\w+)"/g)].map(
      ([, path = '']) => `/${path}`,
    )
    const found = new Set<string>(linked)
    for (const path of found) {
      const text = String((await app.get(path)).body)
      for (const [, name] of text.matchAll(/from '\.\/([\w-]+\.js)'/g)) found.add(`/docs/${name}`)
    }
    return [...found]
  }

  test('behavior: the page and every file it needs, with their types and a policy', async () => {
    const page = await app.get('/docs')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    const files = await linkedFiles()
    expect(files.length).toBeGreaterThan(11)
    for (const path of files) {
      const { status, headers } = await app.get(path)
      expect([path, status]).toEqual([path, 200])
      expect(headers['content-type']).toBe(
        path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      )
      expect(headers['content-security-policy']).toBe(POLICY)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    expect(page.headers['content-security-policy']).toBe(POLICY)
  })

  test('behavior: nothing comes from another origin and nothing is inline', async () => {
    for (const path of ['/docs', ...(await linkedFiles())]) {
      const text = String((await app.get(path)).body)
      const urls = [...text.matchAll(/(?:https?:)?\/\/[\w-]+(?:\.[\w-]+)+/g)].map(([url]) => url)
      expect(
        urls.filter((url) => !/^(http:\/\/www\.w3\.org|https:\/\/example\.com)$/.test(url)),
        path,
      ).toEqual([])
    }
    const page = String((await app.get('/docs')).body)
    expect(page).not.toMatch(/<style|style=|onclick=|<script(?![^>]*src=)/)
  })

  test('behavior: each guide and operation is a page, from which links lead one up', async () => {
    for (const id of ['quick-start', 'keys', 'getCurrentPrices', 'listBridgeTransactions']) {
      const { status, headers, body } = await app.get(`/docs/${id}`)
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(headers['content-security-policy']).toBe(POLICY)
      expect(body).toContain('href="../docs/tokens.css"')
    }
  })

  test('behavior: an unchanged page is a 304, and it is compressed on request', async () => {
    const { headers } = await app.get('/docs/keys')
    const again = await app.get('/docs/keys', { headers: { 'if-none-match': `${headers.etag}` } })
    expect([again.status, again.body]).toEqual([304, ''])
    const small = await app.get('/docs/keys', { headers: { 'accept-encoding': 'br' } })
    expect(small.headers['content-encoding']).toBe('br')
    expect(small.headers.etag).toBe(`${headers.etag}`.replace(/"$/, '-br"'))
  })

  test('behavior: with a slash at its end the path leads to the one without', async () => {
    const response = await app.get('/docs/')
    expect([response.status, response.headers.location]).toEqual([308, '../docs'])
  })

  test.each([
    '/docs/../../../package.json',
    '/docs/..%2f..%2f..%2fpackage.json',
    '/docs/..%2F..%2Fserver.ts',
    '/docs/%2e%2e%2fserver.ts',
    '/docs/..%5c..%5cserver.ts',
    '/docs/docs.js%00.css',
    '/docs//etc/passwd',
    '/docs/README.md',
    '/docs/docs.test.js',
    '/docs/browser.test.js',
    '/docs/request.d.ts',
    '/docs/getNothing',
    '/docs/keys/keys',
    '/docs/__proto__',
    '/docs/constructor',
  ])('error: nothing else is reached: %s', async (url) => {
    const response = await app.get(url)
    expect(response.status).toBe(404)
    expect(response.body).toMatchObject({ error: 'not_found' })
  })
})
