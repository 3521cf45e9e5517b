import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSmallWorld } from '../../../test/support/small-world.ts'
import { NOW_SEC, TEST_KEY, TestApp, type TestResponse } from '../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  await fillSmallWorld(app)
})
afterAll(() => app.stop())

function codeOf(response: TestResponse): unknown {
  return (response.body as { error?: unknown }).error
}

/** What is left, without spending anything. */
async function creditsLeft(): Promise<number> {
  const { body } = await app.get('/usage', { pro: true })
  return (body as { creditsLeft: number }).creditsLeft
}

describe('where a key may stand', () => {
  const path = '/api/v2/chains'
  test.each([
    ['in the path', `/${TEST_KEY}${path}`, {}],
    ['in the path, escaped', `/${TEST_KEY.replaceAll('-', '%2D')}${path}`, {}],
    ['in X-API-Key', path, { 'x-api-key': TEST_KEY }],
    ['in Authorization', path, { authorization: `Bearer ${TEST_KEY}` }],
    ['in Authorization, any case', path, { authorization: `bearer ${TEST_KEY}` }],
  ])('behavior: %s', async (_, url, headers) => {
    const response = await app.get(url, { headers })
    expect(response.status).toBe(200)
    expect(response.headers['cache-control']).toBe('private, no-cache')
    expect(response.headers['x-credits-remaining']).toMatch(/^\d+$/)
  })

  test('behavior: a key in the path goes before one in a header', async () => {
    expect((await app.get(`/wrong-key-0123456789${path}`, { pro: true })).status).toBe(401)
  })

  test('behavior: a free URL needs no key and takes none', async () => {
    const response = await app.get('/v2/chains', { headers: { 'x-api-key': 'wrong' } })
    expect(response.status).toBe(200)
    expect(response.headers['cache-control']).toBe('public, no-cache')
    expect(response.headers).not.toHaveProperty('x-credits-remaining')
  })

  test('behavior: a slash in the query is no key', async () => {
    expect((await app.get('/nowhere?next=/api/protocols')).status).toBe(404)
    const index = await app.get('/?next=/api/protocols')
    expect(index).toMatchObject({ status: 200, body: { name: 'Almanac' } })
    expect((await app.get(`//api/protocols`, { pro: true })).status).toBe(404)
  })
})

describe('keys that are not in force', () => {
  test.each([
    ['unknown, in the path', '/nobody-knows-this-key/api/v2/chains', {}],
    ['unknown, in a header', '/api/v2/chains', { 'x-api-key': 'nobody-knows-this-key' }],
    ['far too long', '/api/v2/chains', { 'x-api-key': 'k'.repeat(5_000) }],
  ])('error: 401 when the key is %s', async (_, url, headers) => {
    const response = await app.get(url, { headers })
    expect([response.status, codeOf(response)]).toEqual([401, 'invalid_key'])
    expect((response.body as { message: string }).message).toContain('is unknown')
  })

  test.each([
    ['no header', {}],
    ['an empty header', { 'x-api-key': '' }],
    ['another scheme', { authorization: `Basic ${TEST_KEY}` }],
  ])('error: 401 missing_key with %s', async (_, headers) => {
    const response = await app.get('/api/v2/chains', { headers })
    expect([response.status, codeOf(response)]).toEqual([401, 'missing_key'])
  })

  test('error: 401 when the key was revoked', async () => {
    const { text, key } = await app.app.accounts.createKey({ name: 'to revoke' })
    expect((await app.get(`/${text}/api/v2/chains`)).status).toBe(200)
    await app.app.accounts.revokeKey(key.id)
    const response = await app.get(`/${text}/api/v2/chains`)
    expect([response.status, codeOf(response)]).toEqual([401, 'invalid_key'])
    expect((response.body as { message: string }).message).toContain('is revoked')
  })

  test('error: 401 when the key has expired', async () => {
    const { text, key } = await app.app.accounts.createKey({ name: 'expired' })
    await app.app.accounts.rotateKey(key.id, { overlapSec: 0 })
    const response = await app.get('/api/v2/chains', {
      headers: { authorization: `Bearer ${text}` },
    })
    expect([response.status, codeOf(response)]).toEqual([401, 'invalid_key'])
    expect((response.body as { message: string }).message).toContain('is expired')
  })
})

describe('usage', () => {
  test.each([
    ['/<KEY>/usage/APIKEY', `/${TEST_KEY}/usage/APIKEY`, {}],
    ['/usage/<KEY>', `/usage/${TEST_KEY}`, {}],
    ['/usage/<KEY>/', `/usage/${TEST_KEY}/`, {}],
    ['/<KEY>/usage/<KEY>', `/${TEST_KEY}/usage/${TEST_KEY}`, {}],
    ['/usage with a header', '/usage', { 'x-api-key': TEST_KEY }],
    ['/usage/APIKEY with a header', '/usage/APIKEY?x=1', { authorization: `Bearer ${TEST_KEY}` }],
  ])('behavior: %s', async (_, url, headers) => {
    const before = await creditsLeft()
    const response = await app.get(url, { headers })
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      creditsRemaining: before,
      creditsLeft: before,
      resetDate: '2026-02-01',
      plan: 'pro',
    })
    expect(response.headers).not.toHaveProperty('etag')
    expect(await creditsLeft()).toBe(before)
  })

  test.each([
    ['/usage', 'missing_key'],
    ['/usage/APIKEY', 'missing_key'],
    ['/usage/nobody-knows-this-key', 'invalid_key'],
    [`/${TEST_KEY}/usage/nobody-knows-this-key`, 'invalid_key'],
    ['/nobody-knows-this-key/usage/APIKEY', 'invalid_key'],
  ])('error: 401 at %s', async (url, code) => {
    const response = await app.get(url)
    expect([response.status, codeOf(response)]).toEqual([401, code])
  })

  test('error: 404 below a key', async () => {
    expect((await app.get(`/usage/${TEST_KEY}/more`)).status).toBe(404)
    expect((await app.get('/usages')).status).toBe(404)
  })
})

describe('credits', () => {
  test('behavior: one a call, and the response says what is left', async () => {
    const before = await creditsLeft()
    const responses = [
      await app.get('/api/v2/chains', { pro: true }),
      await app.get('/api/v2/chains', { pro: true }),
    ]
    expect(responses.map((response) => response.headers['x-credits-remaining'])).toEqual([
      String(before - 1),
      String(before - 2),
    ])
    expect(await creditsLeft()).toBe(before - 2)
  })

  test('behavior: HEAD costs what GET costs', async () => {
    const before = await creditsLeft()
    await app.get('/api/v2/chains', { pro: true, method: 'HEAD' })
    expect(await creditsLeft()).toBe(before - 1)
  })

  test('behavior: POST costs one, however many coins it requests', async () => {
    const before = await creditsLeft()
    const response = await app.post(
      '/coins/prices',
      { coins: ['aggregator:bitcoin', 'aggregator:ethereum'] },
      { pro: true },
    )
    expect(response.headers['x-credits-remaining']).toBe(String(before - 1))
  })

  test('behavior: a 304, an error, a redirect and a refused method cost nothing', async () => {
    const { headers } = await app.get('/api/v2/chains', { pro: true })
    const before = await creditsLeft()
    const same = await app.get('/api/v2/chains', {
      pro: true,
      headers: { 'if-none-match': String(headers.etag) },
    })
    const statuses = [
      same.status,
      (await app.get('/api/protocol/nobody', { pro: true })).status,
      (await app.get('/api/protocols?asOf=never', { pro: true })).status,
      (await app.get('/api/protocol/old-swap', { pro: true })).status,
      (await app.get('/api/protocols', { pro: true, method: 'DELETE' })).status,
      (await app.get('/api/protocols', { pro: true, method: 'OPTIONS' })).status,
    ]
    expect(statuses).toEqual([304, 404, 400, 308, 405, 204])
    expect(same.headers['x-credits-remaining']).toBe(String(before))
    expect(await creditsLeft()).toBe(before)
  })

  test('behavior: two calls at once never share the last credit', async () => {
    const { text } = await app.app.accounts.createKey({ name: 'one credit', creditsPerMonth: 1 })
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        app.get(`/${text}/coins/prices/historical/${NOW_SEC - index}/aggregator:bitcoin`),
      ),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([200, 402, 402, 402, 402])
  })

  test('behavior: a copy that is still right is confirmed even when the credits are spent', async () => {
    for (const url of ['/api/protocols', '/coins/prices/current/aggregator:bitcoin']) {
      const { text } = await app.app.accounts.createKey({
        name: `spent on ${url.length}`,
        creditsPerMonth: 1,
      })
      const { headers } = await app.get(`/${text}${url}`)
      const response = await app.get(`/${text}${url}`, {
        headers: { 'if-none-match': String(headers.etag) },
      })
      expect([url, response.status, response.headers['x-credits-remaining']]).toEqual([
        url,
        304,
        '0',
      ])
      expect((await app.get(`/${text}${url}`)).status).toBe(402)
    }
  })
})
