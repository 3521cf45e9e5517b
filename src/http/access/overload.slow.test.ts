import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSmallWorld } from '../../../test/support/small-world.ts'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  await fillSmallWorld(app)
})
afterAll(() => app.stop())

test('behavior: more requests than can be worked on are turned away at once, never failed', async () => {
  const urls = Array.from(
    { length: 600 },
    (_, index) => `/prices/historical/${NOW_SEC - index}/aggregator:bitcoin`,
  )
  const responses = await Promise.all(urls.map((url) => app.get(url)))
  const refused = responses.filter((response) => response.status === 503)
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200, 503]))
  expect(refused.length).toBeGreaterThan(100)
  for (const response of refused) {
    expect(response.headers['retry-after']).toBe('1')
    expect(response.body).toMatchObject({ error: 'overloaded', status: 503 })
  }
  const after = await app.get(urls[599] ?? '')
  expect(after.status, 'the next caller is served again').toBe(200)
})

describe('over a real socket', () => {
  let port: number
  beforeAll(async () => {
    await app.app.server.listen({ host: '127.0.0.1', port: 0 })
    port = (app.app.server.server.address() as AddressInfo).port
  })

  async function exchange(request: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(request)
    return text(socket)
  }

  test('behavior: slow clients have limits', () => {
    const { server } = app.app.server
    expect(server.headersTimeout).toBe(10_000)
    expect(server.requestTimeout).toBe(30_000)
    expect(server.timeout).toBe(60_000)
    expect(server.keepAliveTimeout).toBe(65_000)
  })

  test('behavior: a client that sends half a request is told so and cut off', async () => {
    const { server } = app.app.server
    server.headersTimeout = 200
    const startedMs = performance.now()
    const response = await exchange('GET /protocols HTTP/1.1\r\nHost: a\r\nX-Half: ')
    server.headersTimeout = 10_000
    expect(performance.now() - startedMs).toBeLessThan(8_000)
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(response).toContain('took too long to arrive')
  })

  test('behavior: a connection without a request is closed without a response', async () => {
    const { server } = app.app.server
    server.headersTimeout = 200
    const response = await exchange('')
    server.headersTimeout = 10_000
    expect(response).toBe('')
  })

  test('error: 400 for what is not HTTP, in the one error shape', async () => {
    const response = await exchange('THIS IS NOT HTTP\r\n\r\n')
    const [head = '', body = ''] = response.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    expect(head).toContain('Access-Control-Allow-Origin: *')
    expect(JSON.parse(body)).toEqual({
      error: 'invalid_parameter',
      message: 'This is not a valid HTTP request.',
      status: 400,
      requestId: null,
    })
  })

  test('error: 414 for headers without end', async () => {
    const response = await exchange(
      `GET /protocols HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(70_000)}\r\n\r\n`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 414 /)
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      error: 'too_large',
      status: 414,
    })
  })

  test('error: 413 for a body that grows past the limit', async () => {
    const chunk = 'a'.repeat(65_536)
    const chunks = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(20)
    const head =
      'POST /prices HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n'
    expect(await exchange(`${head}${chunks}0\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 413 [\s\S]*"too_large"/,
    )
  })

  test('error: the path of a file outside /docs is not served, however it is written', async () => {
    for (const path of [
      '/docs/../../../package.json',
      '/docs/..%2f..%2fserver.ts',
      '/docs/....//server.ts',
    ]) {
      const response = await exchange(
        `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      )
      expect(response).toMatch(/^HTTP\/1\.1 404 /)
    }
  })
})
