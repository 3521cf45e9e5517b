import { type Headers, pairs } from '../headers.ts'
import type { ReadyResponse } from './exchange.ts'

const RANGE = /^bytes=(\d*)-(\d*)$/

/**
 * The part of a body that `Range` asks for, as readers of Parquet files do. Several ranges, and
 * those that lie outside, are answered with the whole body.
 */
export function partOf(whole: ReadyResponse, range: string | undefined): ReadyResponse {
  const { body, headers } = whole
  if (range === undefined || body === undefined) return whole
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  const found = rangeOf(range, bytes.length)
  if (found === undefined) return whole
  const { from, until } = found
  return {
    status: 206,
    headers: partHeaders(headers, `bytes ${from}-${until - 1}/${bytes.length}`, until - from),
    body: bytes.subarray(from, until),
  }
}

/** `undefined` where a range says nothing or lies outside. */
function rangeOf(text: string, length: number): { from: number; until: number } | undefined {
  const [, first, last] = RANGE.exec(text) ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  const from = first === '' ? Math.max(0, length - Number(last)) : Number(first)
  const until = first === '' || last === '' ? length : Math.min(length, Number(last) + 1)
  return from < until ? { from, until } : undefined
}

function partHeaders(headers: Headers, contentRange: string, length: number): Headers {
  const kept = pairs(headers).filter(([name]) => name !== 'Content-Length')
  return [...kept.flat(), 'Content-Range', contentRange, 'Content-Length', String(length)]
}
