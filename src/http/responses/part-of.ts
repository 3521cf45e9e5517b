import { parseRange } from '../byte-range.ts'
import { type Headers, pairs } from '../headers.ts'
import type { ReadyResponse } from './exchange.ts'

/** The part that `Range` asks for; several ranges, and those outside, get the whole body. */
export function partOf(whole: ReadyResponse, range: string | undefined): ReadyResponse {
  const { body, headers } = whole
  if (range === undefined || body === undefined) return whole
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  const found = parseRange(range, bytes.length)
  if (found === undefined || found === 'unsatisfiable') return whole
  const { fromByte, toByte } = found
  const part = bytes.subarray(fromByte, toByte + 1)
  return {
    status: 206,
    headers: partHeaders(headers, `bytes ${fromByte}-${toByte}/${bytes.length}`, part.length),
    body: part,
  }
}

function partHeaders(headers: Headers, contentRange: string, length: number): Headers {
  const kept = pairs(headers).filter(([name]) => name !== 'Content-Length')
  return [...kept.flat(), 'Content-Range', contentRange, 'Content-Length', String(length)]
}
