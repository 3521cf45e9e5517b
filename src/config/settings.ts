import { join } from 'node:path'
import { hidden, type Mask, maskedUrls, shown } from './mask.ts'
import {
  clusterName,
  daysByFact,
  frameAncestors,
  HTTP,
  headerList,
  hostAndPort,
  hostName,
  hosts,
  logShare,
  moment,
  names,
  oneOf,
  oneUrl,
  onOff,
  type Parse,
  path,
  proxies,
  secret,
  share,
  text,
  urls,
  wholeNumber,
} from './parse-values.ts'

/** One thing that can be set from outside. */
export interface Setting<T> {
  /** What holds when nobody sets it, as it is shown; undefined: nothing. */
  readonly byDefault: string | undefined
  readonly mask: Mask
  parse(value: string | undefined, name: string): T
}

const ROOT = join(import.meta.dirname, '../..')
const MAX_RATE = 1_000_000_000

/** A setting that always has a value. */
function withDefault<T>(byDefault: string, parse: Parse<T>): Setting<T> {
  return { byDefault, mask: shown, parse: (value, name) => parse(value ?? byDefault, name) }
}

/** A setting that may be missing. */
function optional<T>(
  parse: Parse<T>,
  mask: Mask = shown,
  byDefault?: string,
): Setting<T | undefined> {
  return {
    byDefault,
    mask,
    parse: (value, name) => (value === undefined ? undefined : parse(value, name)),
  }
}

/** All settings that have one name, in the order in which they are shown. */
export const SETTINGS = {
  PORT: withDefault('3000', wholeNumber(0, 65_535)),
  HOST: withDefault('127.0.0.1', text),
  ALMANAC_SOCKET: optional(path),
  ALMANAC_TLS_CERT: optional(path),
  ALMANAC_TLS_KEY: optional(path),
  ALMANAC_DATA_DIR: withDefault('.almanac', path),
  ALMANAC_STORE_URL: optional(urls(HTTP), maskedUrls),
  ALMANAC_CLUSTER: optional(clusterName),
  ALMANAC_SQL_URL: optional(oneUrl, maskedUrls),
  ALMANAC_SQL_MAX_SECONDS: withDefault('10', wholeNumber(1, 600)),
  ALMANAC_SQL_MEMORY_MB: withDefault('512', wholeNumber(16, 1_000_000)),
  ALMANAC_SQL_MAX_ROWS: withDefault('100000', wholeNumber(1, 100_000_000)),
  ALMANAC_SQL_MAX_MB: withDefault('64', wholeNumber(1, 1_000)),
  ALMANAC_SQL_PER_KEY: withDefault('1', wholeNumber(1, 16)),
  ALMANAC_SQL_CONCURRENCY: withDefault('2', wholeNumber(1, 16)),
  ALMANAC_ACCOUNTS_URL: optional(urls(['postgres:', 'postgresql:']), maskedUrls),
  ALMANAC_BOOTSTRAP_KEY: optional(secret, hidden),
  ALMANAC_DEMO: optional(oneOf('auto', 'off'), shown, 'auto; off with live sources'),
  ALMANAC_FREE_RATE: withDefault('300', wholeNumber(1, MAX_RATE)),
  ALMANAC_PRO_RATE: withDefault('1000', wholeNumber(1, MAX_RATE)),
  ALMANAC_PRO_CREDITS: withDefault('1000000', wholeNumber(0, 1_000 * MAX_RATE)),
  ALMANAC_FREE_HOST: optional(hostName),
  ALMANAC_PRO_HOST: optional(hostName),
  ALMANAC_BRIDGE_HOST: optional(hostName),
  LOG_LEVEL: withDefault(
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  ALMANAC_LOG_FORMAT: withDefault('json', oneOf('json', 'text')),
  ALMANAC_ACCESS_LOG: withDefault('all', logShare),
  ALMANAC_METRICS_ADDRESS: optional(hostAndPort),
  ALMANAC_METRICS_TOKEN: optional(secret, hidden),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(oneUrl, maskedUrls),
  OTEL_EXPORTER_OTLP_HEADERS: optional(headerList, hidden),
  OTEL_SERVICE_NAME: withDefault('almanac', text),
  OTEL_TRACES_SAMPLER_ARG: withDefault('1', share),
  ALMANAC_APP_ACCESS: withDefault('loopback', oneOf('loopback', 'all', 'key')),
  ALMANAC_EXPLORER: withDefault('on', text),
  ALMANAC_EXPLORER_DIR: optional(text),
  ALMANAC_EMBED: withDefault('', frameAncestors),
  ALMANAC_TRUST_PROXY: withDefault('off', proxies),
  ALMANAC_CLIENT_SHAPES: withDefault('off', onOff),
  ALMANAC_PROTOCOLS_DIR: withDefault(join(ROOT, 'data/protocols'), path),
  ALMANAC_RPC_QUORUM: optional(wholeNumber(1, 10)),
  ALMANAC_ADAPTER_HOSTS: withDefault('', hosts),
  ALMANAC_ADAPTER_PRIVATE_HOSTS: withDefault('', hosts),
  ALMANAC_MCP_KEY: optional(text, hidden),
  ALMANAC_MIRROR_KEY: optional(text, hidden),
  ALMANAC_PULL_KEY: optional(text, hidden),
  ALMANAC_S3_ENDPOINT: optional(oneUrl, maskedUrls),
  ALMANAC_S3_REGION: withDefault('us-east-1', text),
  ALMANAC_S3_KEY_ID: optional(text, hidden),
  ALMANAC_S3_SECRET: optional(text, hidden),
  ALMANAC_DOWNLOADS_DIR: optional(path),
  ALMANAC_KEEP_VERSIONS: optional(daysByFact),
  ALMANAC_MIN_FREE_MB: withDefault('500', wholeNumber(0, 1_000_000_000)),
  ALMANAC_SOURCES: withDefault('', names),
  ALMANAC_CLOCK: optional(moment),
} satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof SETTINGS
export type SettingValue<N extends SettingName> = ReturnType<(typeof SETTINGS)[N]['parse']>

/** Names that begin like this are settings of a chain or of a public source. */
export const FAMILIES = {
  node: { prefix: 'ALMANAC_RPC_', of: '<CHAIN>' },
  source: { prefix: 'ALMANAC_SOURCE_', of: '<NAME>_<SETTING>' },
} as const

/** The setting of this name, one of a family included. */
export function findSetting(name: string): Setting<unknown> | undefined {
  if (Object.hasOwn(SETTINGS, name)) return SETTINGS[name as SettingName]
  if (name.startsWith(FAMILIES.node.prefix)) return optional(urls(HTTP), maskedUrls)
  if (!name.startsWith(FAMILIES.source.prefix)) return undefined
  return optional(text, /_(KEY|TOKEN|SECRET)$/.test(name) ? hidden : maskSourceSetting)
}

/** Addresses of sources may hold keys; other settings hold nothing secret. */
const maskSourceSetting: Mask = (value) => (/^https?:/.test(value) ? maskedUrls(value) : value)
