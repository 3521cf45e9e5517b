import type { AdapterKind, ChainRange, HostJob, Part, Plain } from '../messages.ts'
import { GATEWAY_ORIGIN } from '../own-hosts.ts'
import type { Sdk } from './sdk.ts'
import { toPlain } from './to-plain.ts'

export type Exports = Readonly<Record<string, unknown>>
export type AnyFunction = (...given: unknown[]) => unknown

export interface Calling {
  module: Exports
  job: HostJob
  sdk: Sdk
}

const CALLS: Readonly<Record<AdapterKind, (calling: Calling) => Promise<Part[]>>> = {
  tvl: (calling) => callSections(calling, readLedger),
  stablecoin: (calling) => callSections(calling, toPlain),
  dimension: callDimension,
  yield: callYield,
  bridge: callBridge,
  emission: callEmission,
}

/** Calls a module as its shape requires, once for each chain and section. */
export function callModule(kind: AdapterKind, calling: Calling): Promise<Part[]> {
  return CALLS[kind](calling)
}

export function part(value: Plain, place: Partial<Part> = {}): Part {
  return { chain: '', section: '', version: '', ...place, value }
}

/** Adds the place in the module to errors. */
export async function within<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`${place}: ${message}`, { cause: error })
  }
}

export function blocksOf(job: HostJob): Record<string, number> {
  return Object.fromEntries(job.chains.map(({ chain, block }) => [chain, block]))
}

/** Chain → section → function, as TVL and stablecoin modules have it. */
async function callSections(
  { module, job, sdk }: Calling,
  read: (response: unknown, api: unknown) => Plain,
): Promise<Part[]> {
  const parts: Part[] = []
  for (const { chain, block } of job.chains) {
    for (const [section, given] of Object.entries((module[chain] ?? {}) as Exports)) {
      const call = await given
      if (typeof call !== 'function') continue
      const value = await within(`${chain}.${section}`, async () => {
        const api = sdk.createApi({ chain, block, timestamp: job.atSec })
        // Older modules expect the blocks and the api as later arguments.
        return read(await (call as AnyFunction)(api, block, blocksOf(job), api), api)
      })
      parts.push(part(value, { chain, section }))
    }
  }
  return parts
}

/** What was returned, else what was written into the ledger. */
function readLedger(response: unknown, api: unknown): Plain {
  return toPlain(response ?? api)
}

async function callYield({ module, job }: Calling): Promise<Part[]> {
  const apy = module.apy as AnyFunction
  return [part(toPlain(await within('apy', async () => apy(job.atSec))))]
}

async function callBridge({ module, job, sdk }: Calling): Promise<Part[]> {
  const built =
    module.isAsync === true ? ((await (module.build as AnyFunction)()) as Exports) : module
  const parts: Part[] = []
  for (const { chain, block, fromBlock } of job.chains) {
    const call = await built[chain]
    if (typeof call !== 'function') continue
    const value = await within(chain, async () => {
      const api = sdk.createApi({ chain, block, timestamp: job.atSec })
      const range = { fromTimestamp: job.fromSec, toTimestamp: job.atSec }
      return toPlain(await (call as AnyFunction)(fromBlock + 1, block, { api, chain, ...range }))
    })
    parts.push(part(value, { chain }))
  }
  return parts
}

const NOT_SECTIONS = ['meta', 'categories', 'documented', 'default']

async function callEmission({ module }: Calling): Promise<Part[]> {
  const parts: Part[] = []
  const { replaces: _, ...documented } = (module.documented ?? {}) as Exports
  for (const [place, sections] of [
    ['', module] as const,
    ['documented', documented as Exports] as const,
  ]) {
    for (const [section, given] of Object.entries(sections)) {
      if (place === '' && NOT_SECTIONS.includes(section)) continue
      const value = await within(section, async () => toPlain(await settle(given)))
      parts.push(part(value, { section, version: place }))
    }
  }
  return parts
}

/** Results are values or functions; the functions' argument says that this is not a backfill. */
async function settle(given: unknown): Promise<unknown> {
  const item = await given
  if (typeof item === 'function') return settle((item as AnyFunction)(false))
  if (Array.isArray(item)) return Promise.all(item.map(settle))
  const { components } = (typeof item === 'object' && item !== null ? item : {}) as {
    components?: { fetch?: unknown }[]
  }
  if (!Array.isArray(components)) return item
  return {
    ...(item as object),
    components: await Promise.all(
      components.map(async (one) => ({ ...one, results: await settle(one.fetch) })),
    ),
  }
}

const DAY_SEC = 86_400

/** A dimension adapter, for each of its versions and chains (adapters.md#shapes-of-modules). */
async function callDimension(calling: Calling): Promise<Part[]> {
  const { module, job } = calling
  const parts: Part[] = []
  for (const [version, chains] of versionsOf(module)) {
    for (const asked of job.chains) {
      const own = chains[asked.chain]
      if (own === undefined || typeof own.fetch !== 'function') continue
      const value = await within(`${asked.chain}.fetch`, () =>
        callFetch(own.fetch as AnyFunction, asked, calling),
      )
      parts.push(part(value, { chain: asked.chain, version }))
    }
  }
  return parts
}

/** The functions of each chain, by version: listed one by one, or one with a list of chains. */
function versionsOf(module: Exports): [string, Record<string, Exports>][] {
  if (module.breakdown !== undefined)
    return Object.entries(module.breakdown as Record<string, Record<string, Exports>>)
  const listed = ((module.chains ?? []) as (string | [string, Exports])[]).map((entry) =>
    Array.isArray(entry) ? entry : ([entry, {}] as const),
  )
  const chains = Object.fromEntries(
    listed.map(([chain, own]) => [chain, { ...own, fetch: module.fetch }]),
  )
  const written = (module.adapter ?? {}) as Record<string, Exports>
  for (const [chain, own] of Object.entries(written))
    chains[chain] = { fetch: module.fetch, ...own }
  return [['', chains]]
}

async function callFetch(fetch: AnyFunction, asked: ChainRange, calling: Calling) {
  const options = optionsFor(asked, calling)
  if (typeof calling.module.prefetch === 'function')
    Object.assign(options, {
      preFetchedResults: await (calling.module.prefetch as AnyFunction)(options),
    })
  const isNew = calling.module.version === 2
  const response = isNew
    ? await fetch(options)
    : await fetch(options.toTimestamp, blocksOf(calling.job), options)
  return toPlain(response)
}

function optionsFor({ chain, block, fromBlock }: ChainRange, { job, sdk }: Calling) {
  // The last second of the range: a whole day ends within itself.
  const toTimestamp = job.atSec - 1
  const startOfDay = Math.floor(toTimestamp / DAY_SEC) * DAY_SEC
  const first = async () => fromBlock + 1
  const last = async () => block
  const getLogs = (query: Record<string, unknown>) =>
    sdk.getLogs({
      onlyArgs: true,
      flatten: true,
      ...query,
      fromBlock: query.fromBlock ?? fromBlock + 1,
      toBlock: query.toBlock ?? block,
      chain,
    })
  const api = sdk.createApi({ chain, block, timestamp: toTimestamp })
  return {
    chain,
    api,
    toApi: api,
    fromApi: sdk.createApi({ chain, block: fromBlock, timestamp: job.fromSec }),
    createBalances: () => sdk.createBalances({ chain, timestamp: toTimestamp }),
    getLogs,
    streamLogs: streamerOf(getLogs),
    fromTimestamp: job.fromSec,
    toTimestamp,
    startTimestamp: job.fromSec,
    endTimestamp: toTimestamp,
    startOfDay,
    dateString: new Date(startOfDay * 1000).toISOString().slice(0, 10),
    getFromBlock: first,
    getStartBlock: first,
    getToBlock: last,
    getEndBlock: last,
    getBlock: (timestamp: number, of = chain, known: Record<string, number> = {}) =>
      findBlock(timestamp, of, known),
    preFetchedResults: null as unknown,
  }
}

/** The last block of a chain at or before a time; what the caller knows already stands. */
async function findBlock(
  timestamp: number,
  chain: string,
  known: Record<string, number>,
): Promise<number> {
  const stated = known[chain]
  if (stated !== undefined) return stated
  const response = await fetch(`${GATEWAY_ORIGIN}/block/${encodeURIComponent(chain)}/${timestamp}`)
  if (!response.ok)
    throw new Error(`the block of ${chain} at ${timestamp}: ${await response.text()}`)
  return ((await response.json()) as { height: number }).height
}

/** Passes the logs to `processor` instead of returning them. */
function streamerOf(getLogs: (query: Record<string, unknown>) => Promise<unknown[]>) {
  return async ({
    processor,
    ...query
  }: Record<string, unknown> & { processor?: AnyFunction }): Promise<void> => {
    const logs = await getLogs(query)
    if (logs.length > 0) await processor?.(logs)
  }
}
