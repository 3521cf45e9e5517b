import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type Accounts, openAccounts } from './accounts/accounts.ts'
import { createRateLimiter } from './accounts/rate-limit.ts'
import { States } from './cache/states.ts'
import type { Config } from './config.ts'
import { advanceDemo, createDemo, type DemoProgress } from './demo/demo-world.ts'
import { demoParts } from './demo/index.ts'
import { domains } from './domains/index.ts'
import { Access } from './http/access.ts'
import { LoopLag } from './http/loop-lag.ts'
import { FactTotals } from './http/meta/fact-totals.ts'
import { metaRoutes, metaTopic } from './http/meta/index.ts'
import { Metrics } from './http/metrics.ts'
import { tagOf } from './http/route.ts'
import { createServer } from './http/server.ts'
import type { Services } from './http/services.ts'
import { type Clock, createClock } from './lib/clock.ts'
import { OutageLog } from './lib/outage-log.ts'
import { qualityHolds } from './live/guards/holds/facts.ts'
import { receipts } from './live/receipts/facts.ts'
import { createLive, type Live } from './live.ts'
import { hasDemo } from './runs/demo-source.ts'
import { Store } from './store/store.ts'

const CACHE_BYTES = 96 * 1024 * 1024
// Fewer than the readers of the embedded engine per caller, so that none can take all of them.
const WORK = { workers: 16, workersPerCaller: 2, maxWaiting: 256 }
const MAX_IN_FLIGHT_BYTES = 512 * 1024 * 1024
const MAX_LOOP_LAG_MS = 1_000
const DEMO_TICK_MS = 60_000
const FOLLOW_MS = 1_000

/** Facts of the platform itself, beside those of the domains. */
const platformFacts = [qualityHolds, receipts]
export const facts = [...domains.flatMap((domain) => domain.facts), ...platformFacts]
export const routes = [...domains.flatMap((domain) => domain.routes), ...metaRoutes]
/** What the operations of each domain are about. */
export const topics = [
  ...domains.flatMap(({ routes: [first], describe }) =>
    first === undefined ? [] : { name: tagOf(first), description: describe },
  ),
  metaTopic,
]
export const sources = domains.flatMap((domain) => domain.sources ?? [])
export const loaders = domains.flatMap((domain) => domain.load ?? [])

/**
 * The store of a configuration. On a server several processes may write, one at a time; the
 * embedded engine has only one.
 */
export function openStore(
  config: Config,
  accounts: Accounts,
  log?: (message: string) => void,
): Promise<Store> {
  const { storeUrl: url, cluster, dataDir } = config
  const alone =
    url === undefined ? undefined : <T>(work: () => Promise<T>) => accounts.alone('writer', work)
  return Store.open({ facts, path: `${dataDir}/facts`, url, cluster, alone, log })
}

/** The running service: engines, server and jobs. */
export interface App {
  server: FastifyInstance
  store: Store
  accounts: Accounts
  clock: Clock
  live: Live
  /** Fills an empty store with the demo world, and lets callers in. */
  start(onDemoProgress?: DemoProgress): Promise<void>
  /** Refuses new requests, lets running ones finish, writes what is left to write. */
  close(): Promise<void>
}

export async function createApp(config: Config, log: Logger): Promise<App> {
  const clock = createClock(config.clock)
  const accountsOutage = new OutageLog(log, 'accounts engine')
  const accounts = await openAccounts({
    url: config.accountsUrl,
    dataDir: config.dataDir,
    clock,
    defaults: { ratePerMinute: config.proRate, creditsPerMonth: config.proCredits },
    onProblem: (error) => accountsOutage.failed(error),
  })
  const store = await openStore(config, accounts, (message) => log.info(message))
  const live = await createLive(config, store, clock, log)
  const loopLag = new LoopLag()
  let ready = false
  let demo = hasDemo(store)
  const states = new States(store)
  const services: Services = {
    store,
    states,
    totals: new FactTotals(store, states),
    accounts,
    access: new Access({
      accounts,
      limiter: createRateLimiter(),
      clock,
      freeRatePerMinute: config.freeRate,
    }),
    metrics: new Metrics(store, () => live.scheduler.states()),
    clock,
    topics,
    log,
    config: {
      cacheBytes: CACHE_BYTES,
      clientShapes: config.clientShapes,
      work: WORK,
      maxLoopLagMs: MAX_LOOP_LAG_MS,
      maxInFlightBytes: MAX_IN_FLIGHT_BYTES,
      hosts: config.hosts,
      trustProxy: config.trustProxy,
    },
    isReady: () => ready,
    isDemo: () => demo,
    loopLagMs: () => loopLag.sustainedMs,
    liveJobs: () => live.scheduler.states(),
  }
  const server = createServer(routes, services)
  const jobs: Job[] = []

  return {
    server,
    store,
    accounts,
    clock,
    live,
    start: async (onDemoProgress) => {
      if (config.bootstrapKey !== undefined)
        await accounts.createKey({ name: 'bootstrap', text: config.bootstrapKey })
      if (config.demo === 'auto' && store.journal.latest === 0)
        await createDemo(store, clock, demoParts, onDemoProgress)
      demo = hasDemo(store)
      ready = true
      // Nobody waits for it: the first request about the data finds it in memory.
      jobs.push(once(log, (isStopped) => services.totals.load(isStopped)))
      if (demo && config.demo === 'auto' && config.clock === undefined)
        jobs.push(every(DEMO_TICK_MS, log, () => advanceDemo(store, clock, demoParts)))
      // Live sources belong to the present: a clock that stands still has none.
      if (config.clock === undefined) {
        await live.scheduler.start()
        // Loading third-party adapters is slow, and no request needs them.
        live.openAdapters().catch((error) => log.error({ err: error }, 'adapters'))
      }
      if (config.storeUrl !== undefined) jobs.push(every(FOLLOW_MS, log, () => followOthers(store)))
      loopLag.start()
    },
    close: async () => {
      loopLag.stop()
      live.stop()
      await server.close()
      await Promise.all(jobs.map((job) => job.stop()))
      await live.close()
      await accounts.close()
      accountsOutage.close()
      await store.close()
    },
  }
}

/** Other machines write to the same cluster: their commits become visible here. */
async function followOthers(store: Store): Promise<void> {
  const newer = await store.refresh()
  if (newer.length > 0) store.announce(newer)
}

interface Job {
  /** Ends when the job no longer runs, so that nothing is closed under it. */
  stop(): Promise<void>
}

/** Runs a job in the background; it is asked to stop early when the service ends. */
function once(log: Logger, work: (isStopped: () => boolean) => Promise<unknown>): Job {
  let isStopped = false
  const running = work(() => isStopped).catch((error) => log.error({ err: error }, 'job failed'))
  return {
    stop: async () => {
      isStopped = true
      await running
    },
  }
}

/** Runs a job at an interval, never twice at once; a failure is logged and retried next time. */
function every(intervalMs: number, log: Logger, work: () => Promise<unknown>): Job {
  const outage = new OutageLog(log, 'job failed')
  let running: Promise<void> | undefined
  const turn = () => {
    running ??= work()
      .catch((error) => outage.failed(error))
      .then(() => {
        running = undefined
      })
  }
  turn()
  const timer = setInterval(turn, intervalMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
      outage.close()
    },
  }
}
