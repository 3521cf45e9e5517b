import type { Place } from './asset-places.ts'
import { standsOn, type UsdLine } from './daily-line.ts'

/** What is asked of a protocol before what is in it counts as active in DeFi. */
export interface PositionHolder {
  readonly id: string
  readonly category: string | null
  readonly parent: string | null
}

/** A position of less is dust. */
export const MIN_POSITION_USD = 10

/** Whether a position is DeFi activity (rwa.md): tracked, no exchange, not the issuer's own. */
export function isCountedProtocol(
  protocol: PositionHolder | undefined,
  issuerProtocols: readonly string[],
): boolean {
  if (protocol === undefined || protocol.category === 'CEX') return false
  return (
    !issuerProtocols.includes(protocol.id) &&
    !(protocol.parent !== null && issuerProtocols.includes(protocol.parent))
  )
}

/** What an asset has at present, by key of chain; a chain without a figure is not there. */
export interface PresentFigures {
  /** Chains it is on, whether or not its value is known. */
  readonly chains: readonly string[]
  readonly onChainUsd: ReadonlyMap<string, number>
  readonly activeUsd: ReadonlyMap<string, number>
  /** Chain → slug of the protocol → US dollars. */
  readonly defiUsd: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** What still stands of charts (rwa.md#how-long-figures-stand), unless the asset is gone. */
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
