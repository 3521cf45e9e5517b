import type { InjectOptions } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { TEST_KEY, TestApp } from '../../../test/support/test-app.ts'

const PRO = '/api/v2/chains'

let app: TestApp
afterEach(() => app.stop())

async function start(environment: Record<string, string> = {}): Promise<void> {
  app = await TestApp.start(environment)
}

async function ask(options: InjectOptions) {
  const response = await app.app.server.inject({ method: 'GET', url: PRO, ...options })
  const cookie = [response.headers['set-cookie'] ?? ''].flat()[0] ?? ''
  return { status: response.statusCode, cookie, headers: response.headers, body: response.json() }
}

const openSession = (options: InjectOptions = {}) =>
  ask({ method: 'POST', url: '/app/session', payload: {}, ...options })

/** What a browser sends back. */
const withPass = (cookie: string, headers: Record<string, string> = {}) => ({
  headers: { ...headers, cookie: `theme=dark; ${cookie.split(';')[0]}; other=1` },
})

describe('on this machine', () => {
  test('default: a pass reads pro operations, with the rate of its network and no credits', async () => {
    await start()
    expect((await ask({})).status).toBe(401)
    const { status, cookie, body, headers } = await openSession()
    expect([status, body]).toEqual([200, { access: 'open', expiresAt: '2026-01-15T00:00:00.000Z' }])
    expect(headers['cache-control']).toBe('no-store')
    expect(cookie).toMatch(
      /^almanac_pass=\.\d+\.[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const read = await ask(withPass(cookie))
    expect(read.status).toBe(200)
    expect(read.headers['x-credits-remaining']).toBeUndefined()
    expect(read.headers['ratelimit-policy']).toBe('"default";q=1000000;w=60')
    // The second time from the cache, before routing.
    expect((await ask(withPass(cookie))).status).toBe(200)
    expect((await app.app.accounts.listKeys())[0]?.lastUsedAtMs).toBeNull()
  })

  test('behavior: over https the cookie is never sent in the clear', async () => {
    await start()
    const headers = { host: 'localhost:3000', origin: 'https://localhost:3000' }
    expect((await openSession({ headers })).cookie).toContain('; Secure')
  })

  test.each([
    ['another machine', { remoteAddress: '203.0.113.9' }],
    ['a proxy that tells for whom', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
    ['a proxy that says so by another header', { headers: { forwarded: 'for=203.0.113.9' } }],
    ['a proxy that names itself', { headers: { via: '1.1 proxy' } }],
    ['a name that leads here by DNS', { headers: { host: 'evil.example:3000' } }],
    ['a page of another origin', { headers: { origin: 'http://evil.example' } }],
    ['a page on another port', { headers: { origin: 'http://localhost:9999' } }],
    ['a sandboxed page', { headers: { origin: 'null' } }],
    ['a page of another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a page of another name of the site', { headers: { 'sec-fetch-site': 'same-site' } }],
  ])('error: no pass for %s, nor use of one', async (_, options) => {
    await start()
    const { cookie } = await openSession()
    const refused = await openSession(options)
    expect([401, 403]).toContain(refused.status)
    expect(refused.cookie).toBe('')
    const used = withPass(cookie, (options as { headers?: Record<string, string> }).headers)
    expect((await ask({ ...options, ...used })).status).toBe(401)
  })

  test('behavior: where proxies are trusted nobody counts as local, whatever is forwarded', async () => {
    await start({ ALMANAC_TRUST_PROXY: 'on' })
    expect((await openSession()).status).toBe(401)
    expect((await openSession({ headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(401)
  })

  test('error: a pass that was changed, is of another service or has expired is none', async () => {
    await start()
    const { cookie } = await openSession()
    const [, expires = '', signature = ''] = /=\.(\d+)\.([\w-]+);/.exec(cookie) ?? []
    for (const forged of [
      `almanac_pass=.${Number(expires) + 1}.${signature}`,
      `almanac_pass=key_1.${expires}.${signature}`,
      `almanac_pass=.${expires}.${'A'.repeat(43)}`,
      'almanac_pass=',
    ])
      expect((await ask(withPass(forged))).status).toBe(401)
    await app.stop()
    await start({ ALMANAC_CLOCK: '2026-01-15T00:00:00Z' })
    expect((await ask(withPass(cookie))).status).toBe(401)
  })

  test('behavior: DELETE takes it back', async () => {
    await start()
    const { status, cookie, body } = await ask({ method: 'DELETE', url: '/app/session' })
    expect([status, body]).toEqual([200, { access: 'none', expiresAt: null }])
    expect(cookie).toMatch(/^almanac_pass=; Max-Age=0; /)
  })
})

describe('for all', () => {
  test('behavior: any browser gets one, behind a proxy too', async () => {
    await start({ ALMANAC_APP_ACCESS: 'all', ALMANAC_TRUST_PROXY: '1' })
    const proxied = {
      ...{ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'data.example.org' },
      ...{ origin: 'https://data.example.org', 'sec-fetch-site': 'same-origin' },
    }
    const { status, cookie } = await openSession({ headers: proxied })
    expect(status).toBe(200)
    expect((await ask(withPass(cookie, proxied))).status).toBe(200)
    const other = { ...proxied, 'sec-fetch-site': 'cross-site' }
    expect((await ask(withPass(cookie, other))).status).toBe(401)
  })
})

describe('with a key', () => {
  test('default: the pass has the limits and credits of the key, without its text', async () => {
    await start({ ALMANAC_APP_ACCESS: 'key' })
    expect((await openSession()).status).toBe(401)
    expect((await openSession({ payload: { key: 'wrong-key' } })).body).toMatchObject({
      error: 'invalid_key',
    })
    const { cookie, body } = await openSession({ payload: { key: TEST_KEY } })
    expect(body).toMatchObject({ access: 'key' })
    expect(cookie).not.toContain(TEST_KEY)
    const read = await ask(withPass(cookie))
    expect([read.status, read.headers['x-credits-remaining']]).toEqual([200, '999999'])
  })

  test('behavior: it ends with the key', async () => {
    await start()
    const { text } = await app.app.accounts.createKey({ name: 'desk' })
    const { cookie } = await openSession({ payload: { key: text } })
    expect((await ask(withPass(cookie))).status).toBe(200)
    await app.app.accounts.revokeKey('desk')
    expect((await ask(withPass(cookie))).body).toMatchObject({ error: 'invalid_key' })
  })

  test('error: it never administers keys, and a session without a key has no usage', async () => {
    await start()
    const { text } = await app.app.accounts.createKey({ name: 'boss', operator: true })
    const { cookie } = await openSession({ payload: { key: text } })
    expect((await ask({ url: '/keys', ...withPass(cookie) })).status).toBe(403)
    const open = await openSession()
    expect((await ask({ url: '/keys', ...withPass(open.cookie) })).status).toBe(403)
    expect((await ask({ url: '/usage', ...withPass(open.cookie) })).status).toBe(401)
  })

  test('error: 400 for a key that is no text', async () => {
    await start()
    expect((await openSession({ payload: { key: 5 } })).status).toBe(400)
  })
})
