import type { Body } from '../../api/answers.ts'
import { sumOf } from '../../lib/sum-of.ts'

export type Asset = Body<'listRwaAssets'>[number]
export type AssetFigures = Pick<Asset, 'onChainMcap' | 'activeMcap' | 'defiActiveTvl'>

/** A figure of an asset on one chain, or on all that have it. */
export function figureOf(
  asset: AssetFigures,
  figure: keyof AssetFigures,
  chain: string | null,
): number | null {
  const byChain =
    figure === 'defiActiveTvl'
      ? Object.fromEntries(
          Object.entries(asset.defiActiveTvl).map(([name, parts]) => [name, sumOf(parts)]),
        )
      : asset[figure]
  return chain === null ? sumOf(byChain) : (byChain[chain] ?? null)
}
