import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { COMMON_HEADERS, type Headers, JSON_TYPE, pairs } from '../headers.ts'

export const MAX_HEADER_BYTES = 65_536

const BAD_REQUEST = { error: 'invalid_parameter', status: '400 Bad Request' }
const NOT_HTTP = { ...BAD_REQUEST, message: 'This is not a valid HTTP request.' }
const BROKEN_REQUESTS: Record<string, typeof NOT_HTTP> = {
  HPE_HEADER_OVERFLOW: {
    ...{ error: 'too_large', status: '414 URI Too Long' },
    message: `URL and headers together are over ${MAX_HEADER_BYTES} bytes.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { ...BAD_REQUEST, message: 'The request took too long to arrive.' },
}
const WITHOUT_HOST = { ...NOT_HTTP, message: 'The request has no Host header.' }

/** The one error shape; who sent nothing gets none: browsers would take it for a later response. */
export function respondToBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || socket.bytesRead === 0) return void socket.destroy()
  const problem = BROKEN_REQUESTS[error.code ?? ''] ?? NOT_HTTP
  const { headers, body } = render(problem)
  const lines = pairs(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${problem.status}`, ...lines, '', body].join('\r\n'))
}

/** Node's own refusal of a request without a host has no body. */
export function refuseWithoutHost(response: ServerResponse): void {
  const { headers, body } = render(WITHOUT_HOST)
  response.writeHead(400, [...headers]).end(body)
}

function render({ error, status, message }: typeof NOT_HTTP): { headers: Headers; body: string } {
  const shown = { error, message, status: Number.parseInt(status, 10), requestId: null }
  const body = JSON.stringify(shown)
  const length = ['Content-Length', String(Buffer.byteLength(body))]
  return { headers: [...JSON_TYPE, ...length, 'Connection', 'close', ...COMMON_HEADERS], body }
}
