import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AlmanacError, MovedError } from '../lib/errors.ts'
import type { Answer } from './answer.ts'

const EXPOSED =
  'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Credits-Remaining, X-Request-Id, X-Data-Source, X-As-Of-Run, X-Coverage, X-Total-Matches, X-Result-Truncated, X-Has-More, X-Next-Cursor'

/**
 * Headers of every answer: browsers on any origin may read it, and nothing may guess at its type.
 */
export const COMMON_HEADERS: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  EXPOSED,
  'X-Content-Type-Options',
  'nosniff',
]

const STATUS_LINES = { 200: 'HTTP/1.1 200 OK\r\n', 304: 'HTTP/1.1 304 Not Modified\r\n' }
const COMMON_TEXT = COMMON_HEADERS.reduce(
  (text, part, index) => `${text}${part}${index % 2 === 0 ? ': ' : '\r\n'}`,
  '',
)

/** The head of an answer as it travels, for the express lane, which writes to the socket itself. */
export function toHeadText(
  { status, headers, body }: Answer,
  requestId: string,
  nowMs: number,
): string {
  let text: string = STATUS_LINES[status]
  for (let index = 0; index < headers.length; index += 2)
    text += `${headers[index]}: ${headers[index + 1]}\r\n`
  const length = body === undefined ? '' : `Content-Length: ${body.length}\r\n`
  return `${text}${COMMON_TEXT}X-Request-Id: ${requestId}\r\n${length}Date: ${dateText(nowMs)}\r\nConnection: keep-alive\r\n\r\n`
}

let lastDate = { sec: 0, text: '' }

/** The Date header; it changes once a second, so it is written once a second. */
function dateText(nowMs: number): string {
  const sec = Math.floor(nowMs / 1000)
  if (lastDate.sec !== sec) lastDate = { sec, text: new Date(nowMs).toUTCString() }
  return lastDate.text
}

/** Writes an answer past Fastify's own serialisation: the bytes and headers are ready. */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: string[],
  body: Buffer | string | undefined,
): void {
  reply.hijack()
  const raw: ServerResponse = reply.raw
  const length = body === undefined ? 0 : Buffer.byteLength(body)
  const all = [...headers, ...COMMON_HEADERS, 'X-Request-Id', request.id]
  if (status !== 304 && status !== 204) all.push('Content-Length', String(length))
  raw.writeHead(status, all)
  if (body === undefined || request.method === 'HEAD') raw.end()
  else raw.end(body)
}

/** The one shape of every error (decision 27). */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AlmanacError,
  headers: string[] = [],
): void {
  const body = {
    error: error.code,
    message: error.message,
    status: error.status,
    requestId: request.id,
    ...error.details,
  }
  const flat = [
    'Content-Type',
    'application/json; charset=utf-8',
    'Cache-Control',
    'no-store',
    ...headers,
  ]
  for (const [name, value] of Object.entries(error.headers)) flat.push(name, value)
  if (error instanceof MovedError) flat.push('Location', newAddress(request.url, error))
  send(request, reply, error.status, flat, JSON.stringify(body))
}

/**
 * The new address, relative to the old one: so it keeps a key in the path without our ever writing
 * it.
 */
export function newAddress(url: string, moved: MovedError): string {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const segments = path.split('/')
  const index = segments.findLastIndex((segment) => decode(segment) === moved.oldName)
  const after = segments.slice(index + 1)
  const relative = [...after.map(() => '..'), encodeURIComponent(moved.newName), ...after].join('/')
  return mark < 0 ? relative : relative + url.slice(mark)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * Turns whatever was thrown into an error a caller may see; what is our own fault tells nothing of
 * the inside.
 */
export function toAlmanacError(error: unknown): AlmanacError {
  if (error instanceof AlmanacError) return error
  const { code, statusCode } = Object(error) as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new AlmanacError(
      'too_large',
      `The body is over the limit of ${BODY_LIMIT_BYTES} bytes. Split the request.`,
    )
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AlmanacError(
      'invalid_parameter',
      CLIENT_FAULTS[code ?? ''] ?? 'The request could not be read: check its address and body.',
    )
  }
  return new AlmanacError(
    'overloaded',
    'The answer could not be made just now. Try again in a moment; the request id helps to find the cause.',
    {
      headers: { 'Retry-After': '2' },
    },
  )
}

export const BODY_LIMIT_BYTES = 1_048_576

const CLIENT_FAULTS: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'The body must be JSON, sent with `Content-Type: application/json`.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty; it must be JSON.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_BAD_URL: 'The address holds a broken percent escape.',
}
