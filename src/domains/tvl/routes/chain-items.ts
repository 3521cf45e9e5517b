import Type from 'typebox'
import { nullable, shape } from '../../../http/schemas.ts'
import { chains, countsInChainTotals, type Registry } from '../../registry/public.ts'
import { PLAIN } from '../facts.ts'
import type { RecentTvls } from '../read/recent.ts'

export const chainSchema = shape({
  aggregator_id: nullable(Type.String()),
  tvl: Type.Number({ description: 'USD' }),
  tokenSymbol: nullable(Type.String()),
  rankingSiteId: nullable(Type.String()),
  name: Type.String(),
  chainId: nullable(Type.Integer()),
})

/** TVL of each chain (semantics 2.5): the plain values of the protocols that count, largest first. */
export function sumChains(registry: Registry, recent: RecentTvls): [string, number][] {
  const totals = new Map<string, number>()
  for (const protocol of registry.listChildren()) {
    if (!countsInChainTotals(protocol)) continue
    for (const { chain, section, usd } of recent.get(protocol.id)?.rows ?? []) {
      if (section === PLAIN) totals.set(chain, (totals.get(chain) ?? 0) + usd)
    }
  }
  return [...totals].sort(([, a], [, b]) => b - a)
}

export function chainItem(key: string, tvl: number) {
  const chain = chains.byKey(key)
  return {
    aggregator_id: chain?.aggregatorId ?? null,
    tvl,
    tokenSymbol: chain?.gasToken ?? null,
    rankingSiteId: chain?.rankingSiteId ?? null,
    name: chains.nameOf(key),
    chainId: chain?.chainId ?? null,
  }
}
