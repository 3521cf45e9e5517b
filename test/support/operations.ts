import { routes } from '../../src/app.ts'
import { isRequired } from '../../src/http/openapi/parameters.ts'
import { exampleOf, type Parameter, type Parameters } from '../../src/http/parameters.ts'
import { type Method, methodsOf, ROOTS, type Root, type Route } from '../../src/http/route.ts'
import { NOW_SEC, TEST_KEY, type TestApp, type TestResponse } from './test-app.ts'

/** An operation at one of its paths, by one of its methods. */
export interface Operation {
  name: string
  route: Route
  root: Root
  method: Method
  path: string
}

/** A stream does not end, and operators' paths change keys: their own tests look at them. */
export const repeatable = routes.filter(
  ({ kind, forOperators }) => kind !== 'stream' && !forOperators,
)

/** Every path and method of the routes. */
export const operations: readonly Operation[] = repeatable.flatMap((route) =>
  ROOTS.flatMap((root) => {
    const path = route.paths[root]
    if (path === undefined) return []
    return methodsOf(route, root).map((method) => {
      return { name: `${method} ${path} on ${root}`, route, root, method, path }
    })
  }),
)

/** Every operation once, at its first path. */
export const operationsOnce = operations.filter(
  ({ route }, index) => operations.findIndex((one) => one.route === route) === index,
)
/** The other paths and methods. */
export const operationsElsewhere = operations.filter((one) => !operationsOnce.includes(one))

export function requiredOf({ query }: Pick<Route, 'query'>): Parameters {
  return Object.fromEntries(Object.entries(query).filter(([name, one]) => isRequired(one, name)))
}

/** The path and query of a request made of examples; only of what is required unless told. */
export function exampleUrl(
  route: Route,
  path: string,
  query: Parameters = requiredOf(route),
  more: Readonly<Record<string, string>> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(exampleText(route.params[name], name)),
  )
  const given = Object.entries(query).map(([name, one]) => [name, exampleText(one, name)] as const)
  const search = new URLSearchParams({ ...Object.fromEntries(given), ...more })
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** Sends the request of an operation, with the example of its body where it takes one. */
export function request(
  service: TestApp,
  { route, root, method, path }: Operation,
  query?: Parameters,
): Promise<TestResponse> {
  const url = exampleUrl(route, path, query)
  const pro = root === 'pro'
  if (method !== 'POST' || route.body === undefined) return service.get(url, { pro, method })
  return service.post(url, exampleBody(route), { pro })
}

/** The bytes of the response in a format. */
export async function requestBytes(
  { app }: TestApp,
  { route, root, method, path }: Operation,
  format: string,
): Promise<{ status: number; bytes: Buffer }> {
  const { statusCode, rawPayload } = await app.server.inject({
    method,
    url: exampleUrl(route, path, requiredOf(route), { format }),
    headers: root === 'pro' ? { 'x-api-key': TEST_KEY } : {},
    ...(method === 'POST' && route.body !== undefined ? { payload: exampleBody(route) } : {}),
  })
  return { status: statusCode, bytes: rawPayload }
}

/** What asks for the rows behind the response to the example of a route. */
export function provenanceQuery(route: Route): Record<string, string> {
  const { params, query, body } = route
  const given = Object.entries({ ...params, ...requiredOf({ query }) })
  const hasBody = body !== undefined && !('coins' in query)
  return {
    operation: route.id,
    ...Object.fromEntries(given.map(([name, one]) => [name, exampleText(one, name)])),
    ...(hasBody && { body: JSON.stringify(body.example) }),
  }
}

function exampleBody({ body }: Route): object {
  const example: unknown = body === undefined ? undefined : exampleOf(body, NOW_SEC)
  if (typeof example !== 'object' || example === null) throw new Error('The body has no example.')
  return example
}

function exampleText(parameter: Parameter<unknown> | undefined, name: string): string {
  if (parameter === undefined) throw new Error(`The path has no parameter ${name}.`)
  return String(exampleOf(parameter, NOW_SEC))
}
