import type { Amount, Flow, Holding, SeenPool } from '../../model/observations.ts'
import type { BlockRange, InstanceHead } from '../../model/reader-kind.ts'
import { coinOf } from './tokens.ts'

/** Amounts per token address. */
export type Sums = Map<string, bigint>

export function addTo(sums: Sums, token: string, raw: bigint): void {
  sums.set(token, (sums.get(token) ?? 0n) + raw)
}

/** What a section holds; an empty one gets an explicit zero, which replaces the older figure. */
export function holdingsOf(
  { protocol, chain }: InstanceHead,
  section: string,
  sums: Sums,
  { atSec }: BlockRange,
): Holding[] {
  const held = [...sums].filter(([, raw]) => raw !== 0n)
  const place = { protocol, chain, section, atSec }
  if (held.length === 0) return [{ ...place, amount: { usd: 0 } }]
  return held.map(([token, raw]) => ({ ...place, amount: { coin: coinOf(chain, token), raw } }))
}

interface Sides {
  amount: Amount
  instead?: Amount
}

/** Flows of one figure. A range without any gets an explicit zero, which replaces earlier rows. */
export function flowsOf(
  sides: readonly Sides[],
  figure: { metric: string; dataType: string; label: string },
  { instance, range }: { instance: InstanceHead; range: BlockRange },
): Flow[] {
  const { protocol, chain, version = '' } = instance
  const all: readonly Sides[] = sides.length > 0 ? sides : [{ amount: { usd: 0 } }]
  return all.map((side) => ({ protocol, ...figure, version, chain, ...side, atSec: range.fromSec }))
}

/** What a pool has that says nothing of itself but what it holds. */
export const PLAIN_POOL = {
  poolMeta: null,
  url: null,
  rewardTokens: [],
  apyPct: null,
  apyBasePct: null,
  apyRewardPct: null,
  volume1d: null,
  volume7d: null,
  pricePerShare: null,
  kind: null,
  lending: null,
} satisfies Partial<SeenPool>
