import { HttpFault } from '../http/http-fault.ts'
import type { RateLimitedClient } from '../http/rate-limited-client.ts'
import type { Located } from './origin.ts'
import { UnknownShape } from './read-value.ts'
import type { Call, FactRows, ResponseContext, ResponseReader } from './response.ts'

/**
 * What became of a call. `missing`: the origin does not have it. `refused`: not with this key.
 * `failed`: it may succeed later. `unknown`: its form is not known.
 */
export type Outcome = 'read' | 'unchanged' | 'missing' | 'refused' | 'failed' | 'unknown'

export interface FetchedResponse {
  call: Call
  path: string
  outcome: Outcome
  rows: readonly FactRows[]
  /** Calls that it leads to. */
  details: readonly Call[]
  problems: readonly string[]
  /** Stored with the rows; null where the path is to be fetched again next time. */
  receipt: MirrorReceipt | null
  bytes: number
}

export interface FetchOptions {
  client: RateLimitedClient
  response: ResponseReader
  call: Call
  located: Located
  known: MirrorReceipt | undefined
  nowSec: number
}

/** Fetches one path and reads what it says. Never throws for what the origin sends. */
export async function fetchResponse(options: FetchOptions): Promise<FetchedResponse> {
  const { client, call, located, known, nowSec } = options
  const receipt = {
    address: located.path,
    etag: known?.etag ?? null,
    lastModified: known?.lastModified ?? null,
    mark: call.mark,
    fetchedAtSec: nowSec,
  }
  const nothing = { call, path: located.path, rows: [], details: [], problems: [], bytes: 0 }
  try {
    const response = await client.get({
      url: located.url,
      label: located.path,
      etag: known?.etag ?? null,
      lastModified: known?.lastModified ?? null,
    })
    if (response.kind === 'unchanged') return { ...nothing, outcome: 'unchanged', receipt }
    const { etag, lastModified, body, contentType } = response
    const read = readBody(options, parse(body, contentType))
    return {
      ...nothing,
      ...read,
      outcome: 'read',
      bytes: body.length,
      receipt: { ...receipt, etag, lastModified },
    }
  } catch (error) {
    return { ...nothing, ...failureOf(located.path, error, receipt) }
  }
}

function failureOf(
  path: string,
  error: unknown,
  receipt: MirrorReceipt,
): Pick<FetchedResponse, 'outcome' | 'problems' | 'receipt'> {
  if (error instanceof UnknownShape)
    return { outcome: 'unknown', problems: [`${path}: ${error.message}`], receipt: null }
  if (!(error instanceof HttpFault)) throw error
  // Requested again when its list says something new of it.
  if (error.kind === 'missing')
    return { outcome: 'missing', problems: [], receipt: { ...receipt, etag: null } }
  const isRefused = error.kind === 'refused'
  const outcome = isRefused ? 'refused' : error.retryable ? 'failed' : 'unknown'
  return { outcome, problems: [error.message], receipt: null }
}

function readBody({ response, call, located, nowSec }: FetchOptions, body: unknown) {
  // Rows and details may both meet the same problem.
  const problems = new Set<string>()
  const context: ResponseContext = {
    call,
    atSec: nowSec,
    problem: (message) => void problems.add(`${located.path}: ${message}`),
  }
  const rows = response.rows(body, context)
  return { rows, details: response.details?.(body, context) ?? [], problems: [...problems] }
}

function parse(body: Buffer, contentType: string): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    const type = contentType.split(';')[0]?.trim() || 'without a type'
    throw new UnknownShape('the body', `is not JSON (${type}, ${body.length} bytes)`)
  }
}

/** What is known of a path since it was last fetched. */
export interface MirrorReceipt {
  address: string
  etag: string | null
  lastModified: string | null
  /** What the list said of it then, and the version of what read it. */
  mark: string
  fetchedAtSec: number
}
