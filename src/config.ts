import { isIP } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import { UsageError } from './lib/errors.ts'
import type { SqlLimits } from './sql/limits.ts'

/** Everything that can be set from outside, read in one place. */
export interface Config {
  port: number
  host: string
  dataDir: string
  storeUrl: string | undefined
  cluster: string | undefined
  /** Account on the ClickHouse server that statements of `POST /sql` run with. */
  sqlUrl: string | undefined
  sqlLimits: SqlLimits
  accountsUrl: string | undefined
  bootstrapKey: string | undefined
  demo: 'auto' | 'off'
  /** What a process of several does: answer calls, write facts, or both. */
  role: Role
  freeRate: number
  proRate: number
  proCredits: number
  hosts: { free: string | undefined; pro: string | undefined; bridge: string | undefined }
  logLevel: string
  trustProxy: Proxies
  /** Browsers that may read pro operations without a key. */
  appAccess: 'loopback' | 'all' | 'key'
  /** Folder of the built explorer, which the start names; undefined: it is not served. */
  explorerDir: string | undefined
  /** Who may show embeds of the explorer in frames, as a content policy names them. */
  frameAncestors: string
  clientShapes: boolean
  /** A frozen "now" in ISO form (decision 32). */
  clock: string | undefined
  /** Addresses of the nodes of chains, by the name after ALMANAC_RPC_ in lower case. */
  nodes: ReadonlyMap<string, readonly string[]>
  /** How many nodes of a chain must agree; undefined: two, if a second one can be asked. */
  nodeQuorum: number | undefined
  /** Folder of the files that say what is read from chains. */
  protocolsDir: string
  /** Hosts that adapters may reach besides the nodes. */
  adapterHosts: readonly string[]
  /** Those of them that may be this machine or its network. */
  adapterPrivateHosts: readonly string[]
  /** Key of the service that `almanac mirror` reads. */
  mirrorKey: string | undefined
  /** Key of the service that `almanac pull` reads. */
  pullKey: string | undefined
  /** Folder of the snapshot that is served under /downloads; undefined: none is. */
  downloadsDir: string | undefined
  /** API key that `almanac mcp` asks with. */
  mcpKey: string | undefined
  /** Public sources that are switched on, by name. */
  sources: readonly string[]
  /** Settings of public sources, by the name after ALMANAC_SOURCE_ in lower case. */
  sourceSettings: ReadonlyMap<string, string>
}

export const ROLES = ['all', 'api', 'ingest'] as const
export type Role = (typeof ROLES)[number]

type Environment = Record<string, string | undefined>
/** Proxies that may say who the client is: none, all, listed addresses, or the nearest ones. */
export type Proxies = boolean | string | ((address: string, hop: number) => boolean)

const ROOT = join(import.meta.dirname, '..')
const NODE_PREFIX = 'ALMANAC_RPC_'
const QUORUM = 'ALMANAC_RPC_QUORUM'
const SOURCE_PREFIX = 'ALMANAC_SOURCE_'
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads the environment; an invalid value stops the start with one line that names it. */
export function readConfig(environment: Environment): Config {
  const read = (name: string): string | undefined => {
    const value = environment[name]?.trim()
    return value === '' ? undefined : value
  }
  const dataDir = read('ALMANAC_DATA_DIR') ?? '.almanac'
  const nodes = readNodes(environment)
  const sources = listNames(read('ALMANAC_SOURCES'))
  const isLive = nodes.size > 0 || sources.length > 0
  return {
    port: wholeNumber('PORT', read('PORT'), { min: 0, max: 65_535, byDefault: 3000 }),
    host: read('HOST') ?? '127.0.0.1',
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(dataDir),
    storeUrl: urlList('ALMANAC_STORE_URL', read('ALMANAC_STORE_URL'), ['http:', 'https:']),
    cluster: identifier('ALMANAC_CLUSTER', read('ALMANAC_CLUSTER')),
    sqlUrl: oneUrl('ALMANAC_SQL_URL', read('ALMANAC_SQL_URL')),
    sqlLimits: readSqlLimits(read),
    accountsUrl: urlList('ALMANAC_ACCOUNTS_URL', read('ALMANAC_ACCOUNTS_URL'), [
      'postgres:',
      'postgresql:',
    ]),
    bootstrapKey: bootstrapKey(read('ALMANAC_BOOTSTRAP_KEY')),
    role: 'all',
    // What is read from outside must not be mixed with a simulated market.
    demo: oneOf('ALMANAC_DEMO', read('ALMANAC_DEMO') ?? (isLive ? 'off' : 'auto'), [
      'auto',
      'off',
    ] as const),
    freeRate: wholeNumber('ALMANAC_FREE_RATE', read('ALMANAC_FREE_RATE'), {
      min: 1,
      max: 1_000_000_000,
      byDefault: 300,
    }),
    proRate: wholeNumber('ALMANAC_PRO_RATE', read('ALMANAC_PRO_RATE'), {
      min: 1,
      max: 1_000_000_000,
      byDefault: 1000,
    }),
    proCredits: wholeNumber('ALMANAC_PRO_CREDITS', read('ALMANAC_PRO_CREDITS'), {
      min: 0,
      max: 1_000_000_000_000,
      byDefault: 1_000_000,
    }),
    hosts: {
      free: hostName('ALMANAC_FREE_HOST', read('ALMANAC_FREE_HOST')),
      pro: hostName('ALMANAC_PRO_HOST', read('ALMANAC_PRO_HOST')),
      bridge: hostName('ALMANAC_BRIDGE_HOST', read('ALMANAC_BRIDGE_HOST')),
    },
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL') ?? 'info', LOG_LEVELS),
    trustProxy: trustProxy(read('ALMANAC_TRUST_PROXY')),
    explorerDir: read('ALMANAC_EXPLORER') === 'off' ? undefined : read('ALMANAC_EXPLORER_DIR'),
    frameAncestors: frameAncestors(read('ALMANAC_EMBED')),
    appAccess: oneOf('ALMANAC_APP_ACCESS', read('ALMANAC_APP_ACCESS') ?? 'loopback', [
      'loopback',
      'all',
      'key',
    ] as const),
    clientShapes:
      oneOf('ALMANAC_CLIENT_SHAPES', read('ALMANAC_CLIENT_SHAPES') ?? 'off', [
        'on',
        'off',
      ] as const) === 'on',
    clock: moment('ALMANAC_CLOCK', read('ALMANAC_CLOCK')),
    nodes,
    nodeQuorum: readQuorum(read('ALMANAC_RPC_QUORUM')),
    protocolsDir: resolve(read('ALMANAC_PROTOCOLS_DIR') ?? join(ROOT, 'data/protocols')),
    adapterHosts: hostList('ALMANAC_ADAPTER_HOSTS', read('ALMANAC_ADAPTER_HOSTS')),
    adapterPrivateHosts: hostList(
      'ALMANAC_ADAPTER_PRIVATE_HOSTS',
      read('ALMANAC_ADAPTER_PRIVATE_HOSTS'),
    ),
    mirrorKey: read('ALMANAC_MIRROR_KEY'),
    pullKey: read('ALMANAC_PULL_KEY'),
    downloadsDir: absolute(read('ALMANAC_DOWNLOADS_DIR')),
    mcpKey: read('ALMANAC_MCP_KEY'),
    sources,
    sourceSettings: readSourceSettings(environment),
  }
}

function readSqlLimits(read: (name: string) => string | undefined): SqlLimits {
  return {
    maxSec: wholeNumber('ALMANAC_SQL_MAX_SECONDS', read('ALMANAC_SQL_MAX_SECONDS'), {
      min: 1,
      max: 600,
      byDefault: 10,
    }),
    memoryMb: wholeNumber('ALMANAC_SQL_MEMORY_MB', read('ALMANAC_SQL_MEMORY_MB'), {
      min: 16,
      max: 1_000_000,
      byDefault: 512,
    }),
    maxRows: wholeNumber('ALMANAC_SQL_MAX_ROWS', read('ALMANAC_SQL_MAX_ROWS'), {
      min: 1,
      max: 100_000_000,
      byDefault: 100_000,
    }),
    maxBytes:
      1_000_000 *
      wholeNumber('ALMANAC_SQL_MAX_MB', read('ALMANAC_SQL_MAX_MB'), {
        min: 1,
        max: 1_000,
        byDefault: 64,
      }),
    maxPerCaller: wholeNumber('ALMANAC_SQL_PER_KEY', read('ALMANAC_SQL_PER_KEY'), {
      min: 1,
      max: 16,
      byDefault: 1,
    }),
    maxConcurrent: wholeNumber('ALMANAC_SQL_CONCURRENCY', read('ALMANAC_SQL_CONCURRENCY'), {
      min: 1,
      max: 16,
      byDefault: 2,
    }),
  }
}

function oneUrl(name: string, value: string | undefined): string | undefined {
  if (value?.includes(',') === true) throw new UsageError(`${name} must be one address.`)
  return urlList(name, value, ['http:', 'https:'])
}

/** Hosts that may frame embeds; nobody unless some are named. */
function frameAncestors(value: string | undefined): string {
  const hosts = listNames(value)
  const wrong = hosts.find((host) => !/^(https?:\/\/)?[\w*.-]+(:\d+)?$/.test(host))
  if (wrong !== undefined)
    throw new UsageError(`ALMANAC_EMBED must be hosts separated by commas, not ${wrong}.`)
  return hosts.length === 0 ? "'none'" : hosts.join(' ')
}

function absolute(path: string | undefined): string | undefined {
  return path === undefined ? undefined : resolve(path)
}

function listNames(value: string | undefined): string[] {
  const names = (value ?? '').split(',').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** Sources declare which settings they have; `live.ts` compares. */
function readSourceSettings(environment: Environment): Map<string, string> {
  return new Map(
    Object.entries(environment).flatMap(([name, value = '']): [string, string][] =>
      name.startsWith(SOURCE_PREFIX) && value.trim() !== ''
        ? [[name.slice(SOURCE_PREFIX.length).toLowerCase(), value.trim()]]
        : [],
    ),
  )
}

/** The nodes of chains: one variable per chain, addresses separated by commas, preferred first. */
function readNodes(environment: Environment): Map<string, readonly string[]> {
  const nodes = new Map<string, readonly string[]>()
  for (const [name, value] of Object.entries(environment)) {
    if (
      !name.startsWith(NODE_PREFIX) ||
      name === QUORUM ||
      value === undefined ||
      value.trim() === ''
    )
      continue
    const addresses = urlList(name, value, ['http:', 'https:'])?.split(',') ?? []
    nodes.set(
      name.slice(NODE_PREFIX.length).toLowerCase(),
      addresses.map((address) => address.trim()),
    )
  }
  return nodes
}

function readQuorum(value: string | undefined): number | undefined {
  return value === undefined
    ? undefined
    : wholeNumber(QUORUM, value, { min: 1, max: 10, byDefault: 2 })
}

function wholeNumber(
  name: string,
  value: string | undefined,
  bounds: { min: number; max: number; byDefault: number },
): number {
  if (value === undefined) return bounds.byDefault
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= bounds.min && number <= bounds.max))
    invalid(name, `a whole number from ${bounds.min} to ${bounds.max}`, value)
  return number
}

function oneOf<const N extends string>(name: string, value: string, allowed: readonly N[]): N {
  const found = allowed.find((candidate) => candidate === value)
  return found ?? invalid(name, `one of ${allowed.join(', ')}`, value)
}

function urlList(name: string, value: string | undefined, protocols: string[]): string | undefined {
  if (value === undefined) return undefined
  for (const part of value.split(',')) {
    const url = URL.canParse(part.trim()) ? new URL(part.trim()) : undefined
    // The value may hold a password, so it is not shown.
    if (url === undefined || !protocols.includes(url.protocol))
      throw new UsageError(
        `${name} must be an address starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
      )
  }
  return value
}

function identifier(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !/^[A-Za-z_][\w-]{0,63}$/.test(value))
    invalid(name, 'a cluster name of letters, digits, _ and -', value)
  return value
}

function hostName(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !/^[A-Za-z0-9.-]{1,253}$/.test(value))
    invalid(name, 'a host name without scheme or port', value)
  return value
}

/** Hosts as they stand in addresses: in small letters, with a port unless it is the usual one. */
function hostList(name: string, value = ''): string[] {
  const hosts = value
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '')
  for (const host of hosts)
    if (!/^[a-z0-9.-]{1,253}(:\d{1,5})?$/.test(host))
      invalid(name, 'hosts without a scheme, such as api.example.org or 10.0.0.5:8000', host)
  return hosts
}

function bootstrapKey(value: string | undefined): string | undefined {
  if (value !== undefined && !/^[\w-]{16,200}$/.test(value)) {
    throw new UsageError('ALMANAC_BOOTSTRAP_KEY must be 16 to 200 letters, digits, _ or -.')
  }
  return value
}

function trustProxy(value: string | undefined): Proxies {
  if (value === undefined || value === 'off') return false
  if (value === 'on') return true
  if (/^\d{1,2}$/.test(value)) return (_, hop) => hop < Number(value)
  if (value.split(',').every((part) => isProxyAddress(part.trim()))) return value
  return invalid('ALMANAC_TRUST_PROXY', 'off, on, a number of hops, or addresses of proxies', value)
}

/** An address, or a range of addresses such as 10.0.0.0/8. */
function isProxyAddress(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

function moment(name: string, value: string | undefined): string | undefined {
  if (
    value !== undefined &&
    (!/^\d{4}-\d\d-\d\dT/.test(value) || Number.isNaN(Date.parse(value)))
  ) {
    invalid(name, 'an ISO time such as 2026-01-31T00:00:00Z', value)
  }
  return value
}

function invalid(name: string, expected: string, value: string): never {
  throw new UsageError(`${name} must be ${expected}, not "${value}".`)
}
