import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_KEY, TestApp } from '../../../test/support/test-app.ts'
import { createLogTo } from '../../lib/log.ts'

let app: TestApp
let operator: Record<string, string>
let log = ''
beforeAll(async () => {
  const lines = new Writable({
    write(chunk: Buffer, _, done) {
      log += chunk.toString()
      done()
    },
  })
  app = await TestApp.start({}, createLogTo('trace', lines))
  const { text } = await app.app.accounts.createKey({ name: 'boss', operator: true })
  operator = { 'x-api-key': text }
})
afterAll(() => app.stop())

const get = (url: string) => app.get(url, { headers: operator })
const post = (url: string, body: object) => app.post(url, body, { headers: operator })
const remove = (url: string) => app.get(url, { headers: operator, method: 'DELETE' })

async function create(name: string): Promise<{ id: string; text: string }> {
  return (await post('/keys', { name })).body as { id: string; text: string }
}

test('default: a key is made, its text shown once and logged nowhere', async () => {
  const { status, body, headers } = await post('/keys', {
    ...{ name: 'desk', account: 'trading', ratePerMinute: 50, creditsPerMonth: 9 },
    expiresAt: '2026-02-01T00:00:00Z',
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...{ name: 'desk', account: 'trading', ratePerMinute: 50, creditsPerMonth: 9 },
    ...{ state: 'live', operator: false, expiresAt: '2026-02-01T00:00:00.000Z', creditsUsed: 0 },
  })
  expect([headers['cache-control'], headers['x-credits-remaining']]).toEqual([
    'no-store',
    '1000000',
  ])
  const { text } = body as { text: string }
  expect((await app.get('/api/v2/chains', { headers: { 'x-api-key': text } })).status).toBe(200)
  const listed = await get('/keys')
  expect((listed.body as { keys: { name: string }[] }).keys.map(({ name }) => name)).toEqual([
    ...['bootstrap', 'boss', 'desk'],
  ])
  expect(JSON.stringify(listed.body)).not.toContain(text.slice(4))
  // Lines of responses come shortly after.
  await expect.poll(() => log).toContain(listed.headers['x-request-id'])
  expect(log).toContain('keys.postKey')
  expect(log).not.toContain(text.slice(4))
})

test('behavior: rotation gives a new text; the old one lives as long as it is told', async () => {
  const { id, text } = await create('rotated')
  const { body } = await post('/keys/rotated/rotate', { overlapSec: 0 })
  const next = body as { id: string; text: string; name: string }
  expect([next.name, next.id === id, next.text === text]).toEqual(['rotated', false, false])
  const statusOf = async (key: string) =>
    (await app.get('/api/v2/chains', { headers: { 'x-api-key': key } })).status
  expect([await statusOf(text), await statusOf(next.text)]).toEqual([401, 200])
})

test('behavior: a revoked key is refused and still listed', async () => {
  const { id, text } = await create('leaver')
  expect((await remove(`/keys/${id}`)).body).toMatchObject({
    ...{ id, state: 'revoked', revokedAt: '2026-01-14T12:00:00.000Z' },
  })
  expect((await app.get('/api/v2/chains', { headers: { 'x-api-key': text } })).status).toBe(401)
  const { body } = await get('/keys')
  expect((body as { keys: object[] }).keys).toContainEqual(expect.objectContaining({ id }))
})

test('behavior: use by operation and day, of responses and of 304s', async () => {
  const { id, text } = await create('counted')
  const headers = { 'x-api-key': text }
  const first = await app.get('/api/v2/chains', { headers })
  await app.get('/api/v2/chains', { headers })
  const known = { ...headers, 'if-none-match': String(first.headers.etag) }
  expect((await app.get('/api/v2/chains', { headers: known })).status).toBe(304)
  await app.get('/usage', { headers })
  const { body } = await get('/keys/usage?key=counted&days=1')
  const ofDay = { day: '2026-01-14', keyId: id }
  expect(body).toEqual({
    uses: [
      // Two responses that cost one each, and a 304 that cost nothing.
      { ...ofDay, operation: 'tvl.listChains', requests: 3, credits: 2 },
      { ...ofDay, operation: 'account.getUsage', requests: 1, credits: 0 },
    ],
  })
})

describe('errors', () => {
  test('error: 403 for a key that is not an operator’s, and nothing happens', async () => {
    const headers = { 'x-api-key': TEST_KEY }
    for (const response of [
      await app.get('/keys', { headers }),
      await app.get('/keys/usage', { headers }),
      await app.post('/keys', { name: 'sneaky' }, { headers }),
      await app.post('/keys/boss/rotate', {}, { headers }),
      await app.get('/keys/boss', { headers, method: 'DELETE' }),
    ])
      expect(response).toMatchObject({ status: 403, body: { error: 'forbidden' } })
    const keys = await app.app.accounts.listKeys()
    expect(keys.map(({ name }) => name)).not.toContain('sneaky')
    expect((await get('/keys')).status).toBe(200)
  })

  test.each([
    [{}, 'name'],
    [{ name: 'a b!' }, 'name'],
    [{ name: 'desk' }, 'already a key named'],
    [{ name: 'x', operator: true }, 'operator'],
    [{ name: 'x', ratePerMinute: 1.5 }, 'ratePerMinute'],
    [{ name: 'x', expiresAt: '2020-01-01' }, 'expiry'],
    [{ name: 'x', expiresAt: 'soon' }, 'expiresAt'],
  ])('error: 400 for %j', async (body, words) => {
    const response = await post('/keys', body)
    expect(response).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(words) },
    })
  })

  test('error: 404 for a key that is not there, with names that are near', async () => {
    expect(await remove('/keys/bos')).toMatchObject({
      status: 404,
      body: { suggestions: ['boss'] },
    })
    expect((await post('/keys/nobody-at-all/rotate', {})).status).toBe(404)
    expect((await get('/keys/usage?key=nobody-at-all')).status).toBe(404)
  })

  test('error: 400 for an overlap that is none, 405 for what is not offered', async () => {
    expect((await post('/keys/boss/rotate', { overlapSec: -1 })).status).toBe(400)
    expect((await remove('/keys')).headers.allow).toBe('GET, POST, HEAD, OPTIONS')
  })
})
