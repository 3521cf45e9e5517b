import type { Place } from './asset-places.ts'
import { MIN_POSITION_USD } from './counted-protocol.ts'
import { standsOn } from './standing-figure.ts'
import type { UsdLine } from './without-gaps.ts'

/** What an asset has at present, by key of chain; a chain without a figure is not there. */
export interface PresentFigures {
  /** Chains it is on, whether or not its value is known. */
  readonly chains: readonly string[]
  readonly onChainUsd: ReadonlyMap<string, number>
  readonly activeUsd: ReadonlyMap<string, number>
  /** Chain → slug of the protocol → US dollars. */
  readonly defiUsd: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/**
 * The last points of an asset's charts (decision 131): what still stands on the present day.
 * `undefined` when nothing was reported of the asset for so long that it is no longer there.
 */
export function presentFigures(
  places: ReadonlyMap<string, Place>,
  day: number,
): PresentFigures | undefined {
  const chains: string[] = []
  const onChainUsd = new Map<string, number>()
  const activeUsd = new Map<string, number>()
  const defiUsd = new Map<string, Map<string, number>>()
  for (const [chain, place] of places) {
    if (!standsOn(place.lastDay, day)) continue
    chains.push(chain)
    const onChain = place.onChain && figureOn(place.onChain, day)
    if (onChain !== undefined) onChainUsd.set(chain, onChain)
    const active = place.active && figureOn(place.active, day)
    if (active !== undefined) activeUsd.set(chain, active)
    const held = presentPositions(place, day)
    if (held.size > 0) defiUsd.set(chain, held)
  }
  return chains.length === 0 ? undefined : { chains, onChainUsd, activeUsd, defiUsd }
}

function presentPositions({ positions }: Place, day: number): Map<string, number> {
  const held = new Map<string, number>()
  for (const { protocol, line } of positions) {
    const usd = figureOn(line, day) ?? 0
    if (usd >= MIN_POSITION_USD) held.set(protocol, (held.get(protocol) ?? 0) + usd)
  }
  return held
}

function figureOn({ firstDay, usd }: UsdLine, day: number): number | undefined {
  return usd[day - firstDay]
}

/** The sum of some figures; `undefined` when there is none. */
export function sumKnown(figures: Iterable<number>): number | undefined {
  let sum: number | undefined
  for (const usd of figures) sum = (sum ?? 0) + usd
  return sum
}

export function sumPositions(positions: ReadonlyMap<string, number> | undefined): number {
  return sumKnown(positions?.values() ?? []) ?? 0
}
