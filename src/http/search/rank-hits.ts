import { compare } from '../../lib/compare.ts'
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
    compare(a.name, b.name) ||
    compare(a.kind, b.kind) ||
    compare(a.id, b.id)
  )
}
