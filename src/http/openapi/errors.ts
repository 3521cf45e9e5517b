import { ERROR_CODES } from '../../lib/errors.ts'
import type { Components, JsonObject } from './components.ts'
import { type HeaderName, referToHeaders } from './headers.ts'

interface ErrorResponse {
  readonly status: number
  readonly description: string
  readonly headers?: readonly HeaderName[]
}

/** Every response that is not 200 or 304, by the name it has in the document. */
const ERRORS = {
  Moved: {
    status: 308,
    description: 'A name in the path is an old one; `Location` is the address with the new name.',
    headers: ['Location'],
  },
  BadRequest: {
    status: 400,
    description: 'A parameter is missing, malformed, out of range or not an allowed value.',
  },
  Unauthorized: {
    status: 401,
    description: 'The key is missing, unknown, revoked or expired. Pro addresses only.',
  },
  CreditsExhausted: {
    status: 402,
    description: 'The credits of the month are spent. Pro addresses only.',
  },
  Forbidden: {
    status: 403,
    description: 'The key, or the page that asks, may not do this.',
  },
  NotFound: {
    status: 404,
    description: 'Nothing is known under that name; `suggestions` may hold similar ones.',
  },
  BodyTooLarge: { status: 413, description: 'The body is over the limit: split the request.' },
  AddressTooLong: { status: 414, description: 'The address is too long: ask for fewer items.' },
  TooManyRequests: {
    status: 429,
    description: 'Too many requests in a minute; `Retry-After` says when to try again.',
    headers: ['Retry-After'],
  },
  SnapshotMissing: { status: 502, description: 'No data is stored for this name.' },
  Unavailable: {
    status: 503,
    description: 'Still loading, or overloaded; `Retry-After` says when to try again.',
    headers: ['Retry-After'],
  },
} as const satisfies Record<string, ErrorResponse>

export type ErrorName = keyof typeof ERRORS

const SCHEMA = {
  title: 'ApiError',
  type: 'object',
  description: 'The body of every error.',
  required: ['error', 'message', 'status', 'requestId'],
  properties: {
    error: { type: 'string', enum: ERROR_CODES, description: 'A code to act on.' },
    message: { type: 'string', description: 'What went wrong and how to fix it.' },
    status: { type: 'integer', description: 'HTTP status.' },
    requestId: { type: ['string', 'null'], description: 'The same as `X-Request-Id`.' },
    suggestions: {
      type: 'array',
      items: { type: 'string' },
      description: 'Names similar to the requested one.',
    },
    resetDate: { type: 'string', description: 'When the credits are renewed, with status 402.' },
  },
}

/** The error responses that operations refer to. */
export function describeErrors(components: Components): JsonObject {
  const schema = components.describe(SCHEMA)
  return Object.fromEntries(
    Object.entries(ERRORS).map(([name, error]: [string, ErrorResponse]) => [
      name,
      {
        description: error.description,
        headers: referToHeaders([
          ...(error.headers ?? []),
          'Cache-Control',
          'RateLimit',
          'RateLimit-Policy',
          'X-Request-Id',
          'X-Credits-Remaining',
        ]),
        content: { 'application/json': { schema } },
      },
    ]),
  )
}

export function referToErrors(names: readonly ErrorName[]): JsonObject {
  return Object.fromEntries(
    names.map((name) => [ERRORS[name].status, { $ref: `#/components/responses/${name}` }]),
  )
}
