import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { createClock } from '../../lib/clock.ts'
import { HttpFault } from './http-fault.ts'
import { type HttpLimits, RateLimitedClient } from './rate-limited-client.ts'

type Received = (request: IncomingMessage, response: ServerResponse) => void

const servers: { close(): void }[] = []
const clock = createClock()

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server that gives the responses in turn, the last one again and again. */
async function serve(...responses: Received[]) {
  const seen: { atMs: number; request: IncomingMessage }[] = []
  const server = createServer((request, response) => {
    seen.push({ atMs: performance.now(), request })
    responses[Math.min(seen.length, responses.length) - 1]?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const say =
  (status: number, body = '', headers: Record<string, string> = {}): Received =>
  (_, response) => {
    response.writeHead(status, headers).end(body)
  }

function client(limits: Partial<HttpLimits> = {}, signal?: AbortSignal): RateLimitedClient {
  const dependencies = { fetch, clock, sleep, random: () => 0, userAgent: 'almanac-test' }
  return new RateLimitedClient(signal === undefined ? dependencies : { ...dependencies, signal }, {
    ratePerSec: 1_000,
    ...limits,
  })
}

async function faultOf(work: Promise<unknown>): Promise<HttpFault> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(HttpFault)
  return error as HttpFault
}

test('default: body, type and ETag; who asks is named; compression is accepted', async () => {
  const zipped = gzipSync('[1,2]')
  const { url, seen } = await serve((_, response) => {
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        etag: '"a"',
      })
      .end(zipped)
  })
  const response = await client().get({ url: `${url}/x` })
  expect(response).toMatchObject({ kind: 'body', contentType: 'application/json', etag: '"a"' })
  expect(response.kind === 'body' && response.body.toString()).toBe('[1,2]')
  expect(seen[0]?.request.headers).toMatchObject({
    'user-agent': 'almanac-test',
    'accept-encoding': 'gzip, br, deflate',
  })
})

test('behavior: a known ETag is sent, else a known date; 304 is unchanged', async () => {
  const { url, seen } = await serve(say(304))
  const polite = client()
  expect(await polite.get({ url, etag: '"a"', lastModified: 'then' })).toMatchObject({
    kind: 'unchanged',
  })
  await polite.get({ url, lastModified: 'then' })
  expect(seen[0]?.request.headers).toMatchObject({ 'if-none-match': '"a"' })
  expect(seen[0]?.request.headers['if-modified-since']).toBeUndefined()
  expect(seen[1]?.request.headers['if-modified-since']).toBe('then')
  expect(polite.meter).toMatchObject({ requests: 2, unchanged: 2, bytes: 0 })
})

test('behavior: Retry-After stops all requests to that server for as long', async () => {
  const { url, seen } = await serve(say(429, '', { 'retry-after': '1' }), say(200, 'ok'))
  const polite = client({ concurrency: 2 })
  const first = polite.get({ url })
  // The second one starts when the first has been refused.
  while (seen.length === 0) await sleep(5)
  await sleep(50)
  await Promise.all([first, polite.get({ url })])
  const [refused, next] = seen.map(({ atMs }) => atMs)
  expect((next ?? 0) - (refused ?? 0)).toBeGreaterThan(950)
  expect(polite.meter.retries).toBe(1)
})

test('behavior: a failing server is tried again; what cannot succeed is not', async () => {
  const broken = await serve(say(503), (_, response) => response.destroy(), say(200, 'ok'))
  expect(await client().get({ url: broken.url })).toMatchObject({ kind: 'body' })
  expect(broken.seen).toHaveLength(3)
  const missing = await serve(say(404, '<html>'))
  expect(await faultOf(client().get({ url: `${missing.url}/p` }))).toMatchObject({
    kind: 'missing',
    status: 404,
    retryable: false,
  })
  expect(missing.seen).toHaveLength(1)
})

test('behavior: after the last attempt the failure is reported', async () => {
  const { url, seen } = await serve(say(500))
  expect(await faultOf(client({ maxTries: 2 }).get({ url }))).toMatchObject({
    kind: 'unavailable',
    status: 500,
  })
  expect(seen).toHaveLength(2)
})

test('behavior: never more in parallel than allowed, and never faster than the rate', async () => {
  let open = 0
  let mostOpen = 0
  const { url, seen } = await serve((_, response) => {
    open++
    mostOpen = Math.max(mostOpen, open)
    setTimeout(() => {
      open--
      response.end('ok')
    }, 30)
  })
  const polite = client({ concurrency: 3, ratePerSec: 50 })
  await Promise.all(Array.from({ length: 12 }, () => polite.get({ url })))
  expect(mostOpen).toBeLessThanOrEqual(3)
  // Twelve at 20 ms from each other; timers may catch up 20 ms.
  expect((seen[11]?.atMs ?? 0) - (seen[0]?.atMs ?? 0)).toBeGreaterThan(11 * 20 - 45)
})

test('behavior: redirects stay on the server', async () => {
  const { url } = await serve(say(302, '', { location: '/new' }), say(200, 'moved'))
  const response = await client().get({ url: `${url}/old` })
  expect(response.kind === 'body' && response.body.toString()).toBe('moved')
  const other = await serve(say(200, 'stolen'))
  const leading = await serve(say(302, '', { location: `${other.url}/secret-key/x` }))
  const fault = await faultOf(client().get({ url: `${leading.url}/secret-key/x`, label: 'pro /x' }))
  expect(fault).toMatchObject({ kind: 'redirected' })
  expect(fault.message).not.toContain('secret-key')
  expect(other.seen).toHaveLength(0)
  const endless = await serve((_, response) => {
    response.writeHead(302, { location: '/again' }).end()
  })
  expect(await faultOf(client().get({ url: endless.url }))).toMatchObject({ kind: 'redirected' })
})

test('behavior: limits of size and time', async () => {
  const endless = await serve((_, response) => {
    response.writeHead(200)
    const more = () => response.write('x'.repeat(10_000), () => setImmediate(more))
    response.on('error', () => undefined)
    more()
  })
  expect(await faultOf(client({ maxBytes: 100_000 }).get({ url: endless.url }))).toMatchObject({
    kind: 'tooLarge',
  })
  const silent = await serve(() => undefined)
  expect(
    await faultOf(client({ timeoutMs: 100, maxTries: 1 }).get({ url: silent.url })),
  ).toMatchObject({ kind: 'timeout', retryable: true })
})

test('behavior: a body cut off is never taken for a whole one', async () => {
  const { url } = await serve(
    (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      setTimeout(() => response.destroy(), 20)
    },
    say(200, 'whole'),
  )
  const response = await client().get({ url })
  expect(response.kind === 'body' && response.body.toString()).toBe('whole')
})

test('behavior: stopping ends what is open', async () => {
  const { url } = await serve(() => undefined)
  const stop = new AbortController()
  const asked = faultOf(client({}, stop.signal).get({ url }))
  setTimeout(() => stop.abort(), 30)
  expect(await asked).toMatchObject({ retryable: false })
})
