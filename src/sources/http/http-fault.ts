export type HttpFaultKind =
  | 'missing'
  | 'refused'
  | 'rateLimited'
  | 'unavailable'
  | 'unreachable'
  | 'timeout'
  | 'tooLarge'
  | 'redirected'
  | 'unexpected'

const RETRYABLE: readonly HttpFaultKind[] = ['rateLimited', 'unavailable', 'unreachable', 'timeout']

/** A request failed. The message names the URL by its label, so it never contains a key. */
export class HttpFault extends Error {
  readonly kind: HttpFaultKind
  /** HTTP status, where there was a response. */
  readonly status: number | null
  /** How long the server asked us to wait. */
  readonly retryAfterMs: number | undefined

  constructor(
    kind: HttpFaultKind,
    message: string,
    { status = null, retryAfterMs }: { status?: number | null; retryAfterMs?: number } = {},
  ) {
    super(message)
    this.name = 'HttpFault'
    this.kind = kind
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** The same request may succeed later. */
  get retryable(): boolean {
    return RETRYABLE.includes(this.kind)
  }
}
