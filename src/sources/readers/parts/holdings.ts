import type { Holding } from '../../model/observations.ts'
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
  if (held.length === 0) return [{ protocol, chain, section, amount: { usd: 0 }, atSec }]
  return held.map(([token, raw]) => ({
    protocol,
    chain,
    section,
    amount: { coin: coinOf(chain, token), raw },
    atSec,
  }))
}
