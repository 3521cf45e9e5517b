/** The body of an error of the service, as far as it could be read. */
interface ErrorBody {
  error?: unknown
  message?: unknown
  requestId?: unknown
  suggestions?: unknown
  resetDate?: unknown
}

/** The service refused or failed a request: what it said, to act on. */
export class AlmanacApiError extends Error {
  override readonly name = 'AlmanacApiError'
  readonly status: number
  /** A code to act on, such as `rate_limited`; `unknown` when something else answered. */
  readonly code: string
  /** Names similar to the requested one. */
  readonly suggestions: readonly string[]
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | null
  /** Seconds after which a retry makes sense; null when the service did not say. */
  readonly retryAfterSec: number | null
  /** When the credits of the month are renewed, with status 402. */
  readonly resetDate: string | null

  constructor(response: Response, text: string) {
    const body = parseBody(text)
    const message = typeof body.message === 'string' ? body.message : response.statusText
    super(message || `HTTP ${response.status}`)
    this.status = response.status
    this.code = textOr(body.error, 'unknown')
    this.suggestions = Array.isArray(body.suggestions) ? body.suggestions.map(String) : []
    this.requestId = textOr(body.requestId, response.headers.get('x-request-id'))
    this.retryAfterSec = retryAfterSec(response.headers)
    this.resetDate = textOr(body.resetDate, null)
  }
}

/** No answer within the time-out of an attempt, after the last retry. */
export class AlmanacTimeoutError extends Error {
  override readonly name = 'AlmanacTimeoutError'
}

/** The service could not be reached, or the connection broke, after the last retry. */
export class AlmanacConnectionError extends Error {
  override readonly name = 'AlmanacConnectionError'
}

/** The answer is of another type than JSON: `client.response()` gives it as it is. */
export class AlmanacFormatError extends Error {
  override readonly name = 'AlmanacFormatError'
}

/** `Retry-After` in seconds: a number, or the time until a date. */
function retryAfterSec(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  if (/^\d+$/.test(text.trim())) return Number(text)
  const untilMs = Date.parse(text) - Date.now()
  return Number.isNaN(untilMs) ? null : Math.max(0, Math.ceil(untilMs / 1000))
}

function parseBody(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise
}
