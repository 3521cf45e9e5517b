import { basename } from 'node:path'
import { at } from '../../lib/at.ts'
import { UsageError } from '../../lib/errors.ts'
import type { BlockRef, ChainReader } from '../chain/chain.ts'
import type { Collected, LiveSource, Moment } from '../model/live-source.ts'
import { blockBefore } from '../readers/parts/block-before.ts'
import { cleanText } from './clean-text.ts'
import { describeTokens, type NativeCoins } from './describe-tokens.ts'
import { detectKind, listChains, spanOf } from './detect-kind.ts'
import { findCheckout, type Place, refusePrivateFolders } from './find-checkout.ts'
import { Gateway } from './gateway.ts'
import type { HostLimits } from './host-limits.ts'
import type { LookUps } from './look-ups.ts'
import type { AdapterKind, ChainRange, HostJob, HostResult } from './messages.ts'
import { hashModuleCode } from './module-code.ts'
import { listTimelessBlocks, readBridgeOutput } from './outputs/bridge-output.ts'
import { type KnownFigure, readDimensionOutput } from './outputs/dimension-output.ts'
import { asText, type Output, type Reading } from './outputs/output.ts'
import { readStablecoinOutput } from './outputs/stablecoin-output.ts'
import { readTvlOutput, tvlMethodology } from './outputs/tvl-output.ts'
import { readYieldOutput } from './outputs/yield-output.ts'
import { runHost } from './run-host.ts'

export interface AdapterOptions {
  /** Whom the figures belong to; empty: the module states it, or its path is the name. */
  protocol: string
  /** Only these of its chains; empty: all. */
  chains: readonly string[]
  /** The shape; null: by what the module exports. */
  kind: AdapterKind | null
  /** Package whose `ChainApi` is used; null: the one the checkout depends on. */
  sdk: string | null
  limits: HostLimits
  allowedHosts: readonly string[]
  /** Chains that have nodes. Where these are, no module and no error of one needs to know. */
  nodes: ReadonlySet<string>
  isChain: (name: string) => boolean
  /** The coins of the chains that have nodes. */
  natives: NativeCoins
  lookUps: LookUps
  /** What a key such as `dailyVolume` means for a module of a folder such as `dexs`. */
  findFigure: (key: string, folder: string) => KnownFigure | undefined
  /** How the answer of an unlock module is read: the form of schedules is the domain's. */
  readEmission: (output: Output) => Reading
  fetch: typeof fetch
  /** The program that runs modules. */
  node: string
  /** Folders that no module may read, such as the data directory with the accounts. */
  privateFolders: readonly string[]
  /** Aborted when the service stops: modules are ended at once. */
  stopping?: AbortSignal | undefined
}

/** A module decides how many there are. */
const MAX_WARNINGS = 20
const HOURLY = '10 * * * *'
const DAILY = '20 0 * * *'

/** A third-party adapter as a live source. Opening loads it in its own process and calls nothing. */
export async function openAdapter(given: string, options: AdapterOptions): Promise<LiveSource> {
  const place = await findCheckout(given)
  await refusePrivateFolders(place, options.privateFolders)
  const { outline } = await host(
    place,
    { kind: null, chains: [], atSec: 0, fromSec: 0 },
    { options, gateway: gatewayFor(options, null) },
  )
  const kind = options.kind ?? (await within(place, () => detectKind(outline)))
  const offered = listChains(kind, outline)
  const chains = offered.filter(
    (chain) => options.chains.length === 0 || options.chains.includes(chain),
  )
  const unknown = options.chains.filter((chain) => offered.length > 0 && !offered.includes(chain))
  if (unknown.length > 0)
    throw new UsageError(
      `${place.path} has no chain ${unknown.join(', ')}; it has ${offered.join(', ')}`,
    )
  const stated = kind === 'tvl' ? tvlMethodology(outline) : (asText(outline.methodology) ?? '')
  const methodology = stated === '' ? `What the ${kind} module ${place.path} counts.` : stated
  const isDaily = kind === 'dimension' || kind === 'emission'
  return {
    id: `adapter:${place.path}`,
    chains: kind === 'yield' || kind === 'emission' ? options.chains : chains,
    belongsTo: options.protocol === '' ? basename(place.path) : options.protocol,
    cadence: isDaily ? DAILY : HOURLY,
    step: isDaily ? 'day' : 'hour',
    codeHash: await hashModuleCode(place.file, place.checkout),
    methodology,
    methodologyVersion: 1,
    hasPast: kind === 'yield' ? outline.timetravel === true : outline.timetravel !== false,
    collect: (moment) => collect({ place, kind, outline, chains, options, methodology }, moment),
  }
}

interface Opened {
  place: Place
  kind: AdapterKind
  outline: HostResult['outline']
  chains: readonly string[]
  options: AdapterOptions
  methodology: string
}

/** The chains that a module reads at a moment. */
interface OpenedChains {
  readers: Map<string, ChainReader>
  blocks: { chain: string; block: BlockRef }[]
  ranges: ChainRange[]
}

async function openChains(opened: Opened, moment: Moment): Promise<OpenedChains> {
  const { place, kind, outline, chains, options } = opened
  const living = chains.filter((chain) => {
    const { startSec, endSec } = spanOf(outline, chain)
    return moment.atSec >= startSec && moment.atSec < endSec
  })
  const hasFlows = kind === 'dimension' || kind === 'bridge'
  const found: OpenedChains = { readers: new Map(), blocks: [], ranges: [] }
  for (const chain of living) {
    if (!options.nodes.has(chain))
      throw new UsageError(
        `${place.path} reads ${chain}, and no node of that chain is configured; --chain leaves it out`,
      )
    const reader = await moment.reader(chain)
    const { block } = reader
    const before = hasFlows ? await blockBefore(reader, moment.fromSec) : block
    found.readers.set(chain, reader)
    found.blocks.push({ chain, block })
    found.ranges.push({ chain, block: block.number, fromBlock: before.number })
  }
  return found
}

async function collect(opened: Opened, moment: Moment): Promise<Collected> {
  const { place, kind, options, methodology } = opened
  const { readers, blocks, ranges } = await openChains(opened, moment)
  const countTrips = () =>
    [...readers.values()].reduce((sum, { roundTrips }) => sum + roundTrips, 0)
  const earlierTrips = countTrips()
  const gateway = gatewayFor(options, moment, readers)
  const result = await host(
    place,
    { kind, chains: ranges, atSec: moment.atSec, fromSec: moment.fromSec },
    { options, gateway },
  )
  const tripsOfModule = countTrips() - earlierTrips
  const { observations, warnings } = await within(place, () => readResult(result, opened, moment))
  // A protocol without a name is called like its module.
  if (options.protocol === '' && observations.holdings.length + observations.flows.length > 0)
    observations.protocols.push({
      id: basename(place.path),
      name: titleOf(basename(place.path)),
      methodology,
    })
  observations.tokens.push(...(await describeTokens(observations, moment, options.natives)))
  logWarnings(warnings, place, moment)
  return { observations, blocks, roundTrips: gateway.roundTrips + tripsOfModule }
}

async function readResult(
  { parts, outline }: HostResult,
  { place, kind, options }: Opened,
  moment: Moment,
): Promise<Reading> {
  const { isChain } = options
  const protocol =
    options.protocol === '' && kind !== 'emission' ? basename(place.path) : options.protocol
  const output: Output = {
    parts,
    outline,
    protocol,
    name: basename(place.path),
    atSec: moment.atSec,
    fromSec: moment.fromSec,
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
      return readBridgeOutput({ ...output, blockTimes: await readBlockTimes(parts, moment) })
    case 'emission':
      return options.readEmission(output)
  }
}

async function readBlockTimes(
  parts: HostResult['parts'],
  moment: Moment,
): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const { chain, height } of listTimelessBlocks(parts)) {
    const reader = await moment.reader(chain)
    times.set(`${chain}:${height}`, (await reader.blockNumbered(height)).timestampSec)
  }
  return times
}

/** Loading alone reaches no node: there is no block to read. */
function gatewayFor(
  options: AdapterOptions,
  moment: Moment | null,
  readers: ReadonlyMap<string, ChainReader> = new Map(),
): Gateway {
  const findReader = async (chain: string) => readers.get(chain) ?? moment?.reader(chain)
  return new Gateway({
    reader: async (chain) => (options.nodes.has(chain) ? findReader(chain) : undefined),
    fetch: options.fetch,
    lookUps: options.lookUps,
    atSec: moment?.atSec ?? 0,
    isChain: options.isChain,
    allowedHosts: options.allowedHosts,
  })
}

function host(
  place: Place,
  work: Pick<HostJob, 'kind' | 'chains' | 'atSec' | 'fromSec'>,
  { options, gateway }: { options: AdapterOptions; gateway: Gateway },
): Promise<HostResult> {
  const job: HostJob = { file: place.file, checkout: place.checkout, sdk: options.sdk, ...work }
  return runHost({
    job,
    gateway,
    limits: options.limits,
    chains: [...options.nodes],
    node: options.node,
    stopping: options.stopping,
  })
}

function logWarnings(warnings: readonly string[], { path }: Place, { log }: Moment): void {
  for (const warning of warnings.slice(0, MAX_WARNINGS))
    log.warn({ adapter: path }, cleanText(warning))
  if (warnings.length > MAX_WARNINGS)
    log.warn({ adapter: path }, `and ${warnings.length - MAX_WARNINGS} warnings more`)
}

/** Adds the module's path to errors. */
async function within<Result>(place: Place, work: () => Result): Promise<Awaited<Result>> {
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
