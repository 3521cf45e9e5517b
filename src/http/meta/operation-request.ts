import { invalidParameter, MovedError, notFound } from '../../lib/errors.ts'
import { parseJson } from '../../lib/parse-json.ts'
import { suggest } from '../../lib/suggest.ts'
import type { Parameters } from '../parameters.ts'
import type { TracedOperation } from '../provenance.ts'
import { COMMON_QUERY, parseAll, TABLE_QUERY } from '../responses/parse-request.ts'
import type { MetaServices, RequestContext, RouteRequest } from '../route.ts'

/** What routes about an operation say about its parameters. */
export const OPERATION_PARAMETERS = {
  describe:
    'Parameters of that operation, of its path and of its query, by their names; `body` holds the body of a POST as JSON.',
  example: { protocol: 'harbor-swap' },
}

type AnyRequest = RouteRequest<Parameters, Parameters>

export interface OperationRequest extends TracedOperation {
  readonly request: AnyRequest
  /** What its handler would be given. */
  readonly context: RequestContext
}

/** The operation that a request is about, with its parameters as it would understand them. */
export function parseOperationRequest(
  { operations }: MetaServices,
  context: RequestContext,
  { name, given, declared }: Pick<AnyRequest, 'given'> & { name: string; declared: object },
): OperationRequest {
  const found = findOperation(operations, name)
  const { route } = found
  const own = Object.fromEntries(Object.entries(given).filter(([key]) => !(key in declared)))
  const named = { ...route.params, ...route.query }
  const known = { ...named, ...COMMON_QUERY, ...TABLE_QUERY, body: undefined }
  const unknown = Object.keys(own).find((key) => !Object.hasOwn(known, key))
  if (unknown !== undefined)
    throw invalidParameter(
      unknown.slice(0, 60),
      `is none of ${route.id}, which takes ${Object.keys(named).join(', ') || 'none'}.`,
    )
  const request = {
    params: parseAll(route.params, own),
    query: parseAll(route.query, own),
    body: own.body === undefined ? null : readBody(own.body),
    given: own,
  }
  const step = Math.max(1, route.nowStepSec)
  const nowSec = route.nowStepSec === 0 ? 0 : context.nowSec - (context.nowSec % step)
  return { ...found, request, context: { ...context, nowSec } }
}

function findOperation(operations: MetaServices['operations'], name: string): TracedOperation {
  const found =
    operations.get(name) ?? operations.values().find(({ route }) => route.operationId === name)
  if (found !== undefined) return found
  throw notFound(
    `There is no operation ${JSON.stringify(name.slice(0, 60))}. GET /openapi.json lists them.`,
    suggest(name, operations.keys()),
  )
}

function readBody(text: string): unknown {
  const body = parseJson(text)
  if (body === undefined) throw invalidParameter('body', 'is not valid JSON.')
  return body
}

/** A thing that is called otherwise now: the new name belongs in a parameter, not in the path. */
export async function withoutMoves<T>(work: Promise<T> | undefined): Promise<T | undefined> {
  return work?.catch((error: unknown) => {
    throw error instanceof MovedError ? notFound(error.message, [error.newName]) : error
  })
}

/** All parameters of a request by their names. */
export function valuesOf({ params, query, body }: AnyRequest): Record<string, unknown> {
  const members = typeof body === 'object' && body !== null ? { ...body } : {}
  return { ...query, ...members, ...params }
}
