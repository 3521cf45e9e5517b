import type { Socket } from 'node:net'
import { COMMON_HEADERS, JSON_TYPE, pairs } from '../headers.ts'

export const MAX_HEADER_BYTES = 65_536

const BROKEN_REQUESTS: Record<string, { error: string; status: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    error: 'too_large',
    status: '414 URI Too Long',
    message: `Address and headers together are over ${MAX_HEADER_BYTES} bytes.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    error: 'invalid_parameter',
    status: '400 Bad Request',
    message: 'The request took too long to arrive.',
  },
}
const NOT_HTTP = {
  error: 'invalid_parameter',
  status: '400 Bad Request',
  message: 'This is not a valid HTTP request.',
}

/** What cannot even be parsed as HTTP is still answered in the one error shape. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const problem = BROKEN_REQUESTS[error.code ?? ''] ?? NOT_HTTP
  const body = JSON.stringify({
    error: problem.error,
    message: problem.message,
    status: Number.parseInt(problem.status, 10),
    requestId: null,
  })
  const headers = [
    ...JSON_TYPE,
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Connection',
    'close',
  ]
  const lines = pairs([...headers, ...COMMON_HEADERS]).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${problem.status}`, ...lines, '', body].join('\r\n'))
}
