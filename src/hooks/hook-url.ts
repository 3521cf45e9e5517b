import { lookup as lookUpName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { UsageError } from '../lib/errors.ts'
import { isPrivateAddress } from '../lib/private-address.ts'

const MAX_LENGTH = 2_000

/** The URL of a new hook, or why it cannot be one. */
export function parseHookUrl(text: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isKnown = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === undefined || !isKnown || text.length > MAX_LENGTH)
    throw new UsageError('A hook needs a URL such as https://example.org/hooks/almanac.')
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      'The URL of a hook holds no user or password: deliveries are signed instead.',
    )
  if (url.protocol === 'http:' && !allowPrivate)
    throw new UsageError('A hook needs https; --allow-private also lets http pass.')
  requireReachable(url, allowPrivate)
  return url
}

/** Refuses an address in digits that leads to this machine or its network. */
export function requireReachable(url: URL, allowPrivate: boolean): void {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (allowPrivate || isIP(host) === 0 || !isPrivateAddress(host)) return
  throw privateAddress(host, host)
}

/** Looks a name up for the very connection, so that a name that changes its address gains nothing. */
export function checkedLookup(allowPrivate: boolean, lookup = lookUpName): LookupFunction {
  return (host, options, answered) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const inside = allowPrivate
        ? undefined
        : addresses?.find(({ address }) => isPrivateAddress(address))
      const [first] = addresses ?? []
      if (error !== null) answered(error, [])
      else if (inside !== undefined) answered(privateAddress(host, inside.address), [])
      else if (options.all === true) answered(null, addresses)
      else answered(null, first?.address ?? '', first?.family)
    })
  }
}

function privateAddress(host: string, address: string): UsageError {
  const what = host === address ? host : `${host} leads to ${address}, which`
  return new UsageError(
    `${what} is this machine or its network. A hook reaches it only if it was added with --allow-private.`,
  )
}
