import type { AdapterKind, ChainRange, HostJob, Part, Plain } from '../messages.ts'
import { callDimension } from './call-dimension.ts'
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
  read: (answer: unknown, api: unknown) => Plain,
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
function readLedger(answer: unknown, api: unknown): Plain {
  return toPlain(answer ?? api)
}

async function callYield({ module, job }: Calling): Promise<Part[]> {
  const apy = module.apy as AnyFunction
  return [part(toPlain(await within('apy', async () => apy(job.atSec))))]
}

async function callBridge({ module, job, sdk }: Calling): Promise<Part[]> {
  const built =
    module.isAsync === true ? ((await (module.build as AnyFunction)()) as Exports) : module
  const parts: Part[] = []
  for (const asked of job.chains) {
    const call = await built[asked.chain]
    if (typeof call !== 'function') continue
    parts.push(
      part(await callTransfers(call as AnyFunction, asked, { module, job, sdk }), {
        chain: asked.chain,
      }),
    )
  }
  return parts
}

function callTransfers(
  call: AnyFunction,
  { chain, block, fromBlock }: ChainRange,
  { job, sdk }: Calling,
): Promise<Plain> {
  return within(chain, async () => {
    const api = sdk.createApi({ chain, block, timestamp: job.atSec })
    return toPlain(
      await call(fromBlock + 1, block, {
        api,
        chain,
        fromTimestamp: job.fromSec,
        toTimestamp: job.atSec,
      }),
    )
  })
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
