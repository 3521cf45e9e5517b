import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSmallWorld } from '../../../test/support/small-world.ts'
import { NOW_ISO, TEST_KEY, TestApp, type TestResponse } from '../../../test/support/test-app.ts'

function expectError(
  response: TestResponse,
  status: number,
  code: string,
): Record<string, unknown> {
  expect(response.status).toBe(status)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers['access-control-allow-origin']).toBe('*')
  expect(response.body).toMatchObject({
    error: code,
    message: expect.any(String),
    status,
    requestId: response.headers['x-request-id'],
  })
  return response.body as Record<string, unknown>
}

describe('with default limits', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.start()
    await fillSmallWorld(app)
  })
  afterAll(() => app.stop())

  test('error: the body has these four members and no other', async () => {
    const body = expectError(await app.get('/block/ethereum/never'), 400, 'invalid_parameter')
    expect(Object.keys(body)).toEqual(['error', 'message', 'status', 'requestId'])
  })

  test.each([
    ['/block/ethereum/never', 'timestamp'],
    ['/block/ethereum/99999999999', 'timestamp'],
    ['/prices/current/aggregator:bitcoin?searchWidth=soon', 'searchWidth'],
    ['/prices/current/aggregator:bitcoin?minConfidence=2', 'minConfidence'],
    ['/prices/current/aggregator:bitcoin?include=all', 'include'],
    ['/chart/aggregator:bitcoin?span=-1', 'span'],
    ['/protocols?asOf=yesterday', 'asOf'],
    ['/protocols?asOf=0001-01-01', 'asOf'],
    ['/protocols?clientShapes=maybe', 'clientShapes'],
    ['/batchHistorical', 'coins'],
    ['/meta/revisions?order=up', 'order'],
  ])('error: 400 that names the parameter: %s', async (url, name) => {
    const body = expectError(await app.get(url), 400, 'invalid_parameter')
    expect(body.message).toContain(`\`${name}\``)
  })

  test('error: 401 without a key on the pro root, with how to send one', async () => {
    const body = expectError(await app.get('/api/protocols'), 401, 'missing_key')
    expect(body.message).toContain('X-API-Key')
  })

  test('error: 404 for an unknown protocol, with near names', async () => {
    const body = expectError(await app.get('/protocol/exmaple-swap'), 404, 'not_found')
    expect(body.suggestions).toEqual(['example-swap'])
  })

  test('error: 404 for an unknown path, with near paths', async () => {
    const body = expectError(await app.get('/protocolz'), 404, 'not_found')
    expect(body.suggestions).toContain('/protocols')
    expect(
      (expectError(await app.get('/v2/nothing'), 404, 'not_found').suggestions as string[])[0],
    ).toMatch(/^\/v2\//)
  })

  test.each([
    ['PUT', '/protocols', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/protocol/example-swap', 'GET, HEAD, OPTIONS'],
    ['GET', '/prices', 'POST, OPTIONS'],
    ['HEAD', '/prices', 'POST, OPTIONS'],
    ['PUT', '/coins/batchHistorical', 'POST, GET, HEAD, OPTIONS'],
    ['DELETE', '/health', 'GET, HEAD, OPTIONS'],
    ['PUT', '/docs/docs.js', 'GET, HEAD, OPTIONS'],
  ] as const)('error: 405 for %s %s, with what is allowed', async (method, url, allow) => {
    const response = await app.get(url, { method })
    expect(response.status).toBe(405)
    expect(response.headers.allow).toBe(allow)
    if (method !== 'HEAD') expectError(response, 405, 'method_not_allowed')
  })

  test('error: 413 for a body over a mebibyte, with the limit', async () => {
    const body = expectError(
      await app.post('/prices', JSON.stringify({ coins: ['x'.repeat(1_100_000)] })),
      413,
      'too_large',
    )
    expect(body.message).toContain('1048576')
  })

  test.each(['/prices/current/', '/nowhere/', '/protocols?q='])(
    'error: 414 for a long URL: %s…, with the limit',
    async (start) => {
      const body = expectError(await app.get(`${start}${'a'.repeat(33_000)}`), 414, 'too_large')
      expect(body.message).toContain('32768')
    },
  )

  test.each([
    ['{"coins": [', 'application/json', 'not valid JSON'],
    ['', 'application/json', 'empty'],
    ['coins=a', 'application/x-www-form-urlencoded', 'must be JSON'],
    ['null', 'application/json', '`coins`'],
    ['[]', 'application/json', '`coins`'],
    ['"text"', 'application/json', '`coins`'],
  ])('error: 400 for the body %j as %s', async (payload, type, message) => {
    const response = await app.post('/prices', payload, { headers: { 'content-type': type } })
    expect(expectError(response, 400, 'invalid_parameter').message).toContain(message)
  })

  test.each(['/protocol/%zz', '/%', '/protocol/%e0%a4%a'])(
    'error: 400 for the broken escape in %s',
    async (url) => {
      expect(expectError(await app.get(url), 400, 'invalid_parameter').message).toContain(
        'percent escape',
      )
    },
  )

  test('behavior: a former name is answered with 308 to the new one, relative, with its query', async () => {
    const response = await app.get('/protocol/old-swap?fields=name,a?b&start=1')
    expect(response.status).toBe(308)
    expect(response.headers.location).toBe('example-swap?fields=name,a?b&start=1')
    const pro = await app.get(`/${TEST_KEY}/api/tvl/old-swap/`)
    expect([pro.status, pro.headers.location]).toEqual([308, '../example-swap/'])
  })

  test('behavior: an error on the pro root says what is left, and costs nothing', async () => {
    const first = await app.get('/api/protocol/nobody', { pro: true })
    expectError(first, 404, 'not_found')
    expect(first.headers['x-credits-remaining']).toBe('1000000')
    expect(first.headers.ratelimit).toMatch(/^"default";r=\d+;t=\d+$/)
    expect(first.headers['ratelimit-policy']).toBe('"default";q=1000000;w=60')
  })
})

test('error: 402 when the credits of the month are spent, with the day they come back', async () => {
  const app = await TestApp.start({ ALMANAC_PRO_CREDITS: '2' })
  await fillSmallWorld(app)
  const left: unknown[] = []
  for (let call = 0; call < 2; call++)
    left.push((await app.get('/api/protocols', { pro: true })).headers['x-credits-remaining'])
  const refused = await app.get('/api/protocols', { pro: true })
  const cold = await app.get('/api/v2/chains', { pro: true })
  const usage = await app.get('/usage', { pro: true })
  await app.stop()
  expect(left).toEqual(['1', '0'])
  expect(expectError(refused, 402, 'credits_exhausted').resetDate).toBe('2026-02-01')
  expect(refused.headers['x-credits-remaining']).toBe('0')
  expectError(cold, 402, 'credits_exhausted')
  expect(usage.body).toMatchObject({
    creditsRemaining: 0,
    creditsLeft: 0,
    creditsUsed: 2,
    resetDate: '2026-02-01',
  })
})

test('error: 429 when a minute is used up, with when to come back', async () => {
  const app = await TestApp.start({ ALMANAC_FREE_RATE: '2' })
  await fillSmallWorld(app)
  const statuses: number[] = []
  for (let call = 0; call < 2; call++) statuses.push((await app.get('/protocols')).status)
  const refused = await app.get('/protocols')
  const health = await app.get('/health')
  await app.stop()
  expect(statuses).toEqual([200, 200])
  expectError(refused, 429, 'rate_limited')
  expect(refused.headers['retry-after']).toBe('60')
  expect(refused.headers.ratelimit).toBe('"default";r=0;t=60')
  expect(refused.headers['ratelimit-policy']).toBe('"default";q=2;w=60')
  expect(health.status).toBe(200)
})

test('error: 429 per key on the pro root, guesses at keys per address', async () => {
  const app = await TestApp.start({ ALMANAC_PRO_RATE: '1', ALMANAC_FREE_RATE: '2' })
  await fillSmallWorld(app)
  const first = await app.get('/api/protocols', { pro: true })
  const second = await app.get('/api/protocols', { pro: true })
  const guesses: number[] = []
  for (let call = 0; call < 3; call++)
    guesses.push((await app.get('/guess-0123456789abcdef/api/protocols')).status)
  await app.stop()
  expect(first.status).toBe(200)
  expectError(second, 429, 'rate_limited')
  expect(second.headers['x-credits-remaining']).toBe('999999')
  expect(guesses).toEqual([401, 401, 429])
})

test('error: 503 not_ready before the data is loaded, though the service is healthy', async () => {
  const app = await TestApp.open({ ALMANAC_CLOCK: NOW_ISO })
  const early = await app.get('/protocols')
  const ready = await app.get('/ready')
  const health = await app.get('/health')
  await app.app.start()
  const late = await app.get('/ready')
  await app.stop()
  expectError(early, 503, 'not_ready')
  expect(early.headers['retry-after']).toBe('2')
  expect([ready.status, health.status, late.status]).toEqual([503, 200, 200])
  expect(ready.body).toEqual({ status: 'loading', dataVersion: 0 })
})
