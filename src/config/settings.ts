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
  timestamp,
  urls,
  wholeNumber,
} from './parse-values.ts'

/** One thing that can be set from outside. */
export interface Setting<T> {
  readonly describe: string
  /** The default as documentation shows it, where that differs from the value. */
  readonly shownDefault: string | undefined
  /** What holds when nobody sets it, as it is shown; undefined: nothing. */
  readonly byDefault: string | undefined
  readonly mask: Mask
  parse(value: string | undefined, name: string): T
}

const ROOT = join(import.meta.dirname, '../..')
const MAX_RATE = 1_000_000_000

/** A setting that always has a value. */
function withDefault<T>(
  byDefault: string,
  parse: Parse<T>,
  describe: string,
  shownDefault?: string,
): Setting<T> {
  const read = (value: string | undefined, name: string) => parse(value ?? byDefault, name)
  return { describe, shownDefault, byDefault, mask: shown, parse: read }
}

/** A setting that may be missing. */
function optional<T>(
  describe: string,
  shownDefault: string,
  parse: Parse<T>,
  { mask = shown, byDefault }: { mask?: Mask; byDefault?: string } = {},
): Setting<T | undefined> {
  const read = (value: string | undefined, name: string) =>
    value === undefined ? undefined : parse(value, name)
  return { describe, shownDefault, byDefault, mask, parse: read }
}

/** A URL, shown without what must stay secret in it. */
function urlOf(describe: string, shownDefault: string): Setting<string | undefined> {
  return optional(describe, shownDefault, oneUrl, { mask: maskedUrls })
}

/** One that is not shown. */
function concealed<T>(describe: string, shownDefault: string, parse: Parse<T>) {
  return optional(describe, shownDefault, parse, { mask: hidden })
}

/** All settings that have one name, in the order in which they are shown. */
export const SETTINGS = {
  PORT: withDefault('3000', wholeNumber(0, 65_535), 'port to listen on; `0` takes any free one'),
  HOST: withDefault('127.0.0.1', text, 'address to listen on; `0.0.0.0` for all interfaces'),
  ALMANAC_SOCKET: optional(
    'path of a unix socket to listen on in place of `HOST` and `PORT`; behind a proxy set `ALMANAC_TRUST_PROXY` too',
    'unset',
    path,
  ),
  ALMANAC_TLS_CERT: optional(
    'file of the certificate and its chain (PEM); set together with the next one; read at the start',
    'unset: plain HTTP',
    path,
  ),
  ALMANAC_TLS_KEY: optional('file of the certificate’s key (PEM)', 'unset', path),
  ALMANAC_DATA_DIR: withDefault(
    '.almanac',
    path,
    'directory of the embedded engine, accounts, demo key, rejects and the command socket',
  ),
  ALMANAC_STORE_URL: optional(
    '`http://` or `https://` URL of a ClickHouse server, with user and password if needed; several URLs separated by commas',
    'unset: embedded engine',
    urls(HTTP),
    { mask: maskedUrls },
  ),
  ALMANAC_CLUSTER: optional(
    'name of the ClickHouse cluster over which tables are distributed',
    'unset: one node',
    clusterName,
  ),
  ALMANAC_SQL_URL: urlOf(
    'URL of a ClickHouse server with the account that runs user-supplied SQL of `POST /sql` ([docs/sql.md](sql.md)); the embedded engine needs none',
    'unset: no SQL on a server',
  ),
  ALMANAC_SQL_MAX_SECONDS: withDefault('10', wholeNumber(1, 600), 'time of one query'),
  ALMANAC_SQL_MEMORY_MB: withDefault('512', wholeNumber(16, 1_000_000), 'memory of one query'),
  ALMANAC_SQL_MAX_ROWS: withDefault('100000', wholeNumber(1, 100_000_000), 'rows of one result'),
  ALMANAC_SQL_MAX_MB: withDefault('64', wholeNumber(1, 1_000), 'megabytes of one result'),
  ALMANAC_SQL_PER_KEY: withDefault(
    '1',
    wholeNumber(1, 16),
    'queries of one key that run at the same time',
  ),
  ALMANAC_SQL_CONCURRENCY: withDefault(
    '2',
    wholeNumber(1, 16),
    'queries of all keys that run at the same time',
  ),
  ALMANAC_ACCOUNTS_URL: optional(
    '`postgres://…` URL of the PostgreSQL server that holds keys and credits',
    'unset: SQLite in the data directory',
    urls(['postgres:', 'postgresql:']),
    { mask: maskedUrls },
  ),
  ALMANAC_BOOTSTRAP_KEY: concealed(
    'a pro key (16 to 200 letters, digits, `_`, `-`) that exists from the first start on, for containers and tests',
    'unset',
    secret,
  ),
  ALMANAC_DEMO: optional(
    '`auto` fills an empty store with the demo world; `off` leaves it empty',
    '`auto`',
    oneOf('auto', 'off'),
    { byDefault: 'auto; off with live sources' },
  ),
  ALMANAC_FREE_RATE: withDefault(
    '300',
    wholeNumber(1, MAX_RATE),
    'requests a minute for each client (IPv4 address or IPv6 /64) on the free and bridge roots',
  ),
  ALMANAC_PRO_RATE: withDefault('1000', wholeNumber(1, MAX_RATE), 'requests a minute of a new key'),
  ALMANAC_PRO_CREDITS: withDefault(
    '1000000',
    wholeNumber(0, 1_000 * MAX_RATE),
    'credits a month of a new key',
  ),
  ALMANAC_FREE_HOST: optional(
    'host name on which alone the free root answers',
    'unset: any host',
    hostName,
  ),
  ALMANAC_PRO_HOST: optional('the same for the pro root', 'unset: any host', hostName),
  ALMANAC_BRIDGE_HOST: optional('the same for the bridge root', 'unset: any host', hostName),
  LOG_LEVEL: withDefault(
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
  ),
  ALMANAC_LOG_FORMAT: withDefault(
    'json',
    oneOf('json', 'text'),
    '`json` or `text`: the form of log lines',
  ),
  ALMANAC_ACCESS_LOG: withDefault(
    'all',
    logShare,
    'responses that are logged at `info`: `all`, `off`, or a number such as `100` for one of a hundred and every error of ours (5xx); at `debug` all are',
  ),
  ALMANAC_METRICS_ADDRESS: optional(
    'port, or host and port, on which alone `/metrics` is served, such as `10.0.0.5:9464`',
    'unset: with the operations',
    hostAndPort,
  ),
  ALMANAC_METRICS_TOKEN: concealed(
    'token that `/metrics` is read with, as `Authorization: Bearer` (16 to 200 letters, digits, `_`, `-`)',
    'unset: none is asked for',
    secret,
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf(
    'base URL of an OpenTelemetry receiver (OTLP over HTTP), such as `http://127.0.0.1:4318`',
    'unset: nothing is traced',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: concealed(
    'headers for it, as `name=value` separated by commas',
    'none',
    headerList,
  ),
  OTEL_SERVICE_NAME: withDefault('almanac', text, 'name of the service in traces'),
  OTEL_TRACES_SAMPLER_ARG: withDefault(
    '1',
    share,
    'share of requests that are traced, 0 to 1; callers that send `traceparent` decide themselves',
  ),
  ALMANAC_APP_ACCESS: withDefault(
    'loopback',
    oneOf('loopback', 'all', 'key'),
    'which browsers may read pro operations without a key, by `POST /app/session`: `loopback` (on this machine), `all`, or `key` (none)',
  ),
  ALMANAC_EXPLORER: withDefault('on', text, '`off` leaves the web explorer under `/app` out'),
  ALMANAC_EXPLORER_DIR: optional('folder of a built explorer', 'made by `npm start`', text),
  ALMANAC_EMBED: withDefault(
    '',
    frameAncestors,
    'hosts that may show embeds of the explorer in frames, separated by commas',
    'nobody',
  ),
  ALMANAC_TRUST_PROXY: withDefault(
    'off',
    proxies,
    'who may state the client’s IP address: `off`, `on`, a number of proxies, or their addresses',
  ),
  ALMANAC_CLIENT_SHAPES: withDefault(
    'off',
    onOff,
    '`on` serves the forms that older clients read where they differ from the contract ([client shapes](../spec/semantics/responses.md#client-shapes))',
  ),
  ALMANAC_PROTOCOLS_DIR: withDefault(
    join(ROOT, 'data/protocols'),
    path,
    'folder of the files that say what is read from chains ([docs/adapters.md](adapters.md))',
    '`data/protocols`',
  ),
  ALMANAC_RPC_QUORUM: optional(
    'how many of a chain’s nodes must agree on what is read; a set value is required of every chain, up to the nodes it has',
    'two, if a second node can be asked',
    wholeNumber(1, 10),
  ),
  ALMANAC_ADAPTER_HOSTS: withDefault(
    '',
    hosts,
    'hosts that adapters may reach besides the nodes, separated by commas, with a port unless it is the usual one; names must lead outside',
    'none',
  ),
  ALMANAC_ADAPTER_PRIVATE_HOSTS: withDefault(
    '',
    hosts,
    'hosts that adapters may reach although their names lead to this machine or its network',
    'none',
  ),
  ALMANAC_MCP_KEY: concealed(
    'key that `almanac mcp` asks the service with ([docs/mcp.md](mcp.md))',
    'the demo world’s key',
    text,
  ),
  ALMANAC_MIRROR_KEY: concealed(
    'key of the service that `almanac mirror` reads; `--key` does the same',
    'none',
    text,
  ),
  ALMANAC_PULL_KEY: concealed(
    'key of the service that `almanac pull` follows; with it, changes are read on the pro root',
    'none',
    text,
  ),
  ALMANAC_S3_ENDPOINT: urlOf(
    'URL of the object store that `s3://bucket/prefix` means in `almanac backup` and `restore` ([docs/backup.md](backup.md))',
    'none',
  ),
  ALMANAC_S3_REGION: withDefault('us-east-1', text, 'its region, which signatures name'),
  ALMANAC_S3_KEY_ID: concealed('id of the key for it', 'none', text),
  ALMANAC_S3_SECRET: concealed('secret of that key', 'none', text),
  ALMANAC_DOWNLOADS_DIR: optional(
    'folder of a snapshot that is served under `/downloads` ([docs/replicas.md](replicas.md))',
    'unset: nothing is served',
    path,
  ),
  ALMANAC_KEEP_VERSIONS: optional(
    'days for which superseded versions are kept, such as `30`, `tvl=30,prices=7` or `90,prices=7` ([docs/operate.md](operate.md#drop-old-versions))',
    'unset: for good',
    daysByFact,
  ),
  ALMANAC_MIN_FREE_MB: withDefault(
    '500',
    wholeNumber(0, 1_000_000_000),
    'below so much free disk no facts are written, while reading goes on; 0: it is not watched ([docs/operate.md](operate.md#the-disk-fills))',
  ),
  ALMANAC_SOURCES: withDefault(
    '',
    names,
    'public sources that are fetched, by name and separated by commas ([docs/sources.md](sources.md)); with one set, `ALMANAC_DEMO` is `off` unless it says otherwise',
    'none',
  ),
  ALMANAC_CLOCK: optional(
    'an ISO time at which "now" stands still, for replays and tests',
    'unset: real time',
    timestamp,
  ),
} satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof SETTINGS
export type SettingValue<N extends SettingName> = ReturnType<(typeof SETTINGS)[N]['parse']>

/** Names that begin like this are settings of a chain or of a public source. */
export const FAMILIES = {
  node: {
    prefix: 'ALMANAC_RPC_',
    of: '<CHAIN>',
    describe:
      'URLs of a chain’s nodes separated by commas, the preferred one first, such as `ALMANAC_RPC_ETHEREUM`; with one set, `ALMANAC_DEMO` is `off` unless it says otherwise',
    shownDefault: 'unset',
  },
  source: {
    prefix: 'ALMANAC_SOURCE_',
    of: '<NAME>_<SETTING>',
    describe: 'settings of a public source, such as its URL or key',
    shownDefault: 'see `almanac sources`',
  },
} as const

/** The setting of this name, one of a family included. */
export function findSetting(name: string): Setting<unknown> | undefined {
  if (Object.hasOwn(SETTINGS, name)) return SETTINGS[name as SettingName]
  if (name.startsWith(FAMILIES.node.prefix)) {
    const { describe, shownDefault } = FAMILIES.node
    return optional(describe, shownDefault, urls(HTTP), { mask: maskedUrls })
  }
  if (!name.startsWith(FAMILIES.source.prefix)) return undefined
  const mask = /_(KEY|TOKEN|SECRET)$/.test(name) ? hidden : maskSourceSetting
  const { describe, shownDefault } = FAMILIES.source
  return optional(describe, shownDefault, text, { mask })
}

/** URLs of sources may hold keys; other settings hold nothing secret. */
const maskSourceSetting: Mask = (value) => (/^https?:/.test(value) ? maskedUrls(value) : value)
