import type { ValuesOf } from '../../../http/parameters.ts'
import type { RequestContext } from '../../../http/route.ts'
import type { Fact } from '../../../store/fact.ts'
import { chains, protocols, registryState } from '../../registry/public.ts'
import { stablecoinSymbolsState } from '../../stablecoins/public.ts'
import { isListed, isRecent } from '../derive/listed.ts'
import { type ApyBounds, apyBounds } from '../derive/outlier.ts'
import { type Exposure, exposureOf, ilRisk, matchesSymbol } from '../derive/pool-symbol.ts'
import { type StablecoinSymbol, stableCurrencies } from '../derive/stable-pool.ts'
import { lendingSamples, yieldPools, yieldSamples } from '../facts.ts'
import {
  type PoolDescription,
  poolDescriptionState,
  projectSlugState,
} from '../read/pool-descriptions.ts'
import { type PoolHistory, poolHistoryState } from '../read/pool-pasts.ts'
import { type LendingSample, lendingState } from '../read/samples.ts'
import { chainKeys, type poolFilters, projectNames, upperCased } from './pool-filters.ts'

type PoolConditions = ValuesOf<typeof poolFilters>

/** A pool that is listed, with all that is known of it. */
export interface ListedPool {
  description: PoolDescription
  history: PoolHistory
  /** The newest sample of its lending market, if it is one and was measured lately. */
  lending: LendingSample | undefined
  tvlUsd: number
  chain: string
  project: string
  traits: PoolTraits
}

/** What follows from the symbol of a pool. */
interface PoolTraits {
  isStable: boolean
  exposure: Exposure
  ilRisk: 'yes' | 'no'
}

/** What the lists of pools are made from. */
export const listedPoolFacts: readonly Fact[] = [
  yieldPools,
  yieldSamples,
  lendingSamples,
  protocols,
  ...stablecoinSymbolsState.reads,
]

/** The listed pools that meet some conditions, largest first, and the bounds of all yields. */
export async function readListedPools(
  context: RequestContext,
  conditions: PoolConditions,
): Promise<{ pools: ListedPool[]; bounds: ApyBounds }> {
  const { snapshot, states } = context
  const all = await readAll(context)
  const bounds = apyBounds(all.flatMap(({ history }) => history.newest.apyPct ?? []))
  const lookUp = {
    registry: await states.get(registryState, snapshot),
    slugs: await states.get(projectSlugState, snapshot),
  }
  const meets = conditionOf(conditions, all, lookUp)
  const pools = all.filter(meets).sort((a, b) => b.tvlUsd - a.tvlUsd || byId(a, b))
  return { pools, bounds }
}

async function readAll({ snapshot, states, nowSec }: RequestContext): Promise<ListedPool[]> {
  const descriptions = await states.get(poolDescriptionState, snapshot)
  const histories = await states.get(poolHistoryState, snapshot)
  const lendings = await states.get(lendingState, snapshot)
  const slugs = await states.get(projectSlugState, snapshot)
  const traitsOf = createTraitsOf(await states.get(stablecoinSymbolsState, snapshot))
  const listed: ListedPool[] = []
  for (const [pool, history] of histories) {
    const description = descriptions.get(pool)
    const newestLending = lendings.get(pool)
    const lending =
      newestLending !== undefined && isRecent(newestLending.atSec, nowSec)
        ? newestLending
        : undefined
    const { atSec, tvlUsd } = history.newest
    if (
      description === undefined ||
      !isListed({ atSec, tvlUsd, totalSupplyUsd: lending?.totalSupplyUsd ?? null }, nowSec)
    )
      continue
    const project = slugs.get(description.project) ?? description.project
    listed.push({
      description,
      history,
      lending,
      tvlUsd,
      chain: chains.nameOf(description.chain),
      project,
      traits: traitsOf(description),
    })
  }
  return listed
}

/** There are far fewer symbols than pools, so each is looked at once. */
function createTraitsOf(
  stablecoins: ReadonlyMap<string, StablecoinSymbol>,
): (description: PoolDescription) => PoolTraits {
  const known = new Map<string, PoolTraits>()
  return ({ symbol, exposure: given }) =>
    known.getOrInsertComputed(`${given} ${symbol}`, () => {
      const currencies = stableCurrencies(symbol, stablecoins)
      const exposure = exposureOf(symbol, given)
      const isStable = currencies !== undefined
      return { isStable, exposure, ilRisk: ilRisk(symbol, exposure, currencies) }
    })
}

function conditionOf(
  conditions: PoolConditions,
  all: readonly ListedPool[],
  lookUp: Parameters<typeof projectNames>[2],
): (pool: ListedPool) => boolean {
  const { chain, project, symbol, stablecoin } = conditions
  const minTvlUsd = conditions.minTvlUsd ?? conditions.minTvl
  const onChains =
    chain &&
    chainKeys(
      chain,
      all.map(({ description }) => description.chain),
    )
  const symbols = upperCased(symbol)
  const ofProjects =
    project &&
    projectNames(
      project,
      all.map((pool) => pool.project),
      lookUp,
    )
  return (pool) =>
    (onChains?.has(pool.description.chain) ?? true) &&
    (ofProjects?.has(pool.project) ?? true) &&
    (symbols === undefined || matchesSymbol(pool.description.symbol, symbols)) &&
    (stablecoin === undefined || pool.traits.isStable === stablecoin) &&
    (minTvlUsd === undefined || pool.tvlUsd >= minTvlUsd)
}

/** Of equals the order of their ids, so that the same facts always give the same list. */
export function byId(a: ListedPool, b: ListedPool): number {
  return a.description.pool < b.description.pool ? -1 : 1
}
