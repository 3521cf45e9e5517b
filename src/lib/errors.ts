/** The codes of responses.md#errors, with the HTTP status each one is served as. */
export const STATUS = {
  invalid_parameter: 400,
  missing_key: 401,
  invalid_key: 401,
  credits_exhausted: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  rate_limited: 429,
  snapshot_missing: 502,
  overloaded: 503,
  not_ready: 503,
  data_damaged: 503,
} as const

export type ErrorCode = keyof typeof STATUS
export const ERROR_CODES = Object.keys(STATUS) as ErrorCode[]

/** What a person may see: what went wrong and how to fix it, never a stack, SQL or a path. */
export class AlmanacError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly retryable: boolean
  /** Members added to the error body, such as `suggestions` or `resetDate`. */
  readonly details: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: string,
    { status = STATUS[code], details = {}, headers = {} }: ErrorExtra = {},
  ) {
    super(message)
    this.name = 'AlmanacError'
    this.code = code
    this.status = status
    this.retryable = status === 429 || status === 503
    this.details = details
    this.headers = headers
  }
}

type ErrorExtra = Partial<Pick<AlmanacError, 'status' | 'details' | 'headers'>>

export function invalidParameter(name: string, problem: string): AlmanacError {
  return new AlmanacError('invalid_parameter', `Parameter \`${name}\` ${problem}`)
}

export function notFound(message: string, suggestions: string[] = []): AlmanacError {
  const details = suggestions.length > 0 ? { suggestions } : {}
  return new AlmanacError('not_found', message, { details })
}

/** A thing asked for by a former name (registry.md#finding-a-protocol); HTTP gives the new URL. */
export class MovedError extends AlmanacError {
  readonly oldName: string
  readonly newName: string

  constructor(oldName: string, newName: string) {
    super('not_found', `This is called ${newName} now.`, { status: 308 })
    this.oldName = oldName
    this.newName = newName
  }
}

/** An error of the command line or of configuration: one line, exit code 1, no stack. */
export class UsageError extends Error {
  override name = 'UsageError'
}
