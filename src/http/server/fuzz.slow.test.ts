import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSmallWorld } from '../../../test/support/small-world.ts'
import { NOW_SEC, TEST_KEY, TestApp } from '../../../test/support/test-app.ts'
import { routes } from '../../app.ts'
import type { Parameter } from '../parameters.ts'
import { COMMON_QUERY } from '../responses/parse-request.ts'
import { methodsOf, type Root, type Route } from '../route.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  await fillSmallWorld(app)
})
afterAll(() => app.stop())

const LEAKS = /Exception|DB::|\/src\/|node_modules|\.ts:\d|SELECT |\bat \S+ \(\S*:\d+/
const RUNS = 25

const numbers = fc.constantFrom(
  '0',
  '-1',
  '1',
  '1e9',
  '0x10',
  '4294967295',
  '4294967296',
  '99999999999',
  '1.5',
  'NaN',
  'Infinity',
  String(NOW_SEC),
)
const durations = fc.constantFrom(
  '4h',
  '0',
  '1w',
  '99999w',
  '49710d',
  '0.1s',
  '1y',
  '4294967295',
  '-1h',
  'd',
)
const names = fc.constantFrom(
  'example-swap',
  'Old Swap',
  'aggregator:bitcoin',
  'ethereum',
  'Ethereum',
  'parent#x',
  'a,b,,c',
  ',',
  '\u0000',
  "'; DROP TABLE x",
  '{x:UInt32}',
  '../..',
  '💥',
  '__proto__',
  'constructor',
)
const others = fc.constantFrom(
  'true',
  'false',
  'missing',
  'tokens',
  '{"aggregator:bitcoin":[1]}',
  '{"a":[-1]}',
  '{"a":[4294967295]}',
  '[]',
  'prices',
  'tvl,name',
)
const value = fc.oneof(
  numbers,
  durations,
  names,
  others,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
)

/** Texts for one parameter: mostly ones it might accept, and the bounds of what it does. */
function textFor(parameter: Parameter<unknown> | undefined): fc.Arbitrary<string> {
  if (parameter === undefined) return value
  const { minimum, maximum } = parameter.schema as { minimum?: number; maximum?: number }
  const bounds = [minimum, maximum].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1].map(String),
  )
  const likely = fc.constantFrom(String(parameter.example), ...bounds)
  return fc.oneof(
    { weight: 3, arbitrary: likely },
    { weight: 1, arbitrary: numbers },
    { weight: 1, arbitrary: durations },
    { weight: 2, arbitrary: value },
  )
}

/**
 * A request to a route: any text in its path, any text under the names it knows and under names it
 * does not.
 */
function requestTo(
  route: Route,
  root: Root,
): fc.Arbitrary<{ method: 'GET' | 'HEAD' | 'POST' | 'DELETE'; url: string; payload?: string }> {
  const path = route.paths[root] ?? ''
  const params = fc.record(
    Object.fromEntries(
      Object.entries(route.params).map(([name, parameter]) => [name, textFor(parameter)]),
    ),
  )
  const known = Object.entries({ ...route.query, ...COMMON_QUERY }).map(([name, parameter]) =>
    fc.tuple(fc.constant(name), textFor(parameter)),
  )
  const query = fc.array(
    fc.oneof(
      { weight: 9, arbitrary: fc.oneof(...known) },
      { weight: 1, arbitrary: fc.tuple(value, value) },
    ),
    {
      maxLength: 4,
    },
  )
  const method = fc.constantFrom(...methodsOf(route, root))
  const body = fc.oneof(
    fc.json(),
    fc
      .record({
        coins: fc.oneof(fc.jsonValue(), fc.dictionary(value, fc.array(fc.integer()))),
        timestamp: fc.jsonValue(),
        searchWidth: value,
      })
      .map((given) => JSON.stringify(given)),
  )
  return fc.tuple(params, query, method, body).map(([given, pairs, verb, payload]) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String((given as Record<string, string>)[name]).toWellFormed()),
    )
    const search = pairs
      .map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join('='))
      .join('&')
    const url = search === '' ? filled : `${filled}?${search}`
    return verb === 'POST' ? { method: verb, url, payload } : { method: verb, url }
  })
}

async function expectSane(asked: {
  method: 'GET' | 'HEAD' | 'POST' | 'DELETE'
  url: string
  payload?: string
  headers?: Record<string, string>
}): Promise<void> {
  const headers = {
    'x-api-key': TEST_KEY,
    ...(asked.payload === undefined ? {} : { 'content-type': 'application/json' }),
    ...asked.headers,
  }
  const response = await app.app.server.inject({ ...asked, headers })
  // The contract's own exception: a private company without a snapshot.
  if (response.statusCode === 502)
    expect(JSON.parse(response.payload)).toMatchObject({ error: 'snapshot_missing' })
  else expect(response.statusCode).toBeLessThan(500)
  if (response.statusCode === 304 || response.statusCode === 204) return
  expect(response.payload).not.toMatch(LEAKS)
  if (response.statusCode < 300) return
  expect(JSON.parse(response.payload)).toMatchObject({
    error: expect.any(String),
    message: expect.any(String),
    status: response.statusCode,
    requestId: expect.any(String),
  })
}

/** A stream does not end. */
const finite = routes.filter(({ kind }) => kind !== 'stream')
const endpoints = finite.flatMap((route) =>
  Object.keys(route.paths).map((root) => ({ id: route.id, root: root as Root, route })),
)

describe.each(endpoints)('$id on the $root root', ({ route, root }) => {
  test('behavior: any request gets a response or an error that says what to fix', async () => {
    await fc.assert(fc.asyncProperty(requestTo(route, root), expectSane), { numRuns: RUNS })
  })
})

describe('over a real socket', () => {
  let origin: AddressInfo
  beforeAll(async () => {
    await app.app.server.listen({ host: '127.0.0.1', port: 0 })
    origin = app.app.server.server.address() as AddressInfo
  })

  async function ask(
    path: string,
    headers: Record<string, string>,
  ): Promise<{ status: number; id: unknown; body: string }> {
    const call = request({ host: '127.0.0.1', port: origin.port, path, headers, agent: false })
    call.end()
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    return {
      status: response.statusCode ?? 0,
      id: response.headers['x-request-id'],
      body: await text(response),
    }
  }

  test('behavior: odd paths and headers are answered in the one error shape', async () => {
    const words = fc.constantFrom(
      'api',
      'coins',
      'docs',
      'meta',
      'usage',
      '..',
      '.',
      '',
      '%',
      '%2e%2e',
      '%00',
      '\\',
      ';',
      '*',
      'protocols',
      TEST_KEY,
    )
    const visible = (given: string) => given.replaceAll(/[^\x21-\x7e]/g, '~')
    const path = fc
      .array(fc.oneof(words, fc.string({ maxLength: 12 }).map(visible)), { maxLength: 6 })
      .map((segments) => `/${segments.join('/')}`)
    const names = fc.constantFrom(
      'if-none-match',
      'accept-encoding',
      'accept',
      'x-forwarded-for',
      'range',
      'x-api-key',
      'authorization',
      'content-type',
    )
    const headers = fc.dictionary(names, fc.string({ maxLength: 60 }).map(visible), {
      noNullPrototype: true,
    })
    const property = fc.asyncProperty(path, headers, async (path, given) => {
      const { status, id, body } = await ask(path, given)
      expect(status).toBeLessThan(500)
      expect(id).toBeTypeOf('string')
      if (status >= 400)
        expect(JSON.parse(body)).toMatchObject({ error: expect.any(String), status })
    })
    await fc.assert(property, { numRuns: 250 })
  })
})
