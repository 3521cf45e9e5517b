import type { ChainRange, Part } from '../messages.ts'
import { GATEWAY_ORIGIN } from '../own-hosts.ts'
import {
  type AnyFunction,
  blocksOf,
  type Calling,
  type Exports,
  part,
  within,
} from './call-module.ts'
import { toPlain } from './to-plain.ts'

const DAY_SEC = 86_400

/** A dimension adapter, once for each of its versions and chains (semantics 11.2). */
export async function callDimension(calling: Calling): Promise<Part[]> {
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
  const answer = isNew
    ? await fetch(options)
    : await fetch(options.toTimestamp, blocksOf(calling.job), options)
  return toPlain(answer)
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
