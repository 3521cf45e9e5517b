import { MEDIA_TYPES } from '../export/exports.ts'
import { exampleOf } from '../parameters.ts'
import { isTagged } from '../responses/cached-response.ts'
import { type Root, type Route, tagOf } from '../route.ts'
import type { Components, JsonObject } from './components.ts'
import { type Endpoint, operationIdOf, requestNameOf, responseNameOf } from './endpoints.ts'
import { type ErrorName, referToErrors } from './errors.ts'
import {
  describeTables,
  headersOf,
  ownHeaders,
  referToHeaders,
  tableContent,
  tableHeaders,
} from './headers.ts'
import { describeParameters } from './parameters.ts'

const KEYS = [{ headerKey: [] }, { bearer: [] }]

export function describeOperation(
  endpoint: Endpoint,
  components: Components,
  nowSec: number,
): JsonObject {
  const { routes, servers } = endpoint
  const [route] = routes
  const operationId = operationIdOf(endpoint)
  const roots = servers.map(({ root }) => root)
  return {
    operationId,
    tags: [...new Set(routes.map(tagOf))],
    summary: routes.map(({ summary }) => summary).join(', or: '),
    description: routes.map(({ describe }) => describe).join('\n\n'),
    'x-root': roots[0],
    ...describeTables(routes),
    security: securityOf(roots),
    parameters: describeParameters(endpoint, nowSec),
    ...describeRequestBody(endpoint, components, nowSec),
    responses: {
      200: {
        description: 'The response.',
        headers: {
          ...referToHeaders([...headersOf(route, roots), ...tableHeaders(routes)]),
          ...ownHeaders(route),
        },
        content: {
          ...describeContent(endpoint, components),
          ...tableContent(routes),
        },
      },
      ...(isTagged(route)
        ? {
            304: {
              description: 'Nothing has changed since the copy named by If-None-Match.',
              headers: referToHeaders(headersOf(route, roots)),
            },
          }
        : {}),
      ...referToErrors(errorsOf(endpoint)),
    },
  }
}

function describeContent(endpoint: Endpoint, components: Components): JsonObject {
  const body = describeResponse(endpoint, components)
  return Object.fromEntries(contentTypesOf(endpoint.routes[0]).map((type) => [type, body]))
}

function contentTypesOf({ kind }: Route): string[] {
  if (kind === 'file') return Object.values(MEDIA_TYPES).map((type) => type.replace(/;.*/, ''))
  return [kind === 'stream' ? 'text/event-stream' : 'application/json']
}

/** Without a key, with one, or either: an empty requirement means none. */
function securityOf(roots: readonly Root[]): unknown[] {
  if (!roots.includes('pro')) return []
  return roots.every((root) => root === 'pro') ? KEYS : [{}, ...KEYS]
}

function describeRequestBody(
  { method, routes: [{ body, operationId }] }: Endpoint,
  components: Components,
  nowSec: number,
): JsonObject {
  if (method !== 'POST' || body === undefined) return {}
  const schema = components.describeBody(requestNameOf(operationId), body.schema)
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleOf(body, nowSec) } },
    },
  }
}

function describeResponse(endpoint: Endpoint, components: Components): JsonObject {
  const [route, ...others] = endpoint.routes
  const { schema, example } = route.responseOf[endpoint.servers[0].root] ?? {
    schema: route.response,
    example: route.example,
  }
  const name = others.length > 0 ? route.operationId : operationIdOf(endpoint)
  const first = components.describeBody(responseNameOf(name), schema)
  if (others.length === 0) return { schema: first, example }
  const rest = others.map(({ operationId, response }) =>
    components.describeBody(responseNameOf(operationId), response),
  )
  return { schema: { oneOf: [first, ...rest] }, example }
}

function errorsOf({ method, routes, servers, path }: Endpoint): ErrorName[] {
  const takesKey = servers.some(({ root }) => root === 'pro')
  const names: [ErrorName, boolean][] = [
    ['Moved', path.includes('{')],
    ['BadRequest', true],
    ['Unauthorized', takesKey],
    ['CreditsExhausted', takesKey],
    ['Forbidden', routes.some(({ forOperators, kind }) => forOperators || kind === 'session')],
    ['NotFound', true],
    ['BodyTooLarge', method === 'POST'],
    ['AddressTooLong', true],
    ['TooManyRequests', true],
    ['SnapshotMissing', routes.some(({ errors }) => errors.includes('snapshot_missing'))],
    ['Unavailable', true],
  ]
  return names.filter(([, applies]) => applies).map(([name]) => name)
}
