import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import program from '../package.json' with { type: 'json' }
import { type Accounts, openAccounts } from './accounts/accounts.ts'
import { openLimiter, type PortRates } from './accounts/open-limiter.ts'
import { getSecret } from './accounts/secrets.ts'
import { States } from './cache/states.ts'
import type { Config } from './config.ts'
import { advanceDemo, createDemo, type DemoProgress } from './demo/demo-world.ts'
import { demoParts } from './demo/index.ts'
import { domains } from './domains/index.ts'
import { HookWorker } from './hooks/hook-worker.ts'
import { Access } from './http/access/access.ts'
import { LoopLag } from './http/access/loop-lag.ts'
import { metaRoutes, metaTopic } from './http/meta/index.ts'
import { Metrics } from './http/metrics.ts'
import { operatorRoutes, operatorTopic } from './http/operator/index.ts'
import { tagOf } from './http/route.ts'
import { readTls } from './http/server/read-tls.ts'
import { createServer } from './http/server/server.ts'
import type { Services } from './http/services.ts'
import { sessionRoutes, sessionTopic } from './http/session/session-routes.ts'
import { sqlRoutes, sqlTopic } from './http/sql/index.ts'
import { type Clock, createClock } from './lib/clock.ts'
import { AlmanacError, UsageError } from './lib/errors.ts'
import { every, type Job } from './lib/job.ts'
import { OutageLog } from './lib/outage-log.ts'
import { withinMs } from './lib/within-ms.ts'
import { qualityHolds } from './live/guards/holds/facts.ts'
import { sourceStates } from './live/model/source-states.ts'
import { receipts } from './live/receipts/facts.ts'
import { IngestLead } from './live/schedule/ingest-lead.ts'
import { createLive, type Live } from './live.ts'
import { addMcp } from './mcp/http.ts'
import { hasDemo } from './runs/demo-source.ts'
import { dropVersions, requireDroppable } from './runs/drop-versions.ts'
import { mirrorReceipts } from './runs/mirror/facts.ts'
import { isReplica } from './runs/pull/replica-mark.ts'
import type { MirroredDomain } from './sources/mirror/answer.ts'
import { UserSql } from './sql/sql.ts'
import { dropReplacedTables } from './store/migrations/bring-up-to-date.ts'
import { StatementCounts } from './store/statement-counts.ts'
import { Store, type StoreOptions } from './store/store.ts'
import type { WriterLock } from './store/writer-turn.ts'
import { createExporter } from './traces/exporter.ts'
import { traceRuns } from './traces/run-spans.ts'
import { Tracer } from './traces/tracer.ts'

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
const DEMO_TICK_MS = 60_000
const FOLLOW_MS = 1_000
const RETENTION_MS = 3_600_000
const ROOM_MS = 30_000
const HOOKS_MS = 1_000
// Together less than the ten seconds in which the service ends after a signal.
const MAX_ANSWERING_MS = 6_000
const MAX_UNWINDING_MS = 1_800
const MAX_TELLING_MS = 200

/** Facts of the platform itself, beside those of the domains. */
const platformFacts = [qualityHolds, receipts, sourceStates, mirrorReceipts]
export const facts = [...domains.flatMap((domain) => domain.facts), ...platformFacts]
export const routes = [
  ...domains.flatMap((domain) => domain.routes),
  ...metaRoutes,
  ...sqlRoutes,
  ...operatorRoutes,
  ...sessionRoutes,
]
/** What the operations of each domain are about. */
export const topics = [
  ...domains.flatMap(({ routes: [first], describe }) =>
    first === undefined ? [] : { name: tagOf(first), description: describe },
  ),
  metaTopic,
  sqlTopic,
  operatorTopic,
  sessionTopic,
]
/** Each operation with what its domain says about the rows behind its answers. */
const operations = new Map(
  domains.flatMap((domain) =>
    domain.routes.map((route) => [route.id, { route, rowsBehind: domain.rowsBehind }] as const),
  ),
)
export const sources = domains.flatMap((domain) => domain.sources ?? [])
/** What answers of other services say about our facts, by domain. */
export const mirrored: readonly MirroredDomain[] = domains.flatMap(({ name, mirrored: own }) =>
  own === undefined ? [] : { domain: name, ...own },
)
export const loaders = domains.flatMap((domain) => domain.load ?? [])

/**
 * The store of a configuration. On a server several processes may write, one at a time; the
 * embedded engine has only one.
 */
export function openStore(
  config: Config,
  accounts: Accounts,
  {
    onShortage,
    ...options
  }: Pick<StoreOptions, 'log' | 'observe' | 'onDamage' | 'stop'> & {
    onShortage?: (message: string) => void
  } = {},
): Promise<Store> {
  const { storeUrl: url, cluster, dataDir, minFreeBytes } = config
  const session = randomUUID()
  const isReader = config.role === 'api'
  const alone: WriterLock | undefined =
    url === undefined ? undefined : (work) => accounts.alone('writer', work, session)
  const place = { path: `${dataDir}/facts`, url, cluster }
  const room = { minFreeBytes, log: onShortage }
  return Store.open({ facts, ...place, alone, isReader, session, room, ...options })
}

/** Statements of people over a store. */
export function openSql({ sqlUrl, sqlLimits }: Config, store: Store): UserSql {
  return new UserSql(store, { limits: sqlLimits, url: sqlUrl })
}

/** The running service: engines, server and jobs. */
export interface App {
  server: FastifyInstance
  metrics: Metrics
  store: Store
  accounts: Accounts
  clock: Clock
  live: Live
  sql: UserSql
  /** True while this process, of several on one store, is the one that ingests. */
  isLead(): boolean
  /** Fills an empty store with the demo world, and lets callers in. */
  start(onDemoProgress?: DemoProgress): Promise<void>
  /** Refuses new requests, lets running ones finish, writes what is left to write. */
  close(): Promise<void>
}

/** What this process shares with others that serve the same port. */
export interface Siblings extends PortRates {
  /** Metrics of all of them. */
  metricsText(): Promise<string>
}

export async function createApp(
  config: Config,
  log: Logger,
  stopOpening?: AbortSignal,
  siblings?: Siblings,
): Promise<App> {
  const clock = createClock(config.clock)
  const accountsOutage = new OutageLog(log, 'accounts engine')
  const accounts = await openAccounts({
    url: config.accountsUrl,
    dataDir: config.dataDir,
    clock,
    defaults: { ratePerMinute: config.proRate, creditsPerMonth: config.proCredits },
    onProblem: (error) => accountsOutage.failed(error),
    // The last word is logged, however long the outage lasts.
    onUnsent: (error) => log.error({ err: error }, 'accounts engine'),
  })
  const statements = new StatementCounts()
  const tracesOutage = new OutageLog(log, 'traces cannot be sent')
  const tracer = createTracer(config, tracesOutage)
  const store = await openStore(config, accounts, {
    observe: (statement, work) =>
      statements.observe(statement, () =>
        tracer === undefined ? work() : tracer.statement(statement, work),
      ),
    log: (message) => log.info(message),
    onDamage: (message) => log.error(message),
    onShortage: (message) => log.warn(message),
    stop: stopOpening,
  }).catch(async (error: unknown) => {
    await accounts.close()
    throw error
  })
  const live = await createLive(config, store, clock, log).catch(async (error: unknown) => {
    await store.close()
    await accounts.close()
    throw error
  })
  const passSecret = await getSecret(accounts.database, 'pass')
  const loopLag = new LoopLag()
  let ready = false
  let demo = await hasDemo(store)
  // A replica of a demo world becomes one with its first pull; it can also be removed.
  store.onCommit(async () => {
    demo = await hasDemo(store).catch(() => demo)
  })
  if (tracer !== undefined) traceRuns(store, tracer)
  const states = new States(store)
  const sql = openSql(config, store)
  const ratesOutage = new OutageLog(log, 'rates cannot be shared with other machines')
  const { limiter, exchange } = await openLimiter({
    url: config.accountsUrl,
    port: siblings,
    nowMs: clock.nowMs,
    onProblem: (error) => ratesOutage.failed(error),
  })
  const access = new Access({
    accounts,
    limiter,
    clock,
    freeRatePerMinute: config.freeRate,
  })
  const services: Services = {
    store,
    states,
    sql,
    searchables: domains.flatMap(({ search = [] }) => search),
    operations,
    accounts,
    access,
    tracer,
    metrics: new Metrics(
      {
        store,
        accounts,
        access,
        dataDir: config.dataDir,
        statements,
        jobs: () => live.scheduler.states(),
        nodes: () => live.context.chains.listHealth(),
      },
      siblings?.metricsText,
    ),
    clock,
    topics,
    log,
    config: {
      cacheBytes: CACHE_BYTES,
      clientShapes: config.clientShapes,
      work: { ...WORK, workers: WORKERS[store.engine.kind] },
      maxLoopLagMs: MAX_LOOP_LAG_MS,
      spoolDir: `${config.dataDir}/spool`,
      maxInFlightBytes: MAX_IN_FLIGHT_BYTES,
      streams: STREAMS,
      app: { access: config.appAccess, secret: passSecret },
      explorer: { folder: config.explorerDir, frameAncestors: config.frameAncestors },
      hosts: config.hosts,
      downloadsDir: config.downloadsDir,
      trustProxy: config.trustProxy,
      accessLog: config.accessLog,
      metricsAccess: config.metrics,
      tls: config.tls === undefined ? undefined : readTls(config.tls),
    },
    isReady: () => ready,
    isDemo: () => demo,
    loopLagMs: () => loopLag.sustainedMs,
    liveJobs: () => live.scheduler.states(),
  }
  const server = createServer(routes, services)
  const stopHooks = new AbortController()
  const hooks = new HookWorker({
    ...{ store, accounts, clock, log },
    chance: Math.random,
    stop: stopHooks.signal,
  })
  addMcp(server, services)
  const jobs: Job[] = []
  const makesDemo = config.demo === 'auto' && !isReplica(config.dataDir)
  let onProgress: DemoProgress | undefined
  const beginIngesting = async () => {
    if (makesDemo && store.journal.latest === 0)
      await createDemo(store, clock, demoParts, { onProgress })
    // Live sources belong to the present: a clock that stands still has none.
    if (config.clock !== undefined) return
    await live.scheduler.start().catch((error) => {
      // Its own records are damaged: the rest of the service can still be of use.
      if (!isDamaged(error)) throw error
    })
    // Loading third-party adapters is slow, and no request needs them.
    live.openAdapters().catch((error) => log.error({ err: error }, 'adapters'))
  }
  const lead = new IngestLead(
    config.storeUrl === undefined ? undefined : (work) => accounts.tryAlone('ingest', work),
    { begin: beginIngesting, pause: () => live.scheduler.pause() },
    log,
  )

  return {
    server,
    metrics: services.metrics,
    store,
    accounts,
    clock,
    live,
    sql,
    isLead: () => lead.isLead,
    start: async (onDemoProgress) => {
      if (config.bootstrapKey !== undefined) await ensureBootstrapKey(accounts, config.bootstrapKey)
      if (config.role !== 'api') {
        onProgress = onDemoProgress
        await lead.start()
        jobs.push(every(HOOKS_MS, log, () => hooks.pass()))
        jobs.push(every(ROOM_MS, log, () => store.room.check()))
        if (config.storeUrl !== undefined)
          jobs.push(
            every(RETENTION_MS, log, async () => {
              if (lead.isLead) await dropReplacedTables(store)
            }),
          )
        jobs.push(...retentionJobs(config, { store, clock, log, isLead: () => lead.isLead }))
        if (makesDemo && config.clock === undefined)
          jobs.push(
            every(DEMO_TICK_MS, log, async () => {
              if (demo && lead.isLead) await advanceDemo(store, clock, demoParts)
            }),
          )
      }
      demo = await hasDemo(store)
      ready = true
      if (config.storeUrl !== undefined) jobs.push(every(FOLLOW_MS, log, () => followOthers(store)))
      loopLag.start()
    },
    close: async () => {
      loopLag.stop()
      live.stop()
      stopHooks.abort()
      for (const job of jobs) job.cancel()
      const ended = Promise.allSettled([
        server.close(),
        live.close(),
        lead.close(),
        ...jobs.map((job) => job.ended()),
      ])
      // What was accepted is answered; what still runs then is cancelled, and answered with 503.
      await withinMs(MAX_ANSWERING_MS, ended)
      await store.close()
      await withinMs(MAX_UNWINDING_MS, ended)
      await withinMs(MAX_TELLING_MS, exchange?.close() ?? Promise.resolve())
      ratesOutage.close()
      await accounts.close()
      accountsOutage.close()
      await tracer?.close()
      tracesOutage.close()
    },
  }
}

function createTracer({ traces }: Config, outage: OutageLog): Tracer | undefined {
  if (traces === undefined) return undefined
  const { endpoint, headers, serviceName, share } = traces
  const service = { name: serviceName, version: program.version }
  return new Tracer({
    share,
    chance: Math.random,
    export: createExporter({ endpoint, headers, service, outage }),
  })
}

function isDamaged(error: unknown): boolean {
  return error instanceof AlmanacError && error.code === 'data_damaged'
}

async function ensureBootstrapKey(accounts: Accounts, text: string): Promise<void> {
  try {
    await accounts.createKey({ name: 'bootstrap', text })
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(
      'ALMANAC_BOOTSTRAP_KEY differs from the bootstrap key that this service was first started with. Set it back, or run `almanac keys revoke bootstrap` first.',
    )
  }
}

/** Other machines write to the same cluster: their commits become visible here. */
async function followOthers(store: Store): Promise<void> {
  const newer = await store.refresh()
  if (newer.length > 0) store.announce(newer)
}

/** Superseded versions are dropped by the process that ingests, if they are not kept for good. */
function retentionJobs(
  { keepVersions: keep, clock: frozen }: Config,
  { store, clock, log, isLead }: Pick<App, 'store' | 'clock' | 'isLead'> & { log: Logger },
): Job[] {
  if (keep === undefined) return []
  requireDroppable(store, keep)
  if (frozen !== undefined) return []
  const pass = async () => {
    const dropped = isLead() ? await dropVersions(store, clock, keep) : []
    if (dropped.length > 0) log.info({ dropped }, 'superseded versions dropped')
  }
  return [every(RETENTION_MS, log, pass)]
}
