import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AlmanacError } from '../../lib/errors.ts'
import { flag, optionalTimestamp, type Parameters, type ValuesOf } from '../parameters.ts'
import type { Root, Route } from '../route.ts'
import { type Format, formatOf, formatParameter } from './format.ts'
import type { RequestTime } from './request-time.ts'

/** Parameters that every operation understands. */
export const COMMON_QUERY = {
  // A store knows nothing of the time before its first run: the example is now.
  asOf: optionalTimestamp('Answer as it was known at this time: Unix seconds or ISO 8601.'),
  clientShapes: flag('Serve the forms that older clients read, where they differ.'),
}

/** Parameters of every operation whose response has a table. */
export const TABLE_QUERY = { format: formatParameter }

// Deeper than any body that a route understands, and shallow enough to be walked by recursion.
const MAX_BODY_DEPTH = 32

/** A request as its route understands it. Requests with the same values have the same response. */
export interface ParsedRequest {
  readonly route: Route
  readonly root: Root
  readonly params: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly body: unknown
  readonly common: ValuesOf<typeof COMMON_QUERY>
  readonly format: Format
  /** The URL alone does not say the format: the Accept header did. */
  readonly isNegotiated: boolean
  /** What was given in the query, as it was written. */
  readonly given: Readonly<Record<string, string>>
}

export function parseRequest(
  request: FastifyRequest,
  { route, root }: { route: Route; root: Root },
  clientShapes: boolean,
): ParsedRequest {
  const query = request.query as Record<string, string | string[] | undefined>
  const common = parseAll(COMMON_QUERY, query) as ValuesOf<typeof COMMON_QUERY>
  const asked = formatAsked(route, query)
  const format = formatOf(route, asked, request.headers.accept)
  return {
    route,
    root,
    params: parseAll(route.params, request.params as Record<string, string>),
    query: parseAll(route.query, query),
    body: shallowBody(request.body ?? null),
    // Tables have the contract's form alone: one operation, one set of columns.
    common: {
      ...common,
      clientShapes: format === 'json' && (common.clientShapes || clientShapes),
    },
    format,
    isNegotiated: format !== 'json' && asked === undefined,
    given: lastOfEach(query),
  }
}

/** Files have formats of their own. */
function formatAsked({ kind }: Route, query: Record<string, string | string[] | undefined>) {
  if (kind === 'file') return undefined
  return (parseAll(TABLE_QUERY, query) as ValuesOf<typeof TABLE_QUERY>).format
}

/** The body, unless it is nested so deeply that walking it could end the stack. */
function shallowBody(body: unknown): unknown {
  if (!isDeeperThan(body, MAX_BODY_DEPTH)) return body
  throw new AlmanacError(
    'invalid_parameter',
    `The body is nested deeper than ${MAX_BODY_DEPTH} levels.`,
  )
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1))
}

/** One key for all spellings, hashed; a past time counts as its version (decision 14). */
export function keyOfRequest(parsed: ParsedRequest, requestTime: RequestTime): string {
  const { route, root, params, query, body, given, common, format } = parsed
  const past = requestTime.isPast ? [requestTime.version, requestTime.isSettled] : null
  const others = route.otherQuery === undefined ? [] : [given]
  const text = JSON.stringify(
    [
      ...[route.id, root, params, query, body, common.clientShapes, past],
      ...(format === 'json' ? [] : [format]),
      ...others,
    ],
    (_, value) => (value instanceof Set ? [...value] : value),
  )
  return hash('sha256', text, 'base64url')
}

export function parseAll(
  parameters: Parameters,
  given: Record<string, string | string[] | undefined>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(parameters)) {
    values[name] = parameter.parse(lastOf(given[name]), name)
  }
  return values
}

/** A name given twice counts once, the last one, as most servers do. */
function lastOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.at(-1) : value
}

function lastOfEach(query: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      const last = lastOf(value)
      return last === undefined ? [] : [[name, last]]
    }),
  )
}
