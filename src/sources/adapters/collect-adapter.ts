import { at } from '../../lib/at.ts'
import { UsageError } from '../../lib/errors.ts'
import type { BlockRef, ChainReader } from '../chain/chain.ts'
import type { Collected, Timestamp } from '../model/live-source.ts'
import { blockBefore } from '../readers/parts/block-before.ts'
import type { AdapterOptions } from './adapter-options.ts'
import type { Anchor } from './checkout-cache.ts'
import { cleanText } from './clean-text.ts'
import { describeTokens } from './describe-tokens.ts'
import { describeMissingChain } from './detect-kind.ts'
import { type Place, refusePrivateFolders } from './find-checkout.ts'
import { Gateway } from './gateway.ts'
import type { AdapterKind, ChainRange, HostJob, HostResult } from './messages.ts'
import { spanOf } from './module-flags.ts'
import { listTimelessBlocks, readBridgeOutput } from './outputs/bridge-output.ts'
import { readDimensionOutput } from './outputs/dimension-output.ts'
import type { Output, Reading } from './outputs/output.ts'
import { readStablecoinOutput } from './outputs/stablecoin-output.ts'
import { readTvlOutput } from './outputs/tvl-output.ts'
import { readYieldOutput } from './outputs/yield-output.ts'
import { type HostCache, type HostOptions, runHost } from './run-host.ts'

/** A module that was loaded. */
export interface Opened {
  place: Place
  /** Its own name: that of the entry, or the last part of its path. */
  own: string
  kind: AdapterKind
  outline: HostResult['outline']
  chains: readonly string[]
  options: AdapterOptions
  methodology: string
}

/** A module decides how many there are. */
const MAX_WARNINGS = 20
const RUNS_AS_ROOT =
  'the module runs as root, because others cannot read its checkout: make it readable for everybody, or start the service as another user'

/** The chains that a module reads at a timestamp. */
interface OpenedChains {
  readers: Map<string, ChainReader>
  blocks: { chain: string; block: BlockRef }[]
  ranges: ChainRange[]
}

/** Runs a module at a timestamp, and turns its response into observations. */
export async function collect(opened: Opened, timestamp: Timestamp): Promise<Collected> {
  const { place, own, kind, options, methodology } = opened
  const { readers, blocks, ranges } = await openChains(opened, timestamp)
  const countTrips = () =>
    [...readers.values()].reduce((sum, { roundTrips }) => sum + roundTrips, 0)
  const earlierTrips = countTrips()
  const gateway = gatewayFor(options, timestamp, readers)
  const result = await host(
    place,
    { kind, chains: ranges, atSec: timestamp.atSec, fromSec: timestamp.fromSec },
    {
      ...{ options, gateway, cache: cacheFor(opened, readers, timestamp) },
      onRoot: () => timestamp.log.warn({ adapter: place.path }, RUNS_AS_ROOT),
    },
  )
  const tripsOfModule = countTrips() - earlierTrips
  const { observations, warnings } = await within(place, () =>
    readResult(result, opened, timestamp),
  )
  // A protocol without a name is called like its module.
  if (options.protocol === '' && observations.holdings.length + observations.flows.length > 0)
    observations.protocols.push({ id: own, name: titleOf(own), methodology })
  observations.tokens.push(...(await describeTokens(observations, timestamp, options.natives)))
  const asked = gateway.listAsked()
  if (asked.refusedHosts.length > 0)
    warnings.push(`it asked for hosts it may not reach: ${asked.refusedHosts.join(', ')}`)
  logWarnings(warnings, place, timestamp)
  return { observations, blocks, roundTrips: gateway.roundTrips + tripsOfModule, asked }
}

async function openChains(opened: Opened, timestamp: Timestamp): Promise<OpenedChains> {
  const { place, kind, outline, chains, options } = opened
  const living = chains.filter((chain) => {
    const { startSec, endSec } = spanOf(outline, chain)
    return timestamp.atSec >= startSec && timestamp.atSec < endSec
  })
  const hasFlows = kind === 'dimension' || kind === 'bridge'
  const found: OpenedChains = { readers: new Map(), blocks: [], ranges: [] }
  for (const chain of living) {
    if (!options.isChain(chain)) throw new UsageError(describeMissingChain(place.path, chain))
    if (!options.nodes.has(chain))
      throw new UsageError(
        `${place.path} reads ${chain}, and no node of that chain is configured; --chain leaves it out`,
      )
    const reader = await timestamp.reader(chain)
    const { block } = reader
    const before = hasFlows ? await blockBefore(reader, timestamp.fromSec) : block
    found.readers.set(chain, reader)
    found.blocks.push({ chain, block })
    found.ranges.push({ chain, block: block.number, fromBlock: before.number })
  }
  return found
}

async function readResult(
  { parts, outline }: HostResult,
  { place, own, kind, options }: Opened,
  timestamp: Timestamp,
): Promise<Reading> {
  const { isChain } = options
  const output: Output = {
    parts,
    outline,
    protocol: options.protocol === '' && kind !== 'emission' ? own : options.protocol,
    name: own,
    atSec: timestamp.atSec,
    fromSec: timestamp.fromSec,
    isChain,
  }
  switch (kind) {
    case 'tvl':
      return readTvlOutput(output)
    case 'dimension':
      return readDimensionOutput({
        ...output,
        findFigure: (key) => options.findFigure(key, at(place.path.split('/'), 0)),
      })
    case 'yield':
      return readYieldOutput(output)
    case 'stablecoin':
      return readStablecoinOutput(output)
    case 'bridge':
      return readBridgeOutput({ ...output, blockTimes: await readBlockTimes(parts, timestamp) })
    case 'emission':
      return options.readEmission(output)
  }
}

async function readBlockTimes(
  parts: HostResult['parts'],
  timestamp: Timestamp,
): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const { chain, height } of listTimelessBlocks(parts)) {
    const reader = await timestamp.reader(chain)
    times.set(`${chain}:${height}`, (await reader.blockNumbered(height)).timestampSec)
  }
  return times
}

/** Loading alone reaches no node: there is no block to read. */
export function gatewayFor(
  options: AdapterOptions,
  timestamp: Timestamp | null,
  readers: ReadonlyMap<string, ChainReader> = new Map(),
): Gateway {
  const reader = async (chain: string) =>
    options.nodes.has(chain) ? (readers.get(chain) ?? (await timestamp?.reader(chain))) : undefined
  return new Gateway({
    reader,
    fetch: options.fetch,
    lookUps: {
      prices: options.lookUps.prices,
      // The nodes know it exactly; of chains without any, the store may.
      block: async (chain, atSec) => {
        const found = await reader(chain)
        return found === undefined ? options.lookUps.block(chain, atSec) : blockOf(found, atSec)
      },
    },
    atSec: timestamp?.atSec ?? 0,
    isChain: options.isChain,
    allowedHosts: options.allowedHosts,
  })
}

/** The last block at or before a time, and never one after the block that is read. */
async function blockOf(
  reader: ChainReader,
  atSec: number,
): Promise<{ height: number; timestampSec: number }> {
  const { number, timestampSec } =
    reader.block.timestampSec <= atSec ? reader.block : await reader.blockAt(atSec)
  return { height: number, timestampSec }
}

function cacheFor(
  { place: { checkout, path }, options: { cache } }: Opened,
  readers: ReadonlyMap<string, ChainReader>,
  { log }: Timestamp,
): HostCache | null {
  if (cache === null) return null
  const anchors = [...readers].map(
    ([chain, { block }]): Anchor => ({ chain, number: block.number, hash: block.hash }),
  )
  const isSame = async ({ chain, number, hash }: Anchor): Promise<boolean> => {
    const reader = readers.get(chain)
    // A run sees nothing after its own block.
    if (reader === undefined || number > reader.block.number) return true
    const block = await reader.blockNumbered(number).catch(() => undefined)
    return block?.hash === hash
  }
  // Without it a module does the same work again, which is no reason to fail.
  const warn = (error: Error) => log.warn({ adapter: path, error: error.message }, 'no cache')
  return {
    restore: (into, owner) => cache.restore(checkout, into, { owner, isSame }).catch(warn),
    save: (from) => cache.save(checkout, from, anchors).catch(warn),
  }
}

/** Loads a module without calling it: what it exports. */
export async function loadOutline(place: Place, options: AdapterOptions): Promise<HostResult> {
  await refusePrivateFolders(place, options.privateFolders)
  const nothing = { kind: null, chains: [], atSec: 0, fromSec: 0 }
  return host(place, nothing, { options, gateway: gatewayFor(options, null) })
}

function host(
  place: Place,
  work: Pick<HostJob, 'kind' | 'chains' | 'atSec' | 'fromSec'>,
  given: Pick<HostOptions, 'gateway' | 'cache' | 'onRoot'> & { options: AdapterOptions },
): Promise<HostResult> {
  const { options, ...run } = given
  const { file, checkout } = place
  const { name, sdk, limits, nodes, node, stopping } = options
  const job: HostJob = { file, checkout, name, sdk, ...work }
  return runHost({ job, limits, nodes, node, stopping, ...run })
}

function logWarnings(warnings: readonly string[], { path }: Place, { log }: Timestamp): void {
  for (const warning of warnings.slice(0, MAX_WARNINGS))
    log.warn({ adapter: path }, cleanText(warning))
  if (warnings.length > MAX_WARNINGS)
    log.warn({ adapter: path }, `and ${warnings.length - MAX_WARNINGS} warnings more`)
}

/** Adds the module's path to errors. */
export async function within<Result>(place: Place, work: () => Result): Promise<Awaited<Result>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UsageError)
      throw new UsageError(`${place.path}: ${cleanText(error.message)}`)
    throw error
  }
}

/** `my-dex-v2` becomes My Dex V2. */
function titleOf(name: string): string {
  return name
    .split(/[-_ ]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')
}
