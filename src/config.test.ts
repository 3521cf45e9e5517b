import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { UsageError } from './lib/errors.ts'

function problemOf(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as Error).message
  }
  return 'accepted'
}

describe('defaults', () => {
  const defaults = {
    port: 3000,
    host: '127.0.0.1',
    socketPath: undefined,
    tls: undefined,
    metrics: { address: undefined, token: undefined },
    dataDir: resolve('.almanac'),
    storeUrl: undefined,
    cluster: undefined,
    sqlUrl: undefined,
    sqlLimits: {
      maxSec: 10,
      memoryMb: 512,
      maxRows: 100_000,
      maxBytes: 64_000_000,
      maxPerCaller: 1,
      maxConcurrent: 2,
    },
    accountsUrl: undefined,
    appAccess: 'loopback',
    bootstrapKey: undefined,
    role: 'all',
    downloadsDir: undefined,
    keepVersions: undefined,
    minFreeBytes: 500_000_000,
    explorerDir: undefined,
    frameAncestors: "'none'",
    pullKey: undefined,
    objects: {
      ...{ endpoint: undefined, region: 'us-east-1' },
      ...{ keyId: undefined, secret: undefined },
    },
    demo: 'auto',
    freeRate: 300,
    proRate: 1000,
    proCredits: 1_000_000,
    hosts: { free: undefined, pro: undefined, bridge: undefined },
    logLevel: 'info',
    accessLog: { share: 'all', format: 'json' },
    trustProxy: false,
    traces: undefined,
    clientShapes: false,
    clock: undefined,
    nodes: new Map(),
    nodeQuorum: undefined,
    protocolsDir: resolve('data/protocols'),
    mirrorKey: undefined,
    mcpKey: undefined,
    sources: [],
    sourceSettings: new Map(),
    adapterHosts: [],
    adapterPrivateHosts: [],
  }

  test('default', () => {
    expect(readConfig({})).toEqual(defaults)
  })

  test('behavior: an empty or blank value is as good as none, and blanks around a value do not matter', () => {
    expect(readConfig({ PORT: '', HOST: '  ', ALMANAC_DEMO: '', LOG_LEVEL: ' ' })).toEqual(defaults)
    expect(readConfig({ PORT: ' 8080 ' }).port).toBe(8080)
  })

  test('behavior: other variables are not looked at', () => {
    expect(readConfig({ PATH: '/bin', ALMANAC_UNKNOWN: 'x' })).toEqual(defaults)
  })
})

test.each([
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65_535 }],
  ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
  ['ALMANAC_SOCKET', '/run/almanac.sock', { socketPath: '/run/almanac.sock' }],
  [
    'ALMANAC_METRICS_ADDRESS',
    '9464',
    { metrics: { address: { host: '127.0.0.1', port: 9464 }, token: undefined } },
  ],
  [
    'ALMANAC_METRICS_ADDRESS',
    '[::1]:9464',
    { metrics: { address: { host: '::1', port: 9464 }, token: undefined } },
  ],
  ['ALMANAC_DATA_DIR', '/var/lib/almanac', { dataDir: '/var/lib/almanac' }],
  ['ALMANAC_DATA_DIR', 'here', { dataDir: resolve('here') }],
  ['ALMANAC_STORE_URL', 'http://a:8123', { storeUrl: 'http://a:8123' }],
  [
    'ALMANAC_STORE_URL',
    'https://u:p@a:8443, http://b:8123',
    { storeUrl: 'https://u:p@a:8443, http://b:8123' },
  ],
  ['ALMANAC_RPC_QUORUM', '3', { nodeQuorum: 3 }],
  ['ALMANAC_KEEP_VERSIONS', '30', { keepVersions: { allDays: 30, byFact: new Map() } }],
  [
    'ALMANAC_KEEP_VERSIONS',
    'tvl=30, prices=7',
    {
      keepVersions: {
        allDays: undefined,
        byFact: new Map([
          ['tvl', 30],
          ['prices', 7],
        ]),
      },
    },
  ],
  [
    'ALMANAC_KEEP_VERSIONS',
    '90,prices=7',
    { keepVersions: { allDays: 90, byFact: new Map([['prices', 7]]) } },
  ],
  ['ALMANAC_MIN_FREE_MB', '0', { minFreeBytes: 0 }],
  ['ALMANAC_PROTOCOLS_DIR', '/srv/protocols', { protocolsDir: '/srv/protocols' }],
  [
    'ALMANAC_ADAPTER_HOSTS',
    'api.example.org, b.example.org',
    { adapterHosts: ['api.example.org', 'b.example.org'] },
  ],
  ['ALMANAC_ADAPTER_HOSTS', 'API.example.org:8443', { adapterHosts: ['api.example.org:8443'] }],
  [
    'ALMANAC_ADAPTER_PRIVATE_HOSTS',
    'graph.internal:8000',
    { adapterPrivateHosts: ['graph.internal:8000'] },
  ],
  ['ALMANAC_CLUSTER', 'main_cluster-1', { cluster: 'main_cluster-1' }],
  ['ALMANAC_ACCOUNTS_URL', 'postgres://u:p@h/db', { accountsUrl: 'postgres://u:p@h/db' }],
  ['ALMANAC_ACCOUNTS_URL', 'postgresql://h/db', { accountsUrl: 'postgresql://h/db' }],
  ['ALMANAC_BOOTSTRAP_KEY', 'abcdefghijklmnop', { bootstrapKey: 'abcdefghijklmnop' }],
  ['ALMANAC_DEMO', 'off', { demo: 'off' }],
  ['ALMANAC_FREE_RATE', '1', { freeRate: 1 }],
  ['ALMANAC_PRO_RATE', '5', { proRate: 5 }],
  ['ALMANAC_PRO_CREDITS', '0', { proCredits: 0 }],
  [
    'ALMANAC_FREE_HOST',
    'api.example.org',
    { hosts: { free: 'api.example.org', pro: undefined, bridge: undefined } },
  ],
  [
    'ALMANAC_PRO_HOST',
    'pro.example.org',
    { hosts: { free: undefined, pro: 'pro.example.org', bridge: undefined } },
  ],
  [
    'ALMANAC_BRIDGE_HOST',
    'localhost',
    { hosts: { free: undefined, pro: undefined, bridge: 'localhost' } },
  ],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ['ALMANAC_ACCESS_LOG', '100', { accessLog: { share: 100, format: 'json' } }],
  ['ALMANAC_LOG_FORMAT', 'text', { accessLog: { share: 'all', format: 'text' } }],
  ['ALMANAC_TRUST_PROXY', 'on', { trustProxy: true }],
  ['ALMANAC_TRUST_PROXY', 'off', { trustProxy: false }],
  ['ALMANAC_TRUST_PROXY', '10.0.0.0/8, ::1', { trustProxy: '10.0.0.0/8, ::1' }],
  ['ALMANAC_CLIENT_SHAPES', 'on', { clientShapes: true }],
  ['ALMANAC_CLOCK', '2026-01-31T00:00:00Z', { clock: '2026-01-31T00:00:00Z' }],
])('behavior: %s=%s', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected)
})

test('behavior: an endpoint of OpenTelemetry switches traces on', () => {
  const { traces } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc, x-tenant=a',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  })
  expect(traces).toEqual({
    endpoint: 'http://collector:4318',
    headers: { authorization: 'Basic abc', 'x-tenant': 'a' },
    serviceName: 'almanac',
    share: 0.1,
  })
})

test('behavior: ALMANAC_TRUST_PROXY=2 trusts the two nearest hops', () => {
  const { trustProxy } = readConfig({ ALMANAC_TRUST_PROXY: '2' })
  const trusts = trustProxy as (address: string, hop: number) => boolean
  expect([0, 1, 2].map((hop) => trusts('192.0.2.1', hop))).toEqual([true, true, false])
})

test.each([
  ['PORT', 'http'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['ALMANAC_METRICS_ADDRESS', 'a b:1'],
  ['ALMANAC_METRICS_ADDRESS', '0.0.0.0:70000'],
  ['ALMANAC_METRICS_TOKEN', 'short'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['ALMANAC_TLS_CERT', '/etc/cert.pem'],
  ['ALMANAC_STORE_URL', 'localhost:8123'],
  ['ALMANAC_STORE_URL', 'http://a:8123,nonsense'],
  ['ALMANAC_STORE_URL', 'ftp://a'],
  ['ALMANAC_CLUSTER', "a'; DROP"],
  ['ALMANAC_ACCOUNTS_URL', 'mysql://h/db'],
  ['ALMANAC_ACCOUNTS_URL', 'nonsense'],
  ['ALMANAC_BOOTSTRAP_KEY', 'short'],
  ['ALMANAC_BOOTSTRAP_KEY', 'with/slash/0123456789'],
  ['ALMANAC_DEMO', 'yes'],
  ['ALMANAC_FREE_RATE', '0'],
  ['ALMANAC_FREE_RATE', 'many'],
  ['ALMANAC_PRO_RATE', '1e3'],
  ['ALMANAC_PRO_CREDITS', '-5'],
  ['ALMANAC_FREE_HOST', 'http://api.example.org'],
  ['ALMANAC_PRO_HOST', 'api.example.org:8080'],
  ['ALMANAC_BRIDGE_HOST', 'a b'],
  ['LOG_LEVEL', 'loud'],
  ['ALMANAC_ACCESS_LOG', 'on'],
  ['ALMANAC_ACCESS_LOG', '1'],
  ['ALMANAC_TRUST_PROXY', 'maybe'],
  ['ALMANAC_TRUST_PROXY', '10.0.0.0/99'],
  ['ALMANAC_TRUST_PROXY', '1.2.3'],
  ['ALMANAC_TRUST_PROXY', '10.0.0.0/8/8'],
  ['ALMANAC_CLIENT_SHAPES', 'true'],
  ['ALMANAC_KEEP_VERSIONS', '0'],
  ['ALMANAC_KEEP_VERSIONS', '30,60'],
  ['ALMANAC_KEEP_VERSIONS', 'tvl=a month'],
  ['ALMANAC_MIN_FREE_MB', 'much'],
  ['ALMANAC_CLOCK', 'noon'],
  ['ALMANAC_CLOCK', '2026-13-01T00:00:00Z'],
  ['ALMANAC_CLOCK', '2026-01-31'],
])('error: %s=%s is refused in one line that names it', (name, value) => {
  const problem = problemOf({ [name]: value })
  expect(problem).toContain(name)
  expect(problem).toContain('must be')
  expect(problem.split('\n')).toHaveLength(1)
})

test.each([
  ['ALMANAC_STORE_URL', 'tcp://user:hunter2@a'],
  ['ALMANAC_ACCOUNTS_URL', 'mysql://user:hunter2@h/db'],
  ['ALMANAC_BOOTSTRAP_KEY', 'hunter2 hunter2 hunter2'],
  ['ALMANAC_METRICS_TOKEN', 'hunter2'],
])('error: a wrong %s is not shown, because it may hold a secret', (name, value) => {
  expect(problemOf({ [name]: value })).not.toContain('hunter2')
})

describe('nodes', () => {
  test('default: one variable per chain, the preferred URL first', () => {
    const { nodes } = readConfig({
      ALMANAC_RPC_ETHEREUM: 'http://a:8545, https://b.example.org/key',
      ALMANAC_RPC_BASE: 'http://c',
    })
    expect([...nodes]).toEqual([
      ['ethereum', ['http://a:8545', 'https://b.example.org/key']],
      ['base', ['http://c']],
    ])
  })

  test('behavior: a service that reads chains starts without the demo world unless it is requested', () => {
    expect(readConfig({ ALMANAC_RPC_ETHEREUM: 'http://a' }).demo).toBe('off')
    expect(readConfig({ ALMANAC_RPC_ETHEREUM: 'http://a', ALMANAC_DEMO: 'auto' }).demo).toBe('auto')
  })

  test('error: a URL that is none is refused without being shown, because it may hold a key', () => {
    const problem = problemOf({ ALMANAC_RPC_ETHEREUM: 'ftp://node/secret-key' })
    expect(problem).toBe('ALMANAC_RPC_ETHEREUM must be a URL starting with http:// or https://.')
  })
})
