import { nextUrl, type Request } from '../../../packages/client/src/index.ts'
import { pathOf, transport } from './client.ts'
import {
  methodOf,
  type OperationId,
  operationPath,
  type ParametersOf,
  type ResponseOf,
} from './operations.ts'
import { serviceUrl } from './origin.ts'
import { tellRename } from './renames.ts'
import type { ApiResponse } from './response.ts'
import { waitForPass } from './session.ts'

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** A response as text, with what it cost. */
export interface TextResponse {
  readonly text: string
  readonly bytes: number
  readonly tookMs: number
  /** Headers that say something about the response, by name. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

export interface SqlResponse {
  readonly response: TextResponse
  readonly result: ResponseOf<'postSql'>
}

const JSON_ONLY = { headers: { accept: 'application/json' } }
const MORE = ['x-has-more', 'x-result-truncated']
const TELLING = ['etag', 'x-coverage', 'x-as-of-run', 'x-credits-remaining', 'ratelimit']

/** Path and query in one order, without what is not given. */
export function pathFor(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(given).toString()
  return text === '' ? path : `${path}?${text}`
}

/** A response with what its headers say; throws an `AlmanacError`. */
export async function ask<T>(path: string, signal?: AbortSignal): Promise<ApiResponse<T>> {
  await waitForPass()
  const options = signal === undefined ? JSON_ONLY : { ...JSON_ONLY, signal }
  const { data, url, finalUrl, headers } = await transport.ask(requestOf(path), options)
  tellRename(url, finalUrl)
  const next = nextUrl(finalUrl, headers)
  return {
    body: data as T,
    path,
    isDemo: headers.get('x-data-source') === 'demo',
    coverage: numberOf(headers.get('x-coverage')),
    asOfRun: numberOf(headers.get('x-as-of-run')),
    nextPath: next === undefined ? null : pathOf(next),
    ...(MORE.some((name) => headers.get(name) === 'true')
      ? { part: { totalMatches: numberOf(headers.get('x-total-matches')) } }
      : {}),
    receivedMs: Date.now(),
  }
}

/** A response as it is, for people who look at it. */
export async function askText(path: string, method?: string, body?: string): Promise<TextResponse> {
  return readText(requestOf(path, method, body))
}

/** Runs one SELECT; throws an `AlmanacError` that says why not. */
export async function askSql(query: string, asOf: string | null): Promise<SqlResponse> {
  const body = asOf === null ? { query } : { query, asOf }
  const response = await readText(requestOf('/sql', 'POST', body), JSON_ONLY.headers)
  return { response, result: JSON.parse(response.text) as ResponseOf<'postSql'> }
}

/** Asks with an operator's key, which is held in the page's memory only. */
export async function askOperator<Id extends OperationId>(
  key: string,
  id: Id,
  parameters: ParametersOf<Id>,
): Promise<ResponseOf<Id>> {
  const body = 'body' in parameters ? parameters.body : undefined
  const { data } = await transport.ask(
    requestOf(operationPath(id, parameters), methodOf(id), body),
    { headers: { ...JSON_ONLY.headers, 'x-api-key': key } },
  )
  return data as ResponseOf<Id>
}

function requestOf(path: string, method = 'GET', body?: unknown): Request {
  const isIdempotent = method === 'GET'
  return { url: serviceUrl + path, method, isPro: false, isIdempotent, body }
}

async function readText(
  request: Request,
  headers: Readonly<Record<string, string>> = {},
): Promise<TextResponse> {
  await waitForPass()
  const startMs = performance.now()
  const response = await transport.open(request, { headers })
  const text = await response.text()
  return {
    text,
    bytes: new TextEncoder().encode(text).length,
    tookMs: performance.now() - startMs,
    headers: TELLING.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    }),
  }
}

function numberOf(text: string | null): number | null {
  if (text === null || text.trim() === '') return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}
