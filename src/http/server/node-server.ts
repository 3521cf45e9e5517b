import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { MAX_HEADER_BYTES, refuseWithoutHost } from './broken-requests.ts'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const CONNECTION_TIMEOUT_MS = 60_000
const KEEP_ALIVE_TIMEOUT_MS = 65_000
// Node looks for slow clients only twice a minute by itself.
const SLOW_CLIENT_CHECK_MS = 2_000

const LIMITS = {
  maxHeaderSize: MAX_HEADER_BYTES,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  connectionsCheckingInterval: SLOW_CLIENT_CHECK_MS,
  requireHostHeader: false,
}

/** A certificate with its chain, and its key, as PEM. */
export interface Tls {
  cert: Buffer
  key: Buffer
}

/** Node's own HTTP server, with the limits that apply to every connection. */
export function createNodeServer(listener: RequestListener, tls?: Tls): Server {
  const checked: RequestListener = (request, response) => {
    // A response that is still worked on has its own deadline: up to ten minutes for a statement.
    response.on('timeout', (socket) => {
      if (response.headersSent) socket.destroy()
    })
    const needsHost = request.httpVersion === '1.1'
    if (needsHost && request.headers.host === undefined) refuseWithoutHost(response)
    else listener(request, response)
  }
  const server: Server =
    tls === undefined
      ? createServer(LIMITS, checked)
      : createTlsServer({ ...LIMITS, ...tls, handshakeTimeout: HEADERS_TIMEOUT_MS }, checked)
  // Unknown expectations may be ignored (RFC 9110); Node's refusal would have no body.
  server.on('checkExpectation', checked)
  return server.setTimeout(CONNECTION_TIMEOUT_MS)
}
