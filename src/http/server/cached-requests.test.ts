import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RawClient, type RawResponse } from '../../../test/support/raw-client.ts'
import { countResponses, fillSmallWorld } from '../../../test/support/small-world.ts'
import { TEST_KEY, TestApp } from '../../../test/support/test-app.ts'
import { protocols } from '../../domains/registry/facts.ts'

let app: TestApp
let port: number

beforeAll(async () => {
  app = await TestApp.start()
  await fillSmallWorld(app)
  port = await app.listen()
  // The first response is made; from then on it is cached.
  await exchange(get('/v2/chains'))
})
afterAll(() => app.stop())

const get = (target: string, ...headers: string[]) =>
  `${[`GET ${target} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`

/** Sends requests one after another on one connection. */
async function exchange(...requests: string[]): Promise<RawResponse[]> {
  const client = new RawClient(port)
  const list: RawResponse[] = []
  for (const request of requests) {
    client.socket.write(request, 'latin1')
    list.push(await client.read(!request.startsWith('HEAD')))
  }
  client.socket.destroy()
  return list
}

const hits = () => countResponses(app, 'tvl.listChains', 'hit')
const statuses = (list: readonly RawResponse[]) => list.map(({ status }) => status)

describe('cached and made responses are the same', () => {
  test('default: status, headers and body', async () => {
    const [made, cached] = await exchange(get('/v2/chains?first'), get('/v2/chains?first'))
    expect([made?.status, cached?.status]).toEqual([200, 200])
    expect(cached?.body).toBe(made?.body)
    const own = new Set(['x-request-id', 'ratelimit', 'date'])
    const rest = (response: RawResponse | undefined) =>
      Object.entries(response?.headers ?? {}).filter(([name]) => !own.has(name))
    expect(Object.fromEntries(rest(cached))).toEqual(Object.fromEntries(rest(made)))
    expect(cached?.headers['x-request-id']).not.toBe(made?.headers['x-request-id'])
  })

  test('behavior: headers and body arrive in one piece', async () => {
    const client = new RawClient(port)
    const pieces: string[] = []
    client.socket.on('data', (text) => pieces.push(String(text)))
    client.socket.write(get('/v2/chains'))
    const { body } = await client.read()
    client.socket.destroy()
    expect(pieces).toHaveLength(1)
    expect(pieces[0]).toContain(`\r\n\r\n${body}`)
  })

  test('behavior: a new fact is seen by the very next request', async () => {
    const [before] = await exchange(get('/v2/chains'))
    await app.put(protocols, [{ id: '999', name: 'Late', category: 'Dexs' }])
    const [after] = await exchange(get('/v2/chains'))
    expect(after?.headers.etag).not.toBe(before?.headers.etag)
  })

  test('behavior: a 304 has no body and the next response is whole', async () => {
    const [first] = await exchange(get('/v2/chains'))
    const tag = String(first?.headers.etag)
    const [unchanged, whole] = await exchange(
      get('/v2/chains', `If-None-Match: ${tag}`),
      get('/v2/chains'),
    )
    expect([unchanged?.status, unchanged?.body, unchanged?.headers.etag]).toEqual([304, '', tag])
    expect(unchanged?.headers).not.toHaveProperty('content-length')
    expect(whole?.body).toBe(first?.body)
  })

  test('behavior: HEAD has the headers of GET, from the cache too', async () => {
    const before = await hits()
    const [first, head, last] = await exchange(
      get('/v2/chains'),
      'HEAD /v2/chains HTTP/1.1\r\nHost: x\r\n\r\n',
      get('/v2/chains'),
    )
    expect([head?.status, head?.body, head?.headers['content-length']]).toEqual([
      200,
      '',
      first?.headers['content-length'],
    ])
    expect(last?.body).toBe(first?.body)
    expect((await hits()) - before).toBe(3)
  })
})

describe('connections', () => {
  test('error: a request without a host gets the one shape of errors', async () => {
    const [response] = await exchange('GET /v2/chains HTTP/1.1\r\n\r\n')
    expect([response?.status, response?.headers.connection]).toEqual([400, 'close'])
    expect(JSON.parse(response?.body ?? '')).toEqual({
      error: 'invalid_parameter',
      message: 'The request has no Host header.',
      status: 400,
      requestId: null,
    })
    // The rule is of HTTP/1.1.
    expect(statuses(await exchange('GET /v2/chains HTTP/1.0\r\n\r\n'))).toEqual([200])
  })

  test('behavior: an expectation that nobody knows is ignored', async () => {
    expect(statuses(await exchange(get('/v2/chains', 'Expect: tea')))).toEqual([200])
  })

  test('behavior: cached and new requests take turns on one', async () => {
    const paths = [
      '/v2/chains',
      '/protocols',
      '/nowhere',
      '/v2/chains',
      '/protocols',
      '/v2/chains',
      '/health',
      '/v2/chains',
    ]
    const list = await exchange(...paths.map((path) => get(path)))
    expect(statuses(list)).toEqual([200, 200, 404, 200, 200, 200, 200, 200])
    expect(list[0]?.body).toBe(list[7]?.body)
  })

  test('behavior: a cached request after many new ones', async () => {
    const requests = Array.from({ length: 40 }, (_, index) => get(`/tvl/unknown-${index}`))
    const list = await exchange(...requests, get('/v2/chains'))
    expect(new Set(statuses(list.slice(0, 40)))).toEqual(new Set([404]))
    expect(list[40]?.status).toBe(200)
  })

  test('behavior: a request that comes byte by byte', async () => {
    const client = new RawClient(port)
    for (const byte of get('/v2/chains')) {
      client.socket.write(byte)
      await sleep(1)
    }
    expect((await client.read()).status).toBe(200)
    client.socket.destroy()
  })

  test.each([
    ['cached ones first', ['/v2/chains', '/nowhere', '/health'], [200, 404, 200]],
    [
      'one that must be made first',
      ['/protocols?fields=tvl', '/nowhere', '/v2/chains'],
      [200, 404, 200],
    ],
  ])('behavior: a pipeline is answered in order: %s', async (_, paths, expected) => {
    const client = new RawClient(port)
    client.socket.write(paths.map((path) => get(path)).join(''))
    const list = [await client.read(), await client.read(), await client.read()]
    client.socket.destroy()
    expect(statuses(list)).toEqual(expected)
    expect(list[paths.indexOf('/v2/chains')]?.body).toContain('"Ethereum"')
  })

  test('behavior: further requests while the first is being answered', async () => {
    const client = new RawClient(port)
    client.socket.write(get('/protocols?fields=name'))
    await sleep(1)
    client.socket.write(get('/nowhere'))
    client.socket.write(get('/v2/chains'))
    const list = [await client.read(), await client.read(), await client.read()]
    client.socket.destroy()
    expect(statuses(list)).toEqual([200, 404, 200])
  })

  test('behavior: a POST with its body behind it, then a GET', async () => {
    const body = '{"coins":["aggregator:bitcoin"]}'
    const post = `POST /prices HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    const client = new RawClient(port)
    client.socket.write(post)
    await sleep(20)
    client.socket.write(body)
    expect((await client.read()).status).toBe(200)
    client.socket.write(get('/v2/chains'))
    expect((await client.read()).status).toBe(200)
    client.socket.destroy()
  })

  test('behavior: one whose client ends its side is closed at once', async () => {
    const client = new RawClient(port)
    client.socket.write(get('/v2/chains'))
    expect((await client.read()).status).toBe(200)
    const startedMs = performance.now()
    client.socket.end()
    if (!client.socket.closed) await once(client.socket, 'close')
    expect(performance.now() - startedMs).toBeLessThan(20_000)
  })

  test.each([
    ['"Connection: close"', get('/v2/chains', 'Connection: close')],
    ['HTTP/1.0', 'GET /v2/chains HTTP/1.0\r\nHost: x\r\n\r\n'],
  ])('behavior: %s ends it after the response', async (_, request) => {
    const client = new RawClient(port)
    client.socket.write(request)
    const response = await client.read()
    expect([response.status, response.headers.connection]).toEqual([200, 'close'])
    if (!client.socket.closed) await once(client.socket, 'close')
  })
})

describe('requests that are not plain', () => {
  test.each([
    ['names of headers in any case', get('/v2/chains', 'aCCept-enCODing:\tbr', 'COOKIE: a=b')],
    ['a chosen request id', get('/v2/chains', 'X-Request-Id: mine')],
    ['a forwarded address', get('/v2/chains', 'X-Forwarded-For: 1.2.3.4')],
    ['an upgrade nobody offers', get('/v2/chains', 'Connection: upgrade', 'Upgrade: websocket')],
  ])('behavior: served from the cache with %s', async (_, request) => {
    const before = await hits()
    const [response] = await exchange(request)
    expect([response?.status, response?.headers['x-request-id'] === 'mine']).toEqual([200, false])
    expect((await hits()) - before).toBe(1)
  })

  test.each([
    ['a body', get('/v2/chains', 'Content-Length: 3'), 'abc'],
    ['a chunked body', get('/v2/chains', 'Transfer-Encoding: chunked'), '3\r\nabc\r\n0\r\n\r\n'],
  ])('behavior: %s of a GET is not taken for the next request', async (_, head, body) => {
    const client = new RawClient(port)
    client.socket.write(head + body + get('/health'))
    const list = [await client.read(), await client.read()]
    client.socket.destroy()
    expect(statuses(list)).toEqual([200, 200])
    expect(list[1]?.body).toBe('{"status":"ok"}')
  })

  test('behavior: a whole URL means its path', async () => {
    const [plain, whole] = await exchange(get('/v2/chains'), get('http://x/v2/chains'))
    expect([whole?.status, whole?.body]).toEqual([200, plain?.body])
  })

  test('behavior: "Expect: 100-continue" is told to go on', async () => {
    const client = new RawClient(port)
    client.socket.write(get('/v2/chains', 'Expect: 100-continue'))
    expect((await client.read()).status).toBe(100)
    expect((await client.read()).status).toBe(200)
    client.socket.destroy()
  })

  test.each([
    ['what is not HTTP', 'HELLO\r\n\r\n'],
    ['no host', 'GET /v2/chains HTTP/1.1\r\nAccept: */*\r\n\r\n'],
    ['a blank in the path', get('/a b')],
    ['a byte over 127 in the path', get('/\xe9')],
    ['a lone line feed', get('/v2/chains').replace('\r\n', '\n')],
    ['a folded header', get('/v2/chains', 'X-A: b', ' c')],
    ['a blank before a colon', get('/v2/chains', 'X-A : b')],
    ['a control character', get('/v2/chains', 'X-A: b\0c')],
    ['two lengths', get('/v2/chains', 'Content-Length: 1', 'Content-Length: 2')],
    ['length and chunks', get('/v2/chains', 'Content-Length: 1', 'Transfer-Encoding: chunked')],
  ])('error: 400 for %s, and the connection ends', async (_, request) => {
    const client = new RawClient(port)
    client.socket.write(request, 'latin1')
    expect((await client.read()).status).toBe(400)
    if (!client.socket.closed) await once(client.socket, 'close')
  })

  test('error: 401 when two keys are sent, even if one of them is valid', async () => {
    const keys = [`X-API-Key: ${TEST_KEY}`, 'X-API-Key: other']
    const list = await exchange(
      get('/api/v2/chains', String(keys[0])),
      get('/api/v2/chains', ...keys),
    )
    expect(statuses(list)).toEqual([200, 401])
  })
})

describe('every cached response is counted', () => {
  async function counted(): Promise<number> {
    const text = String((await app.get('/metrics')).body)
    const line = /^almanac_requests_total\{operation="tvl.listChains",status="200"\} (\d+)/m
    return Number(line.exec(text)?.[1] ?? 0)
  }

  test('behavior: 50 cached GETs add exactly 50', async () => {
    const before = await counted()
    const list = await exchange(...Array.from({ length: 50 }, () => get('/v2/chains')))
    expect(new Set(statuses(list))).toEqual(new Set([200]))
    expect((await counted()) - before).toBe(50)
  })

  test('behavior: keys count and cost as anywhere', async () => {
    const url = `/${TEST_KEY}/api/v2/chains`
    const list = await exchange(
      get(url),
      get(url),
      get('/api/v2/chains', `X-API-Key: ${TEST_KEY}`),
      get('/api/v2/chains', `Authorization: Bearer ${TEST_KEY}`),
      get('/api/v2/chains'),
      get('/wrong-key/api/v2/chains'),
    )
    expect(statuses(list)).toEqual([200, 200, 200, 200, 401, 401])
    const left = list.slice(0, 4).map(({ headers }) => Number(headers['x-credits-remaining']))
    expect(left.map((credits) => Number(left[0]) - credits)).toEqual([0, 1, 2, 3])
    expect(list[0]?.headers['cache-control']).toBe('private, no-cache')
  })

  test('error: 402 from the cache when the credits are spent; a 304 is still given', async () => {
    const { text } = await app.app.accounts.createKey({ name: 'poor', creditsPerMonth: 1 })
    const url = `/${text}/api/v2/chains`
    const [paid, refused] = await exchange(get(url), get(url))
    const [unchanged] = await exchange(get(url, `If-None-Match: ${paid?.headers.etag}`))
    expect([paid?.status, refused?.status, unchanged?.status]).toEqual([200, 402, 304])
    expect(JSON.parse(String(refused?.body))).toMatchObject({ error: 'credits_exhausted' })
    expect(refused?.headers['x-credits-remaining']).toBe('0')
  })
})
