import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { type Method, methodsOf, ROOTS, type Root, type Route } from '../src/http/route.ts'
import { TEST_KEY, TestApp, type TestResponse } from './support/test-app.ts'

const WRONG_KEY = 'wrong-key-0123456789'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

interface Endpoint {
  name: string
  root: Root
  method: Method
  url: string
  body: unknown
}

/** A stream does not end; its own test asks for it without a key. */
const finite = routes.filter(({ kind }) => kind !== 'stream')

/** Every endpoint with each of its methods, filled with the examples of its parameters. */
const endpoints = finite.flatMap((route) =>
  ROOTS.flatMap((root) =>
    route.paths[root] === undefined
      ? []
      : methodsOf(route, root).map(
          (method): Endpoint => ({
            name: `${method} ${route.paths[root]}`,
            root,
            method,
            url: urlOf(route, route.paths[root] ?? ''),
            body: route.body?.example,
          }),
        ),
  ),
)

function urlOf({ params }: Route, path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name]?.example)),
  )
}

function ask(
  { method, url, body }: Endpoint,
  headers: Record<string, string> = {},
  keyInPath = '',
): Promise<TestResponse> {
  const path = keyInPath === '' ? url : `/${keyInPath}${url}`
  return method === 'POST'
    ? app.post(path, body as object, { headers })
    : app.get(path, { headers, method })
}

test('default: every operation has an endpoint', () => {
  expect(new Set(endpoints.map(({ url }) => url)).size).toBeGreaterThanOrEqual(finite.length)
})

describe.each(endpoints.filter(({ root }) => root === 'pro'))('$name', (endpoint) => {
  test('error: 401 without a key', async () => {
    expect(await ask(endpoint)).toMatchObject({
      status: 401,
      body: { error: 'missing_key', status: 401 },
      headers: { 'cache-control': 'no-store' },
    })
  })

  test('error: 401 with a wrong key, in the path or in a header', async () => {
    for (const response of [
      await ask(endpoint, { 'x-api-key': WRONG_KEY }),
      await ask(endpoint, { authorization: `Bearer ${WRONG_KEY}` }),
      await ask(endpoint, {}, WRONG_KEY),
    ])
      expect(response).toMatchObject({ status: 401, body: { error: 'invalid_key' } })
  })

  test('behavior: a key is accepted, in the path or in a header', async () => {
    for (const response of [
      await ask(endpoint, { 'x-api-key': TEST_KEY }),
      await ask(endpoint, {}, TEST_KEY),
    ])
      expect(response.status).not.toBe(401)
  })
})

describe.each(endpoints.filter(({ root }) => root !== 'pro'))('$name', (endpoint) => {
  test('behavior: it needs no key and takes none', async () => {
    const plain = await ask(endpoint)
    expect(plain.status).not.toBe(401)
    expect((await ask(endpoint, { 'x-api-key': WRONG_KEY })).status).toBe(plain.status)
  })
})
