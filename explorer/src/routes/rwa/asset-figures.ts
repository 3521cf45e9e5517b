import { sumOf } from '../../lib/sum-of.ts'

type ByChain = Readonly<Record<string, number | null>>

export interface AssetFigures {
  readonly onChainMcap: ByChain
  readonly activeMcap: ByChain
  /** By chain and protocol. */
  readonly defiActiveTvl: Readonly<Record<string, ByChain>>
}

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
