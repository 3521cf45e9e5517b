import type { Hit, SearchKind } from '../searchable.ts'

export interface RankedHit extends Hit {
  readonly kind: SearchKind
  readonly id: string
  readonly distance: number
}

/** The best first: the nearest, then the largest, then by name; what has no size comes last. */
export function compareHits(a: RankedHit, b: RankedHit): number {
  const size = ({ sizeUsd }: RankedHit) => sizeUsd ?? -1
  return (
    a.distance - b.distance ||
    size(b) - size(a) ||
    compareText(a.name, b.name) ||
    compareText(a.kind, b.kind) ||
    compareText(a.id, b.id)
  )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
