import { randomUUID } from 'node:crypto'
import program from '../../package.json' with { type: 'json' }
import { type Accounts, openAccounts } from '../accounts/accounts.ts'
import { openLimiter, type PortRates } from '../accounts/open-limiter.ts'
import type { Config } from '../config.ts'
import { type Clock, createClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { OutageLog } from '../lib/outage-log.ts'
import { withinMs } from '../lib/within-ms.ts'
import { createLive, type Live } from '../live.ts'
import { UserSql } from '../sql/sql.ts'
import { StatementCounts } from '../store/statement-counts.ts'
import { Store, type StoreOptions } from '../store/store.ts'
import type { WriterLock } from '../store/writer-lock.ts'
import { createExporter } from '../traces/exporter.ts'
import { traceRuns } from '../traces/run-spans.ts'
import { Tracer } from '../traces/tracer.ts'
import { facts } from './declared.ts'

const MAX_UNWINDING_MS = 1_800
const MAX_TELLING_MS = 200

/** Everything opened before the first request: accounts, store, live sources, traces. */
export interface Engines {
  clock: Clock
  log: Log
  accounts: Accounts
  store: Store
  live: Live
  sql: UserSql
  tracer: Tracer | undefined
  statements: StatementCounts
  limiter: Awaited<ReturnType<typeof openLimiter>>['limiter']
  /** Cancels statements still running, and closes everything once `ended` has settled. */
  close(ended: Promise<unknown>): Promise<void>
}

export async function openEngines(
  config: Config,
  log: Log,
  { stop, port }: { stop: AbortSignal | undefined; port: PortRates | undefined },
): Promise<Engines> {
  const clock = createClock(config.clock)
  const outages = {
    accounts: new OutageLog(log, 'accounts engine'),
    traces: new OutageLog(log, 'traces cannot be sent'),
    rates: new OutageLog(log, 'rates cannot be shared with other machines'),
  }
  const accounts = await openAccounts({
    url: config.accountsUrl,
    dataDir: config.dataDir,
    clock,
    defaults: { ratePerMinute: config.proRate, creditsPerMonth: config.proCredits },
    onProblem: (error) => outages.accounts.failed(error),
    // The final error is logged, however long the outage lasts.
    onUnsent: (error) => log.error({ err: error }, 'accounts engine'),
  })
  const statements = new StatementCounts()
  const tracer = createTracer(config, outages.traces)
  const observed = observedStore(log, statements, tracer)
  const store = await openStore(config, accounts, { ...observed, stop }).catch(
    async (error: unknown) => {
      await accounts.close()
      throw error
    },
  )
  const live = await createLive(config, store, clock, log).catch(async (error: unknown) => {
    await store.close()
    await accounts.close()
    throw error
  })
  if (tracer !== undefined) traceRuns(store, tracer)
  const { limiter, exchange } = await openLimiter({
    url: config.accountsUrl,
    port,
    nowMs: clock.nowMs,
    onProblem: (error) => outages.rates.failed(error),
  })
  const sql = openSql(config, store)
  const close = async (ended: Promise<unknown>) => {
    await store.close()
    await withinMs(MAX_UNWINDING_MS, ended)
    await withinMs(MAX_TELLING_MS, exchange?.close() ?? Promise.resolve())
    outages.rates.close()
    await accounts.close()
    outages.accounts.close()
    await tracer?.close()
    outages.traces.close()
  }
  return { clock, log, accounts, store, live, sql, tracer, statements, limiter, close }
}

/** Statements of the store are counted and traced, and its messages logged. */
function observedStore(log: Log, statements: StatementCounts, tracer: Tracer | undefined) {
  const observe: StoreOptions['observe'] = (statement, work) =>
    statements.observe(statement, () =>
      tracer === undefined ? work() : tracer.statement(statement, work),
    )
  return {
    observe,
    log: (message: string) => log.info(message),
    onDamage: (message: string) => log.error(message),
    onShortage: (message: string) => log.warn(message),
  }
}

/** The store of a configuration; on a server several processes may write, one at a time. */
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

/** User-supplied SQL over a store. */
export function openSql({ sqlUrl, sqlLimits }: Config, store: Store): UserSql {
  return new UserSql(store, { limits: sqlLimits, url: sqlUrl })
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
