import { ERROR_CODES } from '../../lib/errors.ts'
import type { Components, JsonObject } from './components.ts'
import errors from './errors.json' with { type: 'json' }
import { referToHeaders } from './headers.ts'

interface ErrorResponse {
  readonly status: number
  readonly description: string
  readonly headers?: readonly string[]
}

/** Every response that is not 200 or 304, by the name it has in the document. */
const ERRORS: Readonly<Record<ErrorName, ErrorResponse>> = errors

export type ErrorName = keyof typeof errors

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

/** Headers that any error may have. */
const COMMON = [
  ...['Cache-Control', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id', 'X-Credits-Remaining'],
]

/** The error responses that operations refer to. */
export function describeErrors(components: Components): JsonObject {
  const schema = components.describe(SCHEMA)
  const content = { 'application/json': { schema } }
  const responses = Object.entries(ERRORS).map(([name, { description, headers = [] }]) => {
    return [name, { description, headers: referToHeaders([...headers, ...COMMON]), content }]
  })
  return Object.fromEntries(responses)
}

export function referToErrors(names: readonly ErrorName[]): JsonObject {
  return Object.fromEntries(
    names.map((name) => [ERRORS[name].status, { $ref: `#/components/responses/${name}` }]),
  )
}
