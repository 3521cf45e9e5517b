import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { Services } from '../services.ts'

const GROUPS = 8
const NETWORK_GROUPS = 4
const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']
// `::1` in its /64.
const LOOPBACK_NETWORKS = /^(127\.\d+\.\d+\.\d+|0:0:0:0::\/64)$/
const FORWARDING_HEADERS = [
  ...['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host'],
  ...['x-forwarded-proto', 'x-forwarded-server', 'x-forwarded-port', 'x-client-ip'],
  ...['true-client-ip', 'x-cluster-client-ip', 'cdn-loop'],
]

/** Reads who a request comes from and which host it asks, as far as proxies are trusted. */
export interface ClientReader {
  /** The network whose requests are counted together: an IPv4 address, or the /64 of an IPv6 one. */
  networkOf(request: IncomingMessage): string
  /** Host name without a port. */
  hostOf(request: IncomingMessage): string
  /** Host and port, as they stand in the origin of our own pages. */
  authorityOf(request: IncomingMessage): string
  /** It comes from this very machine, and through no proxy. */
  isLocal(request: IncomingMessage): boolean
}

export function createClientReader(trusted: Services['config']['trustProxy']): ClientReader {
  if (trusted === false)
    return {
      networkOf: (request) => toNetwork(peerOf(request)),
      hostOf: (request) => nameOf(headerHost(request)),
      authorityOf: headerHost,
      isLocal: isDirectlyLocal,
    }
  const isTrusted = trustFunction(trusted)
  return {
    networkOf: (request) => {
      const address = proxyAddress(request, isTrusted)
      // A header may hold any text; who sends such a thing is counted by its connection.
      return toNetwork(isIP(address) === 0 ? peerOf(request) : address)
    },
    hostOf: (request) => nameOf(authorityOf(request, isTrusted)),
    authorityOf: (request) => authorityOf(request, isTrusted),
    // Who comes through a proxy says itself where from; one that is silent looks local.
    isLocal: () => false,
  }
}

function authorityOf(
  request: IncomingMessage,
  isTrusted: (address: string, hop: number) => boolean,
): string {
  const forwarded = request.headers['x-forwarded-host']
  const isForwarded = typeof forwarded === 'string' && isTrusted(peerOf(request), 0)
  // The nearest proxy is the one that is known; it adds its word at the end.
  return isForwarded ? forwarded.slice(forwarded.lastIndexOf(',') + 1).trim() : headerHost(request)
}

/** The name too must be of this machine: a page of another name may lead here by DNS. */
function isDirectlyLocal(request: IncomingMessage): boolean {
  const { headers } = request
  return (
    LOOPBACK_NETWORKS.test(toNetwork(peerOf(request))) &&
    LOCAL_NAMES.includes(nameOf(headerHost(request)).toLowerCase()) &&
    FORWARDING_HEADERS.every((name) => headers[name] === undefined)
  )
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

/** One client has a whole /64 of IPv6 addresses, so they count as one. */
export function toNetwork(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  // `::` stands for as many zeros as are missing; an IPv4 address at the end is two groups.
  const missing = GROUPS - groups.length - rest.length - (address.includes('.') ? 1 : 0)
  const all = tail === undefined ? groups : [...groups, ...Array(missing).fill('0'), ...rest]
  const network = all.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16))
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}

function headerHost(request: IncomingMessage): string {
  // HTTP/1.0 knows requests without a host; they name none of ours.
  return request.headers.host ?? ''
}

function nameOf(host: string): string {
  const end = host.startsWith('[') ? host.indexOf(']') + 1 : host.indexOf(':')
  return end > 0 ? host.slice(0, end) : host
}
