import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import {
  AlmanacApiError,
  AlmanacConnectionError,
  AlmanacFormatError,
  AlmanacTimeoutError,
  type ClientOptions,
  createClient,
} from '../src/index.ts'

type Reply = (request: IncomingMessage, response: ServerResponse) => void

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

interface Seen {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

/** A server that gives these replies one after the other, the last one permanently. */
async function serve(...replies: Reply[]): Promise<{ baseUrl: string; seen: Seen[] }> {
  const seen: Seen[] = []
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method, url, headers } = request
    const reply = replies[Math.min(seen.length, replies.length - 1)]
    seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
    reply?.(request, response)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}`, seen }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }

const QUICK = { baseDelayMs: 1 }
const clientOf = (options: ClientOptions) => createClient({ retry: QUICK, ...options })

test('default: parameters go into path and query, lists with commas, what is missing nowhere', async () => {
  const { baseUrl, seen } = await serve(json(200, { coins: {} }))
  const client = clientOf({ baseUrl: `${baseUrl}/` })
  await client.coins.getCurrentPrices({ coins: 'chain:0x1,a b', searchWidth: '4h' })
  expect(seen[0]?.url).toBe('/prices/current/chain%3A0x1%2Ca%20b?searchWidth=4h')
  expect(seen[0]?.headers.authorization).toBeUndefined()
})

test('behavior: with a key the pro URL is asked, and only it sees the key', async () => {
  const { baseUrl, seen } = await serve(json(200, {}))
  const client = clientOf({ baseUrl, key: 'secret' })
  await client.coins.getCurrentPrices({ coins: 'a' })
  await client.coins.getCurrentPrices({ coins: 'a' }, { root: 'free' })
  await client.meta.getDatasets()
  expect(seen.map(({ url }) => url)).toEqual([
    '/coins/prices/current/a',
    '/prices/current/a',
    '/meta/datasets',
  ])
  expect(seen.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer secret',
    undefined,
    undefined,
  ])
})

test('behavior: each root may have a URL of its own', async () => {
  const { baseUrl, seen } = await serve(json(200, {}))
  const urls = { free: `${baseUrl}/f`, pro: `${baseUrl}/p`, bridge: `${baseUrl}/b` }
  await clientOf({ baseUrl: urls }).bridges.listBridges()
  await clientOf({ baseUrl: urls, key: 'k' }).bridges.listBridges()
  await clientOf({ baseUrl: urls }).tvl.listChains()
  expect(seen.map(({ url }) => url)).toEqual(['/b/bridges', '/p/bridges/bridges', '/f/v2/chains'])
})

test('behavior: a POST carries its body, and is repeated because it only reads', async () => {
  const { baseUrl, seen } = await serve(json(503, {}), json(200, { coins: {} }))
  await clientOf({ baseUrl }).coins.postPrices({ body: { coins: ['a'] } })
  expect(seen.map(({ method, body }) => [method, body])).toEqual([
    ['POST', '{"coins":["a"]}'],
    ['POST', '{"coins":["a"]}'],
  ])
})

test('behavior: Retry-After is waited for, in seconds', async () => {
  const { baseUrl, seen } = await serve(json(429, {}, { 'retry-after': '1' }), json(200, []))
  const startedMs = performance.now()
  await clientOf({ baseUrl }).tvl.listChains()
  expect(performance.now() - startedMs).toBeGreaterThan(990)
  expect(seen).toHaveLength(2)
})

test('behavior: a longer Retry-After than the longest wait is an error at once', async () => {
  const { baseUrl, seen } = await serve(json(429, {}, { 'retry-after': '3600' }))
  const asked = clientOf({ baseUrl }).tvl.listChains()
  await expect(asked).rejects.toMatchObject({ status: 429, retryAfterSec: 3600 })
  expect(seen).toHaveLength(1)
})

test.each([503, 504])('behavior: %i is tried again, three times at most', async (status) => {
  const { baseUrl, seen } = await serve(json(status, {}))
  await expect(clientOf({ baseUrl }).tvl.listChains()).rejects.toMatchObject({ status })
  expect(seen).toHaveLength(4)
})

test.each([400, 401, 402, 404, 413, 500, 502])(
  'behavior: %i is not tried again',
  async (status) => {
    const { baseUrl, seen } = await serve(json(status, {}))
    await expect(clientOf({ baseUrl }).tvl.listChains()).rejects.toMatchObject({ status })
    expect(seen).toHaveLength(1)
  },
)

test('behavior: a broken connection is tried again, then told', async () => {
  const { baseUrl, seen } = await serve((request) => request.socket.destroy())
  const asked = clientOf({ baseUrl }).tvl.listChains()
  await expect(asked).rejects.toBeInstanceOf(AlmanacConnectionError)
  expect(seen).toHaveLength(4)
})

test('error: what the service says is in the error', async () => {
  const said = { error: 'not_found', message: 'No such protocol.', suggestions: ['harbor'] }
  const { baseUrl } = await serve(json(404, { ...said, status: 404, requestId: 'r-1' }))
  const error = await clientOf({ baseUrl })
    .tvl.getProtocol({ protocol: 'harbour' })
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AlmanacApiError)
  expect(error).toMatchObject({
    ...{ status: 404, code: 'not_found', message: 'No such protocol.' },
    ...{ suggestions: ['harbor'], requestId: 'r-1', retryAfterSec: null },
  })
})

test('error: an error page of something else has its status', async () => {
  const { baseUrl } = await serve((_, response) => response.writeHead(502).end('<html>'))
  const asked = clientOf({ baseUrl }).tvl.listChains()
  await expect(asked).rejects.toMatchObject({ status: 502, code: 'unknown', suggestions: [] })
})

test('error: a response that is not JSON names the way to read it', async () => {
  const csv: Reply = (_, response) =>
    response.writeHead(200, { 'content-type': 'text/csv' }).end('a\n1\n')
  const { baseUrl } = await serve(csv)
  const client = clientOf({ baseUrl })
  await expect(client.tvl.listChains()).rejects.toBeInstanceOf(AlmanacFormatError)
  expect(await (await client.response('listChains')).text()).toBe('a\n1\n')
})

test('behavior: a body that never ends is not waited for, but can be read as it comes', async () => {
  const stream: Reply = (_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
  const { baseUrl, seen } = await serve(stream)
  const client = clientOf({ baseUrl, timeoutMs: 100 })
  await expect(client.tvl.listChains()).rejects.toThrow('text/event-stream')
  expect(seen).toHaveLength(1)
  // Node cancels the body of a response that was garbage collected, so it is kept, not its body alone.
  const response = await client.response('listChains')
  await new Promise((resolve) => setTimeout(resolve, 150))
  const reader = response.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
  await reader?.cancel()
})

test('error: a path parameter that is missing is told before anything is sent', async () => {
  const { baseUrl, seen } = await serve(json(200, {}))
  const asked = clientOf({ baseUrl }).tvl.getProtocol({ protocol: '' })
  await expect(asked).rejects.toThrow('The parameter protocol is missing.')
  expect(seen).toEqual([])
})

test('behavior: no response within the time-out is an error, after the retries', async () => {
  const { baseUrl, seen } = await serve(() => undefined)
  const client = clientOf({ baseUrl, timeoutMs: 30, retry: { ...QUICK, maxRetries: 1 } })
  await expect(client.tvl.listChains()).rejects.toBeInstanceOf(AlmanacTimeoutError)
  expect(seen).toHaveLength(2)
})

test('behavior: an AbortSignal ends an attempt and a wait, with its own reason', async () => {
  const { baseUrl, seen } = await serve(json(429, {}, { 'retry-after': '30' }))
  const ending = new AbortController()
  const asked = clientOf({ baseUrl }).tvl.listChains({}, { signal: ending.signal })
  setTimeout(() => ending.abort(new Error('enough')), 50)
  await expect(asked).rejects.toThrow('enough')
  const late = clientOf({ baseUrl }).tvl.listChains({}, { signal: ending.signal })
  await expect(late).rejects.toThrow('enough')
  expect(seen).toHaveLength(1)
})

const tagged: Reply = (request, response) =>
  request.headers['if-none-match'] === '"v1"'
    ? response.writeHead(304, { etag: '"v1"' }).end()
    : json(200, [{ name: request.url }], { etag: '"v1"' })(request, response)

test('behavior: a response is requested again with its ETag, and given afresh', async () => {
  const { baseUrl, seen } = await serve(tagged)
  const client = clientOf({ baseUrl })
  const first = await client.tvl.listChains()
  first.length = 0
  expect(await client.tvl.listChains()).toEqual([{ name: '/v2/chains' }])
  expect(seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"'])
})

test('behavior: the cache is bounded by entries and by characters, and can be left out', async () => {
  const { baseUrl, seen } = await serve(tagged)
  const ask = async (options: ClientOptions) => {
    const client = clientOf(options)
    for (const asOf of ['1', '2', '1']) await client.tvl.listChains({ asOf })
    return seen.splice(0).filter(({ headers }) => headers['if-none-match'] !== undefined).length
  }
  expect(await ask({ baseUrl })).toBe(1)
  expect(await ask({ baseUrl, cache: { maxEntries: 1 } })).toBe(0)
  // One response, [{"name":"/v2/chains?asOf=1"}], has 30 characters.
  expect(await ask({ baseUrl, cache: { maxChars: 59 } })).toBe(0)
  expect(await ask({ baseUrl, cache: { maxChars: 60 } })).toBe(1)
  expect(await ask({ baseUrl, cache: false })).toBe(0)
})

test('behavior: pages follow Link rel=next, relative to the page, with all that was asked', async () => {
  const { baseUrl, seen } = await serve(
    json(200, [{ gecko_id: 'a' }], {
      link: '<?limit=1&cursor=x>; rel="next", </docs>; rel="help"',
    }),
    json(200, [{ gecko_id: 'b' }], { link: '</docs>; rel="help"' }),
  )
  const rows: unknown[] = []
  for await (const row of clientOf({ baseUrl, key: 'k' }).rows('listChains')) rows.push(row)
  expect(rows).toEqual([{ gecko_id: 'a' }, { gecko_id: 'b' }])
  expect(seen.map(({ url }) => url)).toEqual(['/api/v2/chains', '/api/v2/chains?limit=1&cursor=x'])
  expect(seen[1]?.headers.authorization).toBe('Bearer k')
})

test('behavior: a cursor in X-Next-Cursor is followed too', async () => {
  const { baseUrl, seen } = await serve(json(200, [1], { 'x-next-cursor': 'c 2' }), json(200, [2]))
  const pages: unknown[] = []
  const asked = clientOf({ baseUrl }).pages('listBridgeTransactions', { id: '1', limit: 1 })
  for await (const page of asked) pages.push(page)
  expect(pages).toEqual([[1], [2]])
  expect(seen[1]?.url).toBe('/transactions/1?limit=1&cursor=c+2')
})

test('behavior: an endpoint of a newer service can be asked, with the key only where told', async () => {
  const { baseUrl, seen } = await serve(json(503, {}), json(200, { rows: [] }))
  const client = clientOf({ baseUrl, key: 'k' })
  const { data } = await client.ask({
    path: '/new/thing',
    query: { a: 1, b: undefined, others: { c: 'x y' } },
  })
  expect(data).toEqual({ rows: [] })
  await client.ask({ path: '/new', method: 'POST', body: { q: 1 } }, { root: 'pro' })
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /new/thing?a=1&c=x+y',
    'GET /new/thing?a=1&c=x+y',
    'POST /new',
  ])
  expect(seen.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    undefined,
    'Bearer k',
  ])
})

test('behavior: a POST that may change something is repeated only after a 429', async () => {
  const { baseUrl, seen } = await serve(json(429, {}), json(503, {}))
  const asked = clientOf({ baseUrl }).ask({ path: '/new', method: 'POST', body: {} })
  await expect(asked).rejects.toMatchObject({ status: 503 })
  expect(seen).toHaveLength(2)
})

test('error: a next page on another origin is refused, so that no key goes there', async () => {
  const { baseUrl } = await serve(json(200, [], { link: '<http://127.0.0.2/>; rel=next' }))
  const pages = clientOf({ baseUrl, key: 'k' }).pages('listChains')
  await pages.next()
  await expect(pages.next()).rejects.toThrow('another origin')
})
