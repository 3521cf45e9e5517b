import { getSecret } from '../accounts/secrets.ts'
import { States } from '../cache/states.ts'
import type { Config } from '../config.ts'
import { domains } from '../domains/index.ts'
import { Access } from '../http/access/access.ts'
import { Metrics } from '../http/metrics.ts'
import { readTls } from '../http/server/read-tls.ts'
import type { Services } from '../http/services.ts'
import { operations, topics } from './declared.ts'
import type { Engines } from './engines.ts'

const CACHE_BYTES = 96 * 1024 * 1024
// Fewer than the readers of the embedded engine per caller, so that none can take all of them.
const WORK = { workersPerCaller: 2, maxWaiting: 256 }
// Two callers leave one to others. More would wait in the engine's four readers, who refuse nobody.
const WORKERS = { embedded: 5, server: 16 }
const MAX_IN_FLIGHT_BYTES = 512 * 1024 * 1024
const MAX_LOOP_LAG_MS = 1_000
const STREAMS = {
  maxPerCaller: 10,
  maxTotal: 2_000,
  heartbeatMs: 15_000,
  maxUnreadBytes: 256 * 1024,
}

/** What the server needs of the engines, and the state of the process that it shows. */
export async function createServices(
  config: Config,
  engines: Engines,
  process: Pick<Services, 'isReady' | 'isDemo' | 'loopLagMs'>,
  metricsText: (() => Promise<string>) | undefined,
): Promise<Services> {
  const { store, accounts, clock, live, sql, tracer, log, limiter, statements } = engines
  const access = new Access({ accounts, limiter, clock, freeRatePerMinute: config.freeRate })
  const liveJobs = () => live.scheduler.states()
  const metrics = new Metrics(
    {
      ...{ store, accounts, access, statements },
      dataDir: config.dataDir,
      jobs: liveJobs,
      nodes: () => live.context.chains.listHealth(),
    },
    metricsText,
  )
  return {
    ...{ store, sql, accounts, access, tracer, metrics, clock, operations, topics, log, liveJobs },
    states: new States(store),
    searchables: domains.flatMap(({ search = [] }) => search),
    config: {
      ...serverSettings(config),
      work: { ...WORK, workers: WORKERS[store.engine.kind] },
      app: { access: config.appAccess, secret: await getSecret(accounts.database, 'pass') },
    },
    ...process,
  }
}

function serverSettings(config: Config): Omit<Services['config'], 'work' | 'app'> {
  return {
    cacheBytes: CACHE_BYTES,
    clientShapes: config.clientShapes,
    maxLoopLagMs: MAX_LOOP_LAG_MS,
    spoolDir: `${config.dataDir}/spool`,
    maxInFlightBytes: MAX_IN_FLIGHT_BYTES,
    streams: STREAMS,
    explorer: { folder: config.explorerDir, frameAncestors: config.frameAncestors },
    hosts: config.hosts,
    downloadsDir: config.downloadsDir,
    trustProxy: config.trustProxy,
    accessLog: config.accessLog,
    metricsAccess: config.metrics,
    tls: config.tls === undefined ? undefined : readTls(config.tls),
  }
}
