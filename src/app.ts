import type { FastifyInstance } from 'fastify'
import type { Accounts } from './accounts/accounts.ts'
import type { PortRates } from './accounts/open-limiter.ts'
import { routes } from './app/declared.ts'
import { type Engines, openEngines } from './app/engines.ts'
import { Jobs, watchDemo } from './app/jobs.ts'
import { createServices } from './app/services.ts'
import type { Config } from './config.ts'
import type { DemoProgress } from './demo/demo-world.ts'
import { LoopLag } from './http/access/loop-lag.ts'
import type { Metrics } from './http/metrics.ts'
import { createServer } from './http/server/server.ts'
import { UsageError } from './lib/errors.ts'
import type { Log } from './lib/log.ts'
import { withinMs } from './lib/within-ms.ts'
import { addMcp } from './mcp/http.ts'

export { facts, loaders, mirrored, routes, sources, topics } from './app/declared.ts'

// With the limits of closing engines less than the ten seconds in which the service ends.
const MAX_ANSWERING_MS = 6_000

/** The running service: engines, server and jobs. */
export interface App extends Pick<Engines, 'store' | 'accounts' | 'clock' | 'live' | 'sql'> {
  server: FastifyInstance
  metrics: Metrics
  /** True while this process, of several on one store, is the one that ingests. */
  isLead(): boolean
  /** Fills an empty store with the demo world, and starts accepting requests. */
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
  log: Log,
  stopOpening?: AbortSignal,
  siblings?: Siblings,
): Promise<App> {
  const engines = await openEngines(config, log, { stop: stopOpening, port: siblings })
  const { store, accounts, clock, live, sql } = engines
  const loopLag = new LoopLag()
  let ready = false
  const demo = await watchDemo(store)
  const state = {
    isReady: () => ready,
    isDemo: demo.isSet,
    loopLagMs: () => loopLag.sustainedMs,
  }
  const services = await createServices(config, engines, state, siblings?.metricsText)
  const server = createServer(routes, services)
  addMcp(server, services)
  const jobs = new Jobs(config, engines, demo)
  return {
    ...{ server, metrics: services.metrics, store, accounts, clock, live, sql },
    isLead: () => jobs.isLead,
    start: async (onDemoProgress) => {
      if (config.bootstrapKey !== undefined) await ensureBootstrapKey(accounts, config.bootstrapKey)
      if (config.role !== 'api') await jobs.startWriting(onDemoProgress)
      await demo.refresh()
      ready = true
      jobs.startFollowing()
      loopLag.start()
    },
    close: async () => {
      loopLag.stop()
      live.stop()
      const ended = Promise.allSettled([jobs.stop(), server.close(), live.close()])
      // Accepted requests are served; what still runs then is cancelled, and responds 503.
      await withinMs(MAX_ANSWERING_MS, ended)
      await engines.close(ended)
    },
  }
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
