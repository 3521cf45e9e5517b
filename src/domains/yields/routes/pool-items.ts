import { dailyReturn } from '../derive/apy/daily-return.ts'
import { type ApyBounds, isOutlier } from '../derive/apy/outlier.ts'
import { rounded } from '../derive/rounded.ts'
import type { LendingSample } from '../read/lending.ts'
import type { ListedPool } from './listed-pools.ts'
import { type borrowMembers, type olderMembers, type poolMembers, toIso } from './pool-shapes.ts'

// Nothing is predicted: there is no model behind these (semantics 5.1).
const NO_PREDICTIONS = { predictedClass: null, predictedProbability: null, binnedConfidence: null }

type Members<T> = Record<keyof T, unknown>

/** Rates and percentages are served to five decimals, US dollars of a pool whole (decision 80). */
export const rate = (value: number | null) => rounded(value, 5)
export const dollars = (value: number | null) => rounded(value, 0)

/** A pool as the lists have it. */
export function poolItem(
  { description, history, chain, project, traits }: ListedPool,
  bounds: ApyBounds,
): Members<typeof poolMembers> {
  const { newest, figures } = history
  return {
    chain,
    project,
    symbol: description.symbol,
    tvlUsd: dollars(newest.tvlUsd),
    apyBase: rate(newest.apyBasePct),
    apyReward: rate(newest.apyRewardPct),
    apy: rate(newest.apyPct),
    rewardTokens: orNull(description.rewardTokens),
    pool: description.pool,
    apyPct1D: rate(figures.change1dPct),
    apyPct7D: rate(figures.change7dPct),
    apyPct30D: rate(figures.change30dPct),
    stablecoin: traits.isStable,
    ilRisk: traits.ilRisk,
    exposure: traits.exposure,
    predictions: NO_PREDICTIONS,
    poolMeta: description.poolMeta,
    mu: rate(figures.muPct),
    sigma: rate(figures.sigmaPct),
    count: figures.days,
    outlier: isOutlier(newest.apyPct, bounds),
    underlyingTokens: orNull(description.underlyingTokens),
    il7d: rate(newest.il7dPct),
    apyBase7d: rate(newest.apyBase7dPct),
    apyMean30d: rate(figures.mean30dPct),
    volumeUsd1d: rate(newest.volume1dUsd),
    volumeUsd7d: rate(newest.volume7dUsd),
    apyBaseInception: rate(newest.apyBaseInceptionPct),
  }
}

/** What the older form of a pool has besides. */
export function olderPart({ description, history }: ListedPool): Members<typeof olderMembers> {
  const { figures } = history
  const { apyPct, atSec } = history.newest
  return {
    timestamp: toIso(atSec),
    url: description.url,
    return: rate(apyPct === null ? null : dailyReturn(apyPct)),
    apyMeanExpanding: rate(figures.meanPct),
    apyStdExpanding: rate(figures.deviationPct),
    // Codes of the model that predicts; there is none.
    project_factorized: null,
    chain_factorized: null,
    pool_old: description.poolOld,
  }
}

/** What a lending market has besides. */
export function borrowPart(lending: LendingSample): Members<typeof borrowMembers> {
  return {
    apyBaseBorrow: rate(lending.apyBaseBorrowPct),
    apyRewardBorrow: rate(lending.apyRewardBorrowPct),
    totalSupplyUsd: dollars(lending.totalSupplyUsd),
    totalBorrowUsd: dollars(lending.totalBorrowUsd),
    debtCeilingUsd: dollars(lending.debtCeilingUsd),
    ltv: rate(lending.ltv),
    borrowable: lending.borrowable,
    mintedCoin: lending.mintedCoin,
    borrowFactor: rate(lending.borrowFactor),
  }
}

/** An empty list says that nothing is known. */
function orNull(list: readonly string[]): readonly string[] | null {
  return list.length === 0 ? null : list
}
