import { createHmac } from 'node:crypto'
import type { lookup as lookUpName } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { Hook } from './hook.ts'
import { checkedLookup, requireReachable } from './hook-url.ts'

const TIMEOUT_MS = 10_000
/** What a receiver says is not used; this much is read so that it can finish. */
const MAX_RESPONSE_BYTES = 64 * 1024

export interface Message {
  /** The same for every attempt. */
  readonly id: string
  readonly event: string
  readonly body: string
}

export interface SendOptions {
  readonly timestampSec: number
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
  readonly lookup?: typeof lookUpName
}

/** One POST. Resolves when the receiver has taken it (2xx); anything else is an error in words. */
export async function send(
  { url: target, secret, allowPrivate }: Pick<Hook, 'url' | 'secret' | 'allowPrivate'>,
  { id, event, body }: Message,
  { timestampSec, signal, timeoutMs = TIMEOUT_MS, lookup }: SendOptions,
): Promise<void> {
  const url = new URL(target)
  requireReachable(url, allowPrivate)
  const ends = [AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]
  const status = await post(url, body, {
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'almanac',
      'x-almanac-id': id,
      'x-almanac-event': event,
      'x-almanac-timestamp': timestampSec,
      'x-almanac-signature': signatureOf(secret, timestampSec, body),
    },
    signal: AbortSignal.any(ends),
    // A connection of its own: one that another part opened was not checked.
    agent: false,
    lookup: checkedLookup(allowPrivate, lookup),
  })
  if (status >= 200 && status < 300) return
  const redirect = status >= 300 && status < 400 ? '; redirects are not followed' : ''
  throw new Error(`the receiver answered ${status}${redirect}`)
}

function post(url: URL, body: string, options: https.RequestOptions): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    ...options,
    method: 'POST',
  })
  request.on('error', (error) => reject(explain(error)))
  request.on('response', (response) => {
    let received = 0
    const answered = () => resolve(response.statusCode ?? 0)
    response.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received <= MAX_RESPONSE_BYTES) return
      answered()
      request.destroy()
    })
    response.on('end', answered)
    response.on('error', (error) => reject(explain(error)))
  })
  request.end(body)
  return promise
}

function explain(error: Error & { code?: string }): Error {
  if (error.name === 'TimeoutError' || error.cause instanceof DOMException)
    return new Error('the receiver did not answer in time', { cause: error })
  return error.message === '' ? new Error(error.code ?? error.name, { cause: error }) : error
}

/** `v1=` and the HMAC-SHA-256, in hex, of time stamp, point and body. */
export function signatureOf(secret: string, timestampSec: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestampSec}.${body}`).digest('hex')}`
}
