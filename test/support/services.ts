import { tmpdir } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { RateLimiter } from '../../src/accounts/rate-limit.ts'
import type { App } from '../../src/app.ts'
import { States } from '../../src/cache/states.ts'
import { Access } from '../../src/http/access/access.ts'
import { Metrics } from '../../src/http/metrics.ts'
import type { Services } from '../../src/http/services.ts'
import { createLogTo } from '../../src/lib/log.ts'
import { StatementCounts } from '../../src/store/statement-counts.ts'

/** What a server is made of, for tests that bring their own routes or limits. */
export function servicesOf(
  { store, accounts, clock, sql }: App,
  config: Partial<Services['config']> = {},
): Services {
  const limiter = new RateLimiter()
  const states = new States(store)
  const access = new Access({ accounts, limiter, clock, freeRatePerMinute: 1_000_000 })
  return {
    store,
    accounts,
    clock,
    topics: [],
    log: createLogTo('silent', { write: () => {} }),
    states,
    sql,
    searchables: [],
    operations: new Map(),
    access,
    metrics: new Metrics({
      ...{ store, accounts, access, dataDir: tmpdir(), statements: new StatementCounts() },
      jobs: () => [],
      nodes: () => [],
    }),
    tracer: undefined,
    isReady: () => true,
    isDemo: () => false,
    loopLagMs: () => 0,
    liveJobs: () => [],
    config: {
      cacheBytes: 96 * 1024 * 1024,
      clientShapes: false,
      work: { workers: 16, workersPerCaller: 2, maxWaiting: 256 },
      maxLoopLagMs: 1_000,
      spoolDir: tmpdir(),
      maxInFlightBytes: 512 * 1024 * 1024,
      streams: {
        ...{ maxPerCaller: 10, maxTotal: 2_000 },
        ...{ heartbeatMs: 15_000, maxUnreadBytes: 256 * 1024 },
      },
      app: { access: 'key', secret: 'test' },
      hosts: { free: undefined, pro: undefined, bridge: undefined },
      trustProxy: false,
      metricsAccess: { address: undefined, token: undefined },
      tls: undefined,
      accessLog: { share: 'off', format: 'json' },
      downloadsDir: undefined,
      explorer: { folder: undefined, frameAncestors: "'none'" },
      ...config,
    },
  }
}

/** Listens on a free port of this machine. */
export async function listen(server: FastifyInstance): Promise<number> {
  await server.listen({ host: '127.0.0.1', port: 0 })
  const address = server.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
