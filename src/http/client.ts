import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { Services } from './services.ts'

/** Reads who a request comes from and which host it asks, as far as proxies are trusted. */
export interface ClientReader {
  addressOf(request: IncomingMessage): string
  /** Host name without a port. */
  hostOf(request: IncomingMessage): string
}

export function createClientReader(trusted: Services['config']['trustProxy']): ClientReader {
  if (trusted === false)
    return { addressOf: peerOf, hostOf: (request) => nameOf(headerHost(request)) }
  const isTrusted = trustFunction(trusted)
  return {
    addressOf: (request) => proxyAddress(request, isTrusted),
    hostOf: (request) => {
      const forwarded = request.headers['x-forwarded-host']
      const isForwarded = typeof forwarded === 'string' && isTrusted(peerOf(request), 0)
      // The nearest proxy is the one that is known; it adds its word at the end.
      return nameOf(
        isForwarded ? forwarded.slice(forwarded.lastIndexOf(',') + 1).trim() : headerHost(request),
      )
    },
  }
}

function trustFunction(trusted: true | string | ((address: string, hop: number) => boolean)) {
  if (trusted === true) return () => true
  if (typeof trusted === 'function') return trusted
  return proxyAddress.compile(trusted.split(',').map((part) => part.trim()))
}

function peerOf(request: IncomingMessage): string {
  // A connection that is already gone has no address any more, and nobody waits for its response.
  return request.socket.remoteAddress ?? ''
}

function headerHost(request: IncomingMessage): string {
  // HTTP/1.0 knows requests without a host; they name none of ours.
  return request.headers.host ?? ''
}

function nameOf(host: string): string {
  const end = host.startsWith('[') ? host.indexOf(']') + 1 : host.indexOf(':')
  return end > 0 ? host.slice(0, end) : host
}
