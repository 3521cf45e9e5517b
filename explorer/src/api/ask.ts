import { serviceUrl } from './origin.ts'
import { tellRename } from './renames.ts'
import { waitForPass } from './session.ts'

/** An answer with what its headers say about it. */
export interface Answer<T> {
  readonly body: T
  /** Path and query that gave it. */
  readonly address: string
  readonly isDemo: boolean
  /** Share of the sources that were due and are in it; null where the service does not say. */
  readonly coverage: number | null
  readonly asOfRun: number | null
  readonly nextAddress: string | null
  /** What to send as `cursor` for the rows that follow; null where there are none. */
  readonly nextCursor: string | null
  /** Present where there are further rows: how many in all, where the service says so. */
  readonly part?: { readonly totalMatches: number | null }
  readonly receivedMs: number
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

const REQUEST_MS = 60_000
const MORE = ['x-has-more', 'x-result-truncated']

/** What the service refused, and what it says to do. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly suggestions: readonly string[]
  readonly requestId: string | null
  readonly retryAfterSec: number | null
  readonly address: string

  constructor(
    message: string,
    details: Pick<
      ApiError,
      'status' | 'code' | 'suggestions' | 'requestId' | 'retryAfterSec' | 'address'
    >,
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = details.status
    this.code = details.code
    this.suggestions = details.suggestions
    this.requestId = details.requestId
    this.retryAfterSec = details.retryAfterSec
    this.address = details.address
  }
}

/** Path and query in one order, without what is not asked. */
export function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(given).toString()
  return text === '' ? path : `${path}?${text}`
}

export async function ask<T>(address: string, signal?: AbortSignal): Promise<Answer<T>> {
  await waitForPass()
  const limit = AbortSignal.timeout(REQUEST_MS)
  const response = await fetch(`${serviceUrl}${address}`, {
    headers: { accept: 'application/json' },
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw unreachable(address)
  })
  if (!response.ok) throw await refusal(response, address)
  if (response.redirected) tellRename(`${serviceUrl}${address}`, response.url)
  const body = (await response.json().catch(() => {
    throw unreadable(response, address)
  })) as T
  return {
    body,
    address,
    isDemo: response.headers.get('x-data-source') === 'demo',
    coverage: numberOf(response.headers.get('x-coverage')),
    asOfRun: numberOf(response.headers.get('x-as-of-run')),
    nextAddress: nextOf(response.headers.get('link')),
    nextCursor: textOf(response.headers.get('x-next-cursor')),
    ...(MORE.some((name) => response.headers.get(name) === 'true')
      ? { part: { totalMatches: numberOf(response.headers.get('x-total-matches')) } }
      : {}),
    receivedMs: Date.now(),
  }
}

export async function refusal(response: Response, address: string): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null
  const suggestions = Array.isArray(body?.suggestions) ? body.suggestions.map(String) : []
  return new ApiError(textOf(body?.message) ?? `The service answered ${response.status}.`, {
    status: response.status,
    code: textOf(body?.error) ?? 'unknown',
    suggestions,
    requestId: textOf(body?.requestId) ?? response.headers.get('x-request-id'),
    retryAfterSec: numberOf(response.headers.get('retry-after')),
    address,
  })
}

export function unreachable(address: string): ApiError {
  const message = navigator.onLine
    ? 'The service does not answer. It may be stopped or restarting.'
    : 'This device is offline.'
  return new ApiError(message, {
    status: 0,
    code: 'unreachable',
    suggestions: [],
    requestId: null,
    retryAfterSec: null,
    address,
  })
}

function unreadable(response: Response, address: string): ApiError {
  return new ApiError('The answer is not JSON. A proxy in between may have changed it.', {
    status: response.status,
    code: 'unreadable',
    suggestions: [],
    requestId: response.headers.get('x-request-id'),
    retryAfterSec: null,
    address,
  })
}

function nextOf(link: string | null): string | null {
  return link?.match(/<([^>]+)>\s*;[^,]*rel="?next"?/)?.[1] ?? null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function numberOf(text: string | null): number | null {
  if (text === null || text.trim() === '') return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}
