import type { Environment } from './config/given-settings.ts'
import type { DaysByFact, Proxies } from './config/parse-values.ts'
import {
  FAMILIES,
  findSetting,
  SETTINGS,
  type SettingName,
  type SettingValue,
} from './config/settings.ts'
import { UsageError } from './lib/errors.ts'
import type { SqlLimits } from './sql/limits.ts'

/** Everything that can be set from outside, read in one place. */
export interface Config {
  port: number
  host: string
  /** Path of a socket that is listened on in place of a host and port. */
  socketPath: string | undefined
  tls: { certFile: string; keyFile: string } | undefined
  metrics: { address: { host: string; port: number } | undefined; token: string | undefined }
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
  /** How much of the traffic is logged, and the form of all log lines. */
  accessLog: { share: 'all' | 'off' | number; format: 'json' | 'text' }
  trustProxy: Proxies
  /** Where spans of requests, statements and runs are sent; undefined: nowhere. */
  traces:
    | { endpoint: string; headers: Record<string, string>; serviceName: string; share: number }
    | undefined
  /** Browsers that may read pro operations without a key. */
  appAccess: 'loopback' | 'all' | 'key'
  /** Folder of the built explorer, which the start names; undefined: it is not served. */
  explorerDir: string | undefined
  /** Who may show embeds of the explorer in frames, as a content policy names them. */
  frameAncestors: string
  clientShapes: boolean
  /** A frozen "now" in ISO form (responses.md#clock). */
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
  /** Where backups lie that are not in a folder. */
  objects: {
    endpoint: string | undefined
    region: string
    keyId: string | undefined
    secret: string | undefined
  }
  /** Folder of the snapshot that is served under /downloads; undefined: none is. */
  downloadsDir: string | undefined
  /** For how long superseded versions are kept; undefined: permanently. */
  keepVersions: DaysByFact | undefined
  /** Below so much free disk no facts are written; 0: it is not watched. */
  minFreeBytes: number
  /** API key that `almanac mcp` asks with. */
  mcpKey: string | undefined
  /** Public sources that are switched on, by name. */
  sources: readonly string[]
  /** Settings of public sources, by the name after ALMANAC_SOURCE_ in lower case. */
  sourceSettings: ReadonlyMap<string, string>
}

export const ROLES = ['all', 'api', 'ingest'] as const
export type Role = (typeof ROLES)[number]

type Read = <N extends SettingName>(name: N) => SettingValue<N>

/** Reads the settings; an invalid value stops the start with one line that names it. */
export function readConfig(environment: Environment): Config {
  const read = <N extends SettingName>(name: N) =>
    SETTINGS[name].parse(textOf(environment[name]), name) as SettingValue<N>
  const nodes = readNodes(environment)
  const sources = read('ALMANAC_SOURCES')
  const isLive = nodes.size > 0 || sources.length > 0
  return {
    port: read('PORT'),
    host: read('HOST'),
    socketPath: read('ALMANAC_SOCKET'),
    tls: readTlsFiles(read),
    metrics: { address: read('ALMANAC_METRICS_ADDRESS'), token: read('ALMANAC_METRICS_TOKEN') },
    dataDir: read('ALMANAC_DATA_DIR'),
    storeUrl: read('ALMANAC_STORE_URL'),
    cluster: read('ALMANAC_CLUSTER'),
    sqlUrl: read('ALMANAC_SQL_URL'),
    sqlLimits: readSqlLimits(read),
    accountsUrl: read('ALMANAC_ACCOUNTS_URL'),
    bootstrapKey: read('ALMANAC_BOOTSTRAP_KEY'),
    role: 'all',
    // What is read from outside must not be mixed with a simulated market.
    demo: read('ALMANAC_DEMO') ?? (isLive ? 'off' : 'auto'),
    freeRate: read('ALMANAC_FREE_RATE'),
    proRate: read('ALMANAC_PRO_RATE'),
    proCredits: read('ALMANAC_PRO_CREDITS'),
    hosts: {
      free: read('ALMANAC_FREE_HOST'),
      pro: read('ALMANAC_PRO_HOST'),
      bridge: read('ALMANAC_BRIDGE_HOST'),
    },
    logLevel: read('LOG_LEVEL'),
    accessLog: { share: read('ALMANAC_ACCESS_LOG'), format: read('ALMANAC_LOG_FORMAT') },
    trustProxy: read('ALMANAC_TRUST_PROXY'),
    traces: readTraces(read),
    explorerDir: read('ALMANAC_EXPLORER') === 'off' ? undefined : read('ALMANAC_EXPLORER_DIR'),
    frameAncestors: read('ALMANAC_EMBED'),
    appAccess: read('ALMANAC_APP_ACCESS'),
    clientShapes: read('ALMANAC_CLIENT_SHAPES'),
    clock: read('ALMANAC_CLOCK'),
    nodes,
    nodeQuorum: read('ALMANAC_RPC_QUORUM'),
    protocolsDir: read('ALMANAC_PROTOCOLS_DIR'),
    adapterHosts: read('ALMANAC_ADAPTER_HOSTS'),
    adapterPrivateHosts: read('ALMANAC_ADAPTER_PRIVATE_HOSTS'),
    mirrorKey: read('ALMANAC_MIRROR_KEY'),
    pullKey: read('ALMANAC_PULL_KEY'),
    objects: {
      endpoint: read('ALMANAC_S3_ENDPOINT'),
      region: read('ALMANAC_S3_REGION'),
      keyId: read('ALMANAC_S3_KEY_ID'),
      secret: read('ALMANAC_S3_SECRET'),
    },
    downloadsDir: read('ALMANAC_DOWNLOADS_DIR'),
    keepVersions: read('ALMANAC_KEEP_VERSIONS'),
    minFreeBytes: 1_000_000 * read('ALMANAC_MIN_FREE_MB'),
    mcpKey: read('ALMANAC_MCP_KEY'),
    sources,
    sourceSettings: readFamily(environment, FAMILIES.source.prefix),
  }
}

function textOf(value: string | undefined): string | undefined {
  const trimmed = value?.trim()
  return trimmed === '' ? undefined : trimmed
}

function readTraces(read: Read): Config['traces'] {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === undefined) return undefined
  return {
    endpoint,
    headers: read('OTEL_EXPORTER_OTLP_HEADERS') ?? {},
    serviceName: read('OTEL_SERVICE_NAME'),
    share: read('OTEL_TRACES_SAMPLER_ARG'),
  }
}

function readTlsFiles(read: Read): Config['tls'] {
  const certFile = read('ALMANAC_TLS_CERT')
  const keyFile = read('ALMANAC_TLS_KEY')
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined || keyFile === undefined)
    throw new UsageError('ALMANAC_TLS_CERT and ALMANAC_TLS_KEY must be set together.')
  return { certFile, keyFile }
}

function readSqlLimits(read: Read): SqlLimits {
  return {
    maxSec: read('ALMANAC_SQL_MAX_SECONDS'),
    memoryMb: read('ALMANAC_SQL_MEMORY_MB'),
    maxRows: read('ALMANAC_SQL_MAX_ROWS'),
    maxBytes: 1_000_000 * read('ALMANAC_SQL_MAX_MB'),
    maxPerCaller: read('ALMANAC_SQL_PER_KEY'),
    maxConcurrent: read('ALMANAC_SQL_CONCURRENCY'),
  }
}

/** The nodes of chains: one variable per chain, addresses separated by commas, preferred first. */
function readNodes(environment: Environment): Map<string, readonly string[]> {
  const given = readFamily(environment, FAMILIES.node.prefix)
  return new Map(
    [...given].map(([chain, value]) => [chain, value.split(',').map((address) => address.trim())]),
  )
}

/** Settings that begin alike, by the rest of their names in lower case. */
function readFamily(environment: Environment, prefix: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, given] of Object.entries(environment)) {
    const value = textOf(given)
    if (value === undefined || !name.startsWith(prefix) || Object.hasOwn(SETTINGS, name)) continue
    findSetting(name)?.parse(value, name)
    found.set(name.slice(prefix.length).toLowerCase(), value)
  }
  return found
}
