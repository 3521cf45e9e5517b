import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSmallWorld } from '../../../test/support/small-world.ts'
import { TEST_KEY, TestApp } from '../../../test/support/test-app.ts'
import { createLogTo } from '../../lib/log.ts'
import { sql } from '../../lib/sql.ts'

const WRONG_KEY = 'wrong-key-9876543210abcdef'
const logged: string[] = []
let app: TestApp
let made: string

beforeAll(async () => {
  app = await TestApp.start(
    {},
    createLogTo('trace', { write: (line: string) => void logged.push(line) }),
  )
  await fillSmallWorld(app)
  made = (await app.app.accounts.createKey({ name: 'made' })).text
})
afterAll(() => app.stop())

/** Lines about responses come shortly after than the responses. */
const untilLogged = (requestId: unknown) =>
  expect
    .poll(() => logged.join(''))
    .toMatch(new RegExp(`"requestId":"${requestId}".*"msg":"answered"`))

test('behavior: no key appears in a log line, a response or a metric', async () => {
  const keys = [TEST_KEY, made, WRONG_KEY]
  const said: string[] = []
  const ask = async (
    url: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'PUT' | 'OPTIONS' = 'GET',
  ) => {
    const response = await app.get(url, { headers, method })
    said.push(JSON.stringify([response.headers, response.body]))
    return response.status
  }
  const statuses = new Set<number>()
  let lastId: unknown
  for (const key of keys) {
    const inPath = [
      '/api/protocols',
      '/api/protocol/nobody',
      '/api/protocol/old-swap',
      '/api/protocol/%zz',
      '/api/protocols?asOf=never',
      '/api/nowhere',
      '/usage/APIKEY',
      `/usage/${key}`,
      `/usage/${key}/more`,
      `/api/protocol/example-swap?key=${key}`,
      '/coins/block/ethereum/1',
      '/protocols',
    ]
    for (const path of inPath) statuses.add(await ask(`/${key}${path}`))
    for (const path of ['/api/protocols', '/api/protocol/nobody', '/usage', '/usage/APIKEY']) {
      statuses.add(await ask(path, { 'x-api-key': key }))
      statuses.add(await ask(path, { authorization: `Bearer ${key}` }))
    }
    statuses.add(await ask(`/usage/${key}`))
    statuses.add(await ask(`/${key}`))
    statuses.add(await ask(`/${key}/api/protocols`, {}, 'PUT'))
    statuses.add(await ask(`/${key}/api/protocols`, {}, 'OPTIONS'))
    const posted = await app.post(`/${key}/coins/prices`, '{"coins": [')
    said.push(JSON.stringify([posted.headers, posted.body]))
    lastId = posted.headers['x-request-id']
  }
  await untilLogged(lastId)
  const { body: metrics } = await app.get('/metrics')
  expect([...statuses].sort()).toEqual([200, 204, 308, 400, 401, 404, 405])
  expect(logged.join('').split('\n').length).toBeGreaterThan(50)
  for (const key of keys) {
    for (const text of [...logged, ...said, String(metrics)]) expect(text).not.toContain(key)
  }
})

test('error: 503 when the engine fails; the log says which operation, the caller learns nothing of the inside', async () => {
  await app.app.store.engine.command(sql`DROP TABLE almanac.fact_blocks SYNC`)
  logged.length = 0
  const response = await app.get(`/${made}/coins/block/ethereum/1700000000`)
  expect([response.status, response.headers['retry-after']]).toEqual([503, '2'])
  expect(response.body).toMatchObject({
    error: 'overloaded',
    requestId: response.headers['x-request-id'],
  })
  expect(JSON.stringify(response.body)).not.toMatch(/blocks|exception|DB::|almanac\.|SELECT/i)
  await untilLogged(response.headers['x-request-id'])
  const line = logged.find((text) => text.includes('request failed'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    operation: 'coins.getBlock',
    requestId: response.headers['x-request-id'],
  })
  for (const text of logged) expect(text).not.toContain(made)
})
