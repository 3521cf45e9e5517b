import type { LookupAddress } from 'node:dns'
import { createServer, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPrivateAddress } from '../../lib/private-address.ts'
import { createOutsideFetch, PrivateHostError } from './outside-fetch.ts'

let server: Server
let port: number
const seen: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.headers.host} ${request.headers['x-one'] ?? ''}`)
    if (request.url === '/packed') {
      response.setHeader('content-encoding', 'gzip').end(gzipSync('{"n":5}'))
    } else if (request.url === '/away')
      response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    else if (request.url === '/odd') response.setHeader('content-encoding', 'odd').end('x')
    else request.pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as { port: number }).port
})
afterAll(() => server.close())

/** A resolver that gives these addresses, one after the other, whatever the name. */
function resolving(...addresses: string[]) {
  let turn = 0
  const lookup = (_host: string, _options: object, answered: (...given: unknown[]) => void) => {
    const address = addresses[Math.min(turn++, addresses.length - 1)] ?? ''
    const found: LookupAddress[] = [{ address, family: address.includes(':') ? 6 : 4 }]
    answered(null, found)
  }
  return { lookup: lookup as never, count: () => turn }
}

const request = (more: object = {}) => ({
  method: 'GET',
  headers: [] as [string, string][],
  redirect: 'manual' as const,
  signal: AbortSignal.timeout(5_000),
  ...more,
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
])('error: %s is inside', async (address) => {
  expect(isPrivateAddress(address)).toBe(true)
  const { lookup } = resolving(address)
  const fetched = createOutsideFetch({ privateHosts: [], lookup })
  await expect(fetched(new URL(`http://api.example.org:${port}/`), request())).rejects.toThrow(
    /^api\.example\.org leads to .*ALMANAC_ADAPTER_PRIVATE_HOSTS=api\.example\.org lets adapters reach it$/,
  )
})

test.each(['1.1.1.1', '172.32.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])(
  'default: %s is outside',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  },
)

test('error: a name that is outside when it is first asked and inside afterwards', async () => {
  const before = seen.length
  // There is one look-up for each connection, and it is the one that is checked.
  const { lookup, count } = resolving('127.0.0.1', '1.1.1.1')
  const fetched = createOutsideFetch({ privateHosts: [], lookup })
  await expect(fetched(new URL(`http://api.example.org:${port}/`), request())).rejects.toThrow(
    PrivateHostError,
  )
  expect(count()).toBe(1)
  expect(seen.length).toBe(before)
})

test('behavior: an address or a name that the operator chose', async () => {
  const body = new TextEncoder().encode('hello')
  const asked = request({
    method: 'POST',
    body,
    headers: [
      ['X-One', '1'],
      ['x-one', '2'],
    ],
  })
  const plain = createOutsideFetch({ privateHosts: [] })
  expect(await (await plain(new URL(`http://127.0.0.1:${port}/`), asked)).text()).toBe('hello')
  expect(seen.at(-1)).toBe(`POST 127.0.0.1:${port} 1, 2`)
  const { lookup } = resolving('127.0.0.1')
  const named = createOutsideFetch({ privateHosts: [`graph.internal:${port}`], lookup })
  const url = new URL(`http://graph.internal:${port}/`)
  expect((await named(url, request())).status).toBe(200)
  expect(seen.at(-1)).toBe(`GET graph.internal:${port} `)
})

test('behavior: packed responses are unpacked, redirects are left to the module', async () => {
  const fetched = createOutsideFetch({ privateHosts: [] })
  const packed = await fetched(new URL(`http://127.0.0.1:${port}/packed`), request())
  expect(await packed.json()).toEqual({ n: 5 })
  const away = await fetched(new URL(`http://127.0.0.1:${port}/away`), request())
  expect([away.status, away.headers.get('location')]).toEqual([302, 'http://10.0.0.1/'])
  await expect(fetched(new URL(`http://127.0.0.1:${port}/odd`), request())).rejects.toThrow(
    'the response is encoded as odd, not as text',
  )
})
