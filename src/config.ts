import type { Environment } from './config/given-settings.ts'
import {
  FAMILIES,
  findSetting,
  SETTINGS,
  type SettingName,
  type SettingValue,
} from './config/settings.ts'
import { UsageError } from './lib/errors.ts'
import type { SqlLimits } from './sql/limits.ts'

/** Settings that are used as they are given, by their names in the program. */
const MEMBERS = {
  port: 'PORT',
  host: 'HOST',
  socketPath: 'ALMANAC_SOCKET',
  dataDir: 'ALMANAC_DATA_DIR',
  storeUrl: 'ALMANAC_STORE_URL',
  cluster: 'ALMANAC_CLUSTER',
  sqlUrl: 'ALMANAC_SQL_URL',
  accountsUrl: 'ALMANAC_ACCOUNTS_URL',
  bootstrapKey: 'ALMANAC_BOOTSTRAP_KEY',
  freeRate: 'ALMANAC_FREE_RATE',
  proRate: 'ALMANAC_PRO_RATE',
  proCredits: 'ALMANAC_PRO_CREDITS',
  logLevel: 'LOG_LEVEL',
  trustProxy: 'ALMANAC_TRUST_PROXY',
  frameAncestors: 'ALMANAC_EMBED',
  appAccess: 'ALMANAC_APP_ACCESS',
  clientShapes: 'ALMANAC_CLIENT_SHAPES',
  clock: 'ALMANAC_CLOCK',
  nodeQuorum: 'ALMANAC_RPC_QUORUM',
  protocolsDir: 'ALMANAC_PROTOCOLS_DIR',
  adapterHosts: 'ALMANAC_ADAPTER_HOSTS',
  adapterPrivateHosts: 'ALMANAC_ADAPTER_PRIVATE_HOSTS',
  mirrorKey: 'ALMANAC_MIRROR_KEY',
  pullKey: 'ALMANAC_PULL_KEY',
  downloadsDir: 'ALMANAC_DOWNLOADS_DIR',
  keepVersions: 'ALMANAC_KEEP_VERSIONS',
  mcpKey: 'ALMANAC_MCP_KEY',
  sources: 'ALMANAC_SOURCES',
} as const satisfies Record<string, SettingName>

type Members = { [M in keyof typeof MEMBERS]: SettingValue<(typeof MEMBERS)[M]> }

/** Everything that can be set from outside, read in one place; `SETTINGS` says what each is. */
export interface Config extends Members {
  tls: { certFile: string; keyFile: string } | undefined
  metrics: { address: { host: string; port: number } | undefined; token: string | undefined }
  sqlLimits: SqlLimits
  demo: 'auto' | 'off'
  /** What a process of several does: answer calls, write facts, or both. */
  role: Role
  hosts: { free: string | undefined; pro: string | undefined; bridge: string | undefined }
  /** How much of the traffic is logged, and the form of all log lines. */
  accessLog: { share: 'all' | 'off' | number; format: 'json' | 'text' }
  /** Where spans of requests, statements and runs are sent; undefined: nowhere. */
  traces:
    | { endpoint: string; headers: Record<string, string>; serviceName: string; share: number }
    | undefined
  /** Folder of the built explorer, which the start names; undefined: it is not served. */
  explorerDir: string | undefined
  /** URLs of the nodes of chains, by the name after ALMANAC_RPC_ in lower case. */
  nodes: ReadonlyMap<string, readonly string[]>
  /** Where backups lie that are not in a folder. */
  objects: Record<'endpoint' | 'keyId' | 'secret', string | undefined> & { region: string }
  /** Below so much free disk no facts are written; 0: it is not watched. */
  minFreeBytes: number
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
  const members = Object.entries(MEMBERS).map(([member, name]) => [member, read(name)])
  // Each member has the value of its setting.
  const plain = Object.fromEntries(members) as Members
  const nodes = readNodes(environment)
  const isLive = nodes.size > 0 || plain.sources.length > 0
  return {
    ...plain,
    tls: readTlsFiles(read),
    metrics: { address: read('ALMANAC_METRICS_ADDRESS'), token: read('ALMANAC_METRICS_TOKEN') },
    sqlLimits: readSqlLimits(read),
    role: 'all',
    // What is read from outside must not be mixed with a simulated market.
    demo: read('ALMANAC_DEMO') ?? (isLive ? 'off' : 'auto'),
    hosts: {
      free: read('ALMANAC_FREE_HOST'),
      pro: read('ALMANAC_PRO_HOST'),
      bridge: read('ALMANAC_BRIDGE_HOST'),
    },
    accessLog: { share: read('ALMANAC_ACCESS_LOG'), format: read('ALMANAC_LOG_FORMAT') },
    traces: readTraces(read),
    explorerDir: read('ALMANAC_EXPLORER') === 'off' ? undefined : read('ALMANAC_EXPLORER_DIR'),
    nodes,
    objects: {
      endpoint: read('ALMANAC_S3_ENDPOINT'),
      region: read('ALMANAC_S3_REGION'),
      keyId: read('ALMANAC_S3_KEY_ID'),
      secret: read('ALMANAC_S3_SECRET'),
    },
    minFreeBytes: 1_000_000 * read('ALMANAC_MIN_FREE_MB'),
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

/** The nodes of chains: one variable per chain, URLs separated by commas, preferred first. */
function readNodes(environment: Environment): Map<string, readonly string[]> {
  const given = readFamily(environment, FAMILIES.node.prefix)
  return new Map(
    [...given].map(([chain, value]) => [chain, value.split(',').map((url) => url.trim())]),
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
