import { EXAMPLE_NOW_SEC, exampleOf, type Parameter, type Parameters } from './parameters.ts'
import { COMMON_QUERY } from './parse-request.ts'
import { methodsOf, type Root, type Route } from './route.ts'

const ERRORS: Record<string, string> = {
  400: 'A parameter is missing, malformed, out of range or not an allowed value.',
  401: 'The key is missing, unknown, revoked or expired.',
  402: 'The credits of the month are spent.',
  404: 'Nothing is known under that name; `suggestions` may hold near ones.',
  429: 'Too many requests in a minute; `Retry-After` says when to come back.',
  503: 'Still loading, or too busy; `Retry-After` says when to come back.',
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error', 'message', 'status', 'requestId'],
  properties: {
    error: { type: 'string', description: 'A code to act on.' },
    message: { type: 'string', description: 'What went wrong and how to fix it.' },
    status: { type: 'integer' },
    requestId: { type: ['string', 'null'] },
    suggestions: { type: 'array', items: { type: 'string' } },
    resetDate: { type: 'string' },
  },
}

/** The OpenAPI 3.1 description of everything that is served, made from the routes themselves. */
export function describeApi(
  routes: readonly Route[],
  nowSec: number = EXAMPLE_NOW_SEC,
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    for (const [name, path] of Object.entries(route.paths)) {
      const root = name as Root
      const item = paths[path] ?? {}
      paths[path] = item
      for (const method of methodsOf(route, root))
        item[method.toLowerCase()] = operation(route, root, method, nowSec)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Almanac',
      version: '1.0.0',
      description:
        'Onchain analytics that anyone can run. Free operations need no key. Pro operations take a key as `X-API-Key` or `Authorization: Bearer`, or as the first segment of the path. Every answer carries an ETag; `asOf` gives it as it was known at a time.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map((route) => tagOf(route)))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        headerKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Error: ERROR_SCHEMA },
    },
  }
}

/** The root on which an operation has its id as it is. */
function plainRoot(route: Route): Root | undefined {
  return (['free', 'bridge', 'pro'] as const).find((root) => route.paths[root] !== undefined)
}

function operation(
  route: Route,
  root: Root,
  method: string,
  nowSec: number,
): Record<string, unknown> {
  const suffix = [
    root === plainRoot(route) ? '' : `.${root}`,
    method === 'GET' ? '' : `.${method.toLowerCase()}`,
  ].join('')
  return {
    operationId: `${route.id}${suffix}`,
    tags: [tagOf(route)],
    summary: route.summary,
    description: route.describe,
    'x-root': root,
    ...(root === 'pro' ? { security: [{ headerKey: [] }, { bearer: [] }] } : {}),
    parameters: [
      ...describeParameters(route.params, 'path', nowSec),
      ...describeParameters(queryOf(route, method), 'query', nowSec),
      ...(route.reads.length > 0 ? describeParameters(COMMON_QUERY, 'query', nowSec) : []),
    ],
    ...(method === 'POST' && route.body !== undefined
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: route.body.schema,
                example: exampleOf(route.body, nowSec),
              },
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'The answer.',
        ...describeHeaders(route),
        content: { 'application/json': { schema: route.response, example: route.example } },
      },
      304: { description: 'Nothing has changed since the copy named by If-None-Match.' },
      ...Object.fromEntries(
        errorsOf(root).map(([status, description]) => [status, describeError(description)]),
      ),
    },
  }
}

function describeHeaders({ headers }: Route): { headers?: Record<string, unknown> } {
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  return described.length === 0
    ? {}
    : { headers: Object.fromEntries(described) as Record<string, unknown> }
}

/** With a body, what it carries is not asked for in the query as well. */
function queryOf(route: Route, method: string): Parameters {
  if (method !== 'POST') return route.query
  const inBody = Object.keys(
    (route.body?.schema as { properties?: object } | undefined)?.properties ?? {},
  )
  return Object.fromEntries(Object.entries(route.query).filter(([name]) => !inBody.includes(name)))
}

function errorsOf(root: Root): [string, string][] {
  return Object.entries(ERRORS).filter(
    ([status]) => root === 'pro' || (status !== '401' && status !== '402'),
  )
}

function describeError(description: string): Record<string, unknown> {
  return {
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}

function describeParameters(
  parameters: Parameters,
  place: 'path' | 'query',
  nowSec: number,
): Record<string, unknown>[] {
  return Object.entries(parameters).map(([name, parameter]) => ({
    name,
    in: place,
    required: isRequired(parameter, name),
    description: parameter.describe,
    schema: parameter.schema,
    example: exampleOf(parameter, nowSec),
  }))
}

/** A parameter is required when its parser refuses to go without it. */
export function isRequired(parameter: Parameter<unknown>, name: string): boolean {
  if (parameter.required !== undefined) return parameter.required
  try {
    parameter.parse(undefined, name)
    return false
  } catch {
    return true
  }
}

function tagOf(route: Route): string {
  return route.id.slice(0, route.id.indexOf('.'))
}
