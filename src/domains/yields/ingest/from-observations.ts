import type { ObservationWriter } from '../../../live/model/fact-rows.ts'
import { sumOfValues } from '../../../sources/model/amounts.ts'
import type {
  Amount,
  SeenLending,
  SeenPool,
  SeenStakingRate,
} from '../../../sources/model/observations.ts'
import type { PriceBook } from '../../../sources/model/price-book.ts'
import { chains, normalizeCoinId } from '../../registry/public.ts'
import { lendingSamples, stakingRates, yieldPools, yieldSamples } from '../facts.ts'
import { normalizePoolId, poolIdOf } from '../pool-id.ts'

type Row = Record<string, unknown>

const DAYS_OF_YEAR = 365

/** Pools with what they held and paid, lending markets with terms, and rates of staked coins. */
export const observeYields: ObservationWriter = (seen, prices) => [
  { fact: yieldPools, rows: newestOf(seen.pools).map(toPool) },
  {
    fact: yieldSamples,
    // Of a pool of which nothing has a price the value is not known, and not 0.
    rows: seen.pools
      .filter(({ held, atSec }) => sumOfValues(held, atSec, prices).isPriced)
      .map((pool) => toSample(pool, prices)),
  },
  {
    fact: lendingSamples,
    rows: seen.pools.flatMap((pool) =>
      pool.lending === null ? [] : [toLending(pool, pool.lending, prices)],
    ),
  },
  { fact: stakingRates, rows: seen.stakingRates.map(toRate) },
]

/** What a pool is has no time: of several readings the newest says it. */
function newestOf(pools: readonly SeenPool[]): SeenPool[] {
  const newest = new Map<string, SeenPool>()
  for (const pool of pools)
    if (pool.atSec >= (newest.get(pool.pool)?.atSec ?? 0)) newest.set(pool.pool, pool)
  return [...newest.values()]
}

function toPool({ pool, project, chain, symbol, ...seen }: SeenPool): Row {
  const { poolMeta, url, underlyingTokens, rewardTokens } = seen
  return {
    pool: poolIdOf(pool),
    project: project.trim(),
    chain: chains.keyOf(chain),
    symbol: symbol.trim(),
    ...{ poolMeta, url, underlyingTokens, rewardTokens },
    // Its exposure is not seen on a chain: what is on record stands.
    poolOld: normalizePoolId(pool.trim()) === undefined ? pool : null,
  }
}

function toSample(seen: SeenPool, prices: PriceBook): Row {
  const { pool, atSec, held, apyRewardPct, volume1d, volume7d, pricePerShare, kind } = seen
  const { valueUsd: tvlUsd } = sumOfValues(held, atSec, prices)
  const sum = (amounts: readonly Amount[] | null | undefined) => sumOrNull(amounts, atSec, prices)
  const apyBasePct = seen.apyBasePct ?? yieldOfFees(sum(seen.fees1d), tvlUsd)
  return {
    pool: poolIdOf(pool),
    atSec,
    tvlUsd,
    apyPct: totalApy({ ...seen, apyBasePct }),
    apyBasePct,
    apyRewardPct,
    il7dPct: null,
    apyBase7dPct: null,
    apyBaseInceptionPct: null,
    volume1dUsd: sum(volume1d),
    volume7dUsd: sum(volume7d),
    pricePerShare,
    kind,
  }
}

/** As `totalApySql` for files (yields.md#samples): the sum of parts; below 0 only for options. */
function totalApy({ apyPct, apyBasePct, apyRewardPct, kind }: SeenPool): number | null {
  const total =
    apyBasePct === null && apyRewardPct === null ? apyPct : (apyBasePct ?? 0) + (apyRewardPct ?? 0)
  return total !== null && total < 0 && kind !== 'options' ? 0 : total
}

/** What a year of days like the last one would pay, without interest on interest. */
function yieldOfFees(feesUsd: number | null, tvlUsd: number): number | null {
  return feesUsd === null || tvlUsd <= 0 ? null : (feesUsd / tvlUsd) * DAYS_OF_YEAR * 100
}

function toLending({ pool, atSec }: SeenPool, lending: SeenLending, prices: PriceBook): Row {
  const { supplied, borrowed, ...terms } = lending
  const totalSupplyUsd = sumOrNull(supplied, atSec, prices)
  return {
    pool: poolIdOf(pool),
    atSec,
    totalSupplyUsd,
    totalBorrowUsd: sumOrNull(borrowed, atSec, prices),
    ...terms,
  }
}

function toRate({ coin, pool, ...rate }: SeenStakingRate): Row {
  return {
    coin: normalizeCoinId(coin) ?? coin,
    ...rate,
    pool: pool === null ? null : poolIdOf(pool),
  }
}

/** Null where nothing was seen, or where nothing of it has a price. */
function sumOrNull(
  amounts: readonly Amount[] | null | undefined,
  atSec: number,
  prices: PriceBook,
): number | null {
  if (amounts === null || amounts === undefined) return null
  const { valueUsd, isPriced } = sumOfValues(amounts, atSec, prices)
  return isPriced ? valueUsd : null
}
