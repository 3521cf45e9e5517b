import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import finality from '../data/finality.json' with { type: 'json' }
import type { Config } from './config.ts'
import { loadPriceBook } from './domains/coins/public.ts'
import { domains } from './domains/index.ts'
import { chains as chainDirectory } from './domains/registry/public.ts'
import { type Clock, createClock } from './lib/clock.ts'
import { UsageError } from './lib/errors.ts'
import { reasonOf } from './lib/reason-of.ts'
import { readGuardSettings } from './live/guards/rules/settings.ts'
import { groupJobs } from './live/model/live-job.ts'
import { Chains, variableOf } from './live/run/chains.ts'
import type { LiveContext } from './live/run/live-context.ts'
import { runPeriod } from './live/run/run-period.ts'
import { Scheduler } from './live/schedule/scheduler.ts'
import { type AdapterSetting, createAdapterSetting } from './live-adapters.ts'
import { type KnownFetch, listFetches, openFetches } from './live-fetches.ts'
import type { LiveSources } from './live-sources.ts'
import type { ChainSettings } from './sources/chain/chain.ts'
import type { LiveSource } from './sources/model/live-source.ts'
import type { Store } from './store/store.ts'

const CONCURRENCY = 4
const HOURLY_CHECK = '40 * * * *'
const JITTER_MS = 20_000
const RETRY = { firstMs: 60_000, maxMs: 3_600_000 }

/** Everything that reads chains and adapters; the composition root of live sources. */
export interface Live {
  context: LiveContext
  adapters: AdapterSetting
  /** The same over other nodes, with what was known at a run and nothing cached: to verify it. */
  adaptersFor(context: LiveContext, knownRun: number): AdapterSetting
  /** Readers, fetched sources, and adapters once they were opened. */
  sources: readonly LiveSource[]
  /** Public sources, whether they are switched on or not. */
  fetches: readonly KnownFetch[]
  scheduler: Scheduler
  /** Loads third-party adapters, each in its own process. Slow, so only on demand. */
  openAdapters(): Promise<void>
  /** Files of protocols that are not right, each with its line. */
  problems: string[]
  /** Ends the processes of adapters at once, and long work where it can be resumed. */
  stop(): void
  close(): Promise<void>
}

export async function createLive(
  config: Config,
  store: Store,
  clock: Clock,
  log: Logger,
): Promise<Live> {
  const stopping = new AbortController()
  const context = { ...(await createContext(config, store, clock, log)), stopping: stopping.signal }
  const { sources, adapterFiles, problems } = await readSources(config.protocolsDir)
  const fetches = listFetches(config)
  sources.push(...openFetches(fetches, context, stopping.signal))
  problems.push(
    ...fetches.flatMap(({ isOn, problem }) => (isOn && problem !== null ? problem : [])),
  )
  for (const problem of problems) log.error(problem)
  // Commands know sources whose chain has no node, but the schedule does not.
  const hasNodes = (source: LiveSource) => source.chains.every((chain) => context.chains.has(chain))
  const scheduler = new Scheduler(context, groupJobs(sources.filter(hasNodes)), {
    concurrency: CONCURRENCY,
    checkCadence: HOURLY_CHECK,
    jitterMs: JITTER_MS,
    retry: RETRY,
    chance: Math.random,
    run: runPeriod,
  })
  const adapters = createAdapterSetting(config, context)
  let opened: Promise<void> | undefined
  const open = async () => {
    for (const file of adapterFiles) {
      if (stopping.signal.aborted) return
      try {
        const source = await file.open(adapters)
        sources.push(source)
        if (hasNodes(source)) await scheduler.add(groupJobs([source]))
      } catch (error) {
        const problem = `${file.module}: ${reasonOf(error)}`
        problems.push(problem)
        log.error(problem)
      }
    }
  }
  return {
    context,
    adapters,
    adaptersFor: (other, knownRun) => ({
      ...createAdapterSetting(config, other, () => store.snapshotOf(knownRun)),
      stopping: stopping.signal,
      cache: null,
    }),
    openAdapters: () => {
      opened ??= open()
      return opened
    },
    sources,
    fetches,
    scheduler,
    problems,
    stop: () => stopping.abort(),
    close: async () => {
      stopping.abort()
      await scheduler.stop()
      context.chains.close()
    },
  }
}

/** Loading readers takes a fifth of a start, so only where the folder has a file. */
async function readSources(folder: string): Promise<LiveSources> {
  const hasFiles = existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.json'))
  if (!hasFiles) return { sources: [], adapterFiles: [], problems: [] }
  const { readLiveSources } = await import('./live-sources.ts')
  return readLiveSources(folder)
}

async function createContext(
  config: Config,
  store: Store,
  clock: Clock,
  log: Logger,
): Promise<LiveContext> {
  return {
    store,
    clock,
    log,
    chains: await openChains(listChainSettings(config.nodes, config.nodeQuorum), log),
    writers: domains.flatMap((domain) => domain.observe ?? []),
    watches: domains.flatMap((domain) => domain.watch ?? []),
    guards: readGuardSettings(),
    remark: async (seen, snapshot) => {
      const remarks = await Promise.all(domains.map((one) => one.remark?.(seen, snapshot) ?? []))
      return remarks.flat()
    },
    loadPriceBook,
  }
}

/** The same with other nodes, to verify a run independently. */
export async function withNodes(
  context: LiveContext,
  nodes: Config['nodes'],
): Promise<LiveContext> {
  return { ...context, chains: await openChains(listChainSettings(nodes), context.log) }
}

async function openChains(settings: readonly ChainSettings[], log: Logger): Promise<Chains> {
  if (settings.length === 0)
    return new Chains([], () => {
      throw new Error('No chain has nodes.')
    })
  const { createChainClient } = await import('./sources/chain/create-chain-client.ts')
  // Back-off of nodes is in real time, even where the service's clock stands still.
  const clock = createClock()
  return new Chains(settings, (one) =>
    createChainClient(one, { fetch, clock, sleep, random: Math.random, log }),
  )
}

/** Chains that have nodes. A variable with an unknown chain is an error, never ignored. */
export function listChainSettings(
  nodes: Config['nodes'],
  quorum?: Config['nodeQuorum'],
): ChainSettings[] {
  return [...nodes].map(([name, endpoints]) => {
    const chain =
      chainDirectory.list().find((one) => variableOf(one.key) === variableOf(name)) ??
      chainDirectory.find(name)
    if (chain === undefined)
      throw new UsageError(
        `${variableOf(name)}: no chain is called "${name}". Chains are listed in data/chains.json.`,
      )
    if (chain.chainId === null)
      throw new UsageError(
        `${variableOf(name)}: ${chain.name} has no chain id, so it cannot be read with such a node.`,
      )
    const confirmations = (finality.blocks as Record<string, number>)[chain.key] ?? finality.usual
    return { chain: chain.key, chainId: chain.chainId, endpoints, quorum, confirmations }
  })
}
