/** The body of an error of the service, as far as it could be read. */
interface ErrorBody {
  error?: unknown
  message?: unknown
  requestId?: unknown
  suggestions?: unknown
  resetDate?: unknown
}

interface Details {
  readonly url: string
  /** HTTP status; 0 where no response came. */
  readonly status: number
  /** A code to act on, such as `rate_limited`; `unknown` when something else responded. */
  readonly code: string
  /** Names similar to the requested one. */
  readonly suggestions: readonly string[]
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | null
  /** Seconds after which a retry makes sense; null when the service did not say. */
  readonly retryAfterSec: number | null
  /** When the credits of the month are renewed, with status 402. */
  readonly resetDate: string | null
}

/** A request that failed, with or without a response: what is known of it, to act on. */
export class AlmanacError extends Error implements Details {
  override readonly name: string = 'AlmanacError'
  readonly url: string
  readonly status: number
  readonly code: string
  readonly suggestions: readonly string[]
  readonly requestId: string | null
  readonly retryAfterSec: number | null
  readonly resetDate: string | null

  constructor(message: string, details: Partial<Details>, options?: ErrorOptions) {
    super(message, options)
    this.url = details.url ?? ''
    this.status = details.status ?? 0
    this.code = details.code ?? 'unreachable'
    this.suggestions = details.suggestions ?? []
    this.requestId = details.requestId ?? null
    this.retryAfterSec = details.retryAfterSec ?? null
    this.resetDate = details.resetDate ?? null
  }
}

/** The service refused or failed a request: what it said. */
export class AlmanacApiError extends AlmanacError {
  override readonly name = 'AlmanacApiError'

  constructor(response: Response, text: string, url = response.url) {
    const body = parseBody(text)
    const message = typeof body.message === 'string' ? body.message : response.statusText
    super(message || `HTTP ${response.status}`, {
      url,
      status: response.status,
      code: textOr(body.error, 'unknown'),
      suggestions: Array.isArray(body.suggestions) ? body.suggestions.map(String) : [],
      requestId: textOr(body.requestId, response.headers.get('x-request-id')),
      retryAfterSec: retryAfterSec(response.headers),
      resetDate: textOr(body.resetDate, null),
    })
  }
}

/** No response within the time-out of an attempt, after the last retry. */
export class AlmanacTimeoutError extends AlmanacError {
  override readonly name = 'AlmanacTimeoutError'
}

/** The service could not be reached, or the connection broke, after the last retry. */
export class AlmanacConnectionError extends AlmanacError {
  override readonly name = 'AlmanacConnectionError'
}

/** The response is of another type than JSON: `client.response()` gives it as it is. */
export class AlmanacFormatError extends AlmanacError {
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
