import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RawClient } from '../../../test/support/raw-client.ts'
import { countResponses, fillSmallWorld } from '../../../test/support/small-world.ts'
import { TEST_KEY, TestApp } from '../../../test/support/test-app.ts'
import { createLogTo } from '../../lib/log.ts'

const logged: string[] = []
let app: TestApp
let client: RawClient

beforeAll(async () => {
  app = await TestApp.start(
    { ALMANAC_TRUST_PROXY: '1', ALMANAC_FREE_RATE: '2', ALMANAC_FREE_HOST: 'free.test' },
    createLogTo('debug', { write: (line: string) => void logged.push(line) }),
  )
  await fillSmallWorld(app)
  client = new RawClient(await app.listen())
  for (const from of ['192.0.2.100', '192.0.2.101']) await ask({ 'X-Forwarded-For': from })
})
afterAll(async () => {
  client.socket.destroy()
  await app.stop()
})

async function ask(headers: Record<string, string>, target = '/v2/chains') {
  const lines = Object.entries({ Host: 'free.test', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  client.socket.write(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return client.read()
}

const hits = () => countResponses(app, 'tvl.listChains', 'hit')

test('behavior: behind a proxy each client has its own rate, and the cache serves them', async () => {
  const before = await hits()
  const responses: unknown[] = []
  for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.1', '192.0.2.1', '192.0.2.2']) {
    const { status, headers } = await ask({ 'X-Forwarded-For': `198.51.100.9, ${from}` })
    responses.push([status, headers.ratelimit, headers['retry-after']])
  }
  expect(responses).toEqual([
    [200, '"default";r=1;t=60', undefined],
    [200, '"default";r=1;t=60', undefined],
    [200, '"default";r=0;t=60', undefined],
    [429, '"default";r=0;t=60', '60'],
    [200, '"default";r=0;t=60', undefined],
  ])
  expect((await hits()) - before).toBe(4)
})

test('error: a 429 from the cache is counted and has the one shape of errors', async () => {
  for (let call = 0; call < 2; call++) await ask({ 'X-Forwarded-For': '192.0.2.3' })
  const { body, headers } = await ask({ 'X-Forwarded-For': '192.0.2.3' })
  expect(JSON.parse(body)).toEqual({
    error: 'rate_limited',
    message: 'More than 2 requests in a minute. Try again in 60 s.',
    status: 429,
    requestId: headers['x-request-id'],
  })
  expect(String((await app.get('/metrics')).body)).toMatch(
    /^almanac_requests_total\{operation="tvl.listChains",status="429"\} [12]$/m,
  )
})

test('behavior: a root with a host of its own responses from the cache only there', async () => {
  const statusAt = async (from: string, headers: Record<string, string>) =>
    (await ask({ 'X-Forwarded-For': from, ...headers })).status
  const forwarded = { Host: 'inner:3000', 'X-Forwarded-Host': 'free.test' }
  expect(await statusAt('192.0.2.10', { Host: 'FREE.test:8080' })).toBe(200)
  expect(await statusAt('192.0.2.11', { Host: 'other.test' })).toBe(404)
  expect(await statusAt('192.0.2.12', forwarded)).toBe(200)
})

test('behavior: a cached response is logged like any other, without its key', async () => {
  const ids: string[] = []
  for (let call = 0; call < 2; call++) {
    const { status, headers } = await ask({}, `/${TEST_KEY}/api/v2/chains`)
    expect(status).toBe(200)
    ids.push(String(headers['x-request-id']))
  }
  const own = { msg: 'answered', method: 'GET', operation: 'tvl.listChains', status: 200 }
  await vi.waitFor(() => {
    const lines = logged.join('').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line)).slice(-2)).toMatchObject(
      ids.map((requestId) => ({ ...own, requestId })),
    )
  }, 60_000)
  expect(logged.join('')).not.toContain(TEST_KEY)
})
