import { at } from '../lib/at.ts'
import type { Root } from './route.ts'

/** Headers are flat lists of names and values, which Node writes without looking them up. */
export type Headers = readonly string[]

const EXPOSED = [
  'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Credits-Remaining, X-Request-Id',
  'X-Data-Source, X-As-Of-Run, X-Coverage, X-Total-Matches, X-Result-Truncated, X-Has-More',
  'X-Next-Cursor',
].join(', ')

/** On every response: browsers on any origin may read it, and nothing may guess at its type. */
export const COMMON_HEADERS: Headers = [
  ...['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', EXPOSED],
  ...['X-Content-Type-Options', 'nosniff'],
]

export const JSON_MEDIA_TYPE = 'application/json; charset=utf-8'
export const JSON_TYPE: Headers = ['Content-Type', JSON_MEDIA_TYPE]
export const VARY: Headers = ['Vary', 'Accept-Encoding']
export const VARY_FORMAT: Headers = ['Vary', 'Accept-Encoding, Accept']

/** For what shows a key once, and what is of one time alone. */
export const NO_STORE: Headers = ['Cache-Control', 'no-store']

/** The text form of Prometheus. */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
export const METRICS_HEADERS: Headers = ['Content-Type', METRICS_TYPE, ...NO_STORE]

// A release that corrects a rule reaches every cache within a day.
const SETTLED = 'max-age=86400, immutable'

/** What a key paid for is for its caller alone; what is settled need not be requested again. */
export function cacheControl(root: Root, isSettled: boolean): Headers {
  const scope = root === 'pro' ? 'private' : 'public'
  return ['Cache-Control', `${scope}, ${isSettled ? SETTLED : 'no-cache'}`]
}

export function pairs(headers: Headers): [string, string][] {
  const list: [string, string][] = []
  for (let index = 0; index < headers.length; index += 2)
    list.push([at(headers, index), at(headers, index + 1)])
  return list
}
