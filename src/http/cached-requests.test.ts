import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RawAnswer, RawClient } from '../../test/support/raw-client.ts'
import { fillSmallWorld } from '../../test/support/small-world.ts'
import { TEST_KEY, TestApp } from '../../test/support/test-app.ts'

let app: TestApp
let port: number

beforeAll(async () => {
  app = await TestApp.start()
  await fillSmallWorld(app)
  port = await app.listen()
  // The first answer is made; from then on it is in memory.
  await answers('GET /v2/chains HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
})
afterAll(() => app.stop())

const get = (target: string, ...headers: string[]) =>
  `${[`GET ${target} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`

async function answers(...requests: string[]): Promise<RawAnswer[]> {
  const client = new RawClient(port)
  const list: RawAnswer[] = []
  for (const request of requests) {
    client.socket.write(request, 'latin1')
    list.push(await client.read(!request.startsWith('HEAD')))
  }
  client.socket.destroy()
  return list
}

/** Answers that were given from memory, as /metrics counts them. */
async function hits(): Promise<number> {
  const text = String((await app.get('/metrics')).body)
  return Number(
    /almanac_answers_total\{operation="tvl.listChains",from="hit"\} (\d+)/.exec(text)?.[1] ?? 0,
  )
}

test('default: a kept answer is the same by the lane as by the server proper, headers and all', async () => {
  const before = await hits()
  const [quick, proper] = await answers(
    get('/v2/chains'),
    get('/v2/chains', 'X-Forwarded-For: 1.2.3.4'),
  )
  expect(await hits()).toBe(before + 2)
  expect([quick?.status, proper?.status]).toEqual([200, 200])
  expect(quick?.body).toBe(proper?.body)
  const ownValue = new Set(['x-request-id', 'ratelimit', 'date', 'keep-alive'])
  const rest = (answer: RawAnswer | undefined) =>
    Object.entries(answer?.headers ?? {}).filter(([name]) => !ownValue.has(name))
  expect(Object.fromEntries(rest(quick))).toEqual(Object.fromEntries(rest(proper)))
})

test('behavior: kept and new questions take turns on one connection', async () => {
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
  const list = await answers(...paths.map((path) => get(path)))
  expect(list.map(({ status }) => status)).toEqual([200, 200, 404, 200, 200, 200, 200, 200])
  expect(list[0]?.body).toBe(list[7]?.body)
})

test('behavior: many new questions in a row leave the lane and are answered all the same', async () => {
  const requests = Array.from({ length: 40 }, (_, index) => get(`/tvl/unknown-${index}`))
  const list = await answers(...requests, get('/v2/chains'))
  expect(list.slice(0, 40).every(({ status }) => status === 404)).toBe(true)
  expect(list[40]?.status).toBe(200)
})

test('behavior: a 304 has no body and the next answer is whole', async () => {
  const [first] = await answers(get('/v2/chains'))
  const [unchanged, whole] = await answers(
    get('/v2/chains', `If-None-Match: ${first?.headers.etag}`),
    get('/v2/chains'),
  )
  expect([unchanged?.status, unchanged?.body, unchanged?.headers.etag]).toEqual([
    304,
    '',
    first?.headers.etag,
  ])
  expect(whole?.body).toBe(first?.body)
})

test('behavior: a new fact is seen by the very next question', async () => {
  const { protocols } = await import('../domains/registry/facts.ts')
  const [before] = await answers(get('/v2/chains'))
  await app.put(protocols, [{ id: '999', name: 'Late', category: 'Dexs' }])
  const [after] = await answers(get('/v2/chains'))
  expect(after?.headers.etag).not.toBe(before?.headers.etag)
})

describe('what is not one plain GET in one piece goes to the server proper', () => {
  test('behavior: a request that comes byte by byte', async () => {
    const client = new RawClient(port)
    for (const byte of get('/v2/chains')) {
      client.socket.write(byte)
      await sleep(1)
    }
    expect((await client.read()).status).toBe(200)
    client.socket.destroy()
  })

  test('behavior: a pipeline is answered in order', async () => {
    const client = new RawClient(port)
    client.socket.write(get('/v2/chains') + get('/nowhere') + get('/health'))
    expect([
      (await client.read()).status,
      (await client.read()).status,
      (await client.read()).status,
    ]).toEqual([200, 404, 200])
    client.socket.destroy()
  })

  test('behavior: a second request while the first is being answered', async () => {
    const client = new RawClient(port)
    client.socket.write(get('/protocols?fields=name'))
    await sleep(1)
    client.socket.write(get('/nowhere'))
    client.socket.write(get('/v2/chains'))
    expect([
      (await client.read()).status,
      (await client.read()).status,
      (await client.read()).status,
    ]).toEqual([200, 404, 200])
    client.socket.destroy()
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

  test('behavior: a HEAD between two GETs', async () => {
    const list = await answers(
      get('/v2/chains'),
      'HEAD /v2/chains HTTP/1.1\r\nHost: x\r\n\r\n',
      get('/v2/chains'),
    )
    expect(list.map(({ status, body }) => [status, body.length > 0])).toEqual([
      [200, true],
      [200, false],
      [200, true],
    ])
  })

  test('error: what is not HTTP is told so and the connection ends', async () => {
    const client = new RawClient(port)
    client.socket.write('HELLO\r\n\r\n')
    const answer = await client.read()
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([400, 'invalid_parameter'])
    if (!client.socket.closed) await once(client.socket, 'close')
  })

  test('behavior: a client that ends its side is let go at once', async () => {
    const client = new RawClient(port)
    client.socket.write(get('/v2/chains'))
    expect((await client.read()).status).toBe(200)
    const startedMs = performance.now()
    client.socket.end()
    if (!client.socket.closed) await once(client.socket, 'close')
    expect(performance.now() - startedMs).toBeLessThan(2_000)
  })

  test('behavior: "Connection: close" is obeyed', async () => {
    const client = new RawClient(port)
    client.socket.write(get('/v2/chains', 'Connection: close'))
    expect((await client.read()).status).toBe(200)
    if (!client.socket.closed) await once(client.socket, 'close')
  })
})

test('behavior: keys count and cost by the lane as anywhere', async () => {
  const url = `/${TEST_KEY}/api/v2/chains`
  const list = await answers(
    get(url),
    get(url),
    get('/api/v2/chains', `X-API-Key: ${TEST_KEY}`),
    get('/api/v2/chains'),
    get('/wrong-key/api/v2/chains'),
  )
  expect(list.map(({ status }) => status)).toEqual([200, 200, 200, 401, 401])
  const left = list.slice(0, 3).map(({ headers }) => Number(headers['x-credits-remaining']))
  expect([(left[0] ?? 0) - (left[1] ?? 0), (left[1] ?? 0) - (left[2] ?? 0)]).toEqual([1, 1])
})
