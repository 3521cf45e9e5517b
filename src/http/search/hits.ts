import { compare } from '../../lib/compare.ts'
import { TimeSlice } from '../../lib/time-slice.ts'
import type { Hit, Searchable, SearchContext, SearchKind } from '../searchable.ts'

const HITS_PER_CHECK = 200

/** Where a page ended. */
export type HitPlace = Pick<RankedHit, 'sizeUsd' | 'name' | 'kind' | 'id'>

interface Wanted {
  after: HitPlace | undefined
  limit: number
}

/** A page of everything that has a name, the largest first: of a million, only a page is sorted. */
export async function listHits(
  context: SearchContext,
  searchables: readonly Searchable[],
  wanted: Wanted,
): Promise<{ hits: RankedHit[]; hasMore: boolean }> {
  const page = new BestHits(wanted)
  const slice = new TimeSlice()
  let seen = 0
  for (const { kind, index, readHits } of searchables) {
    const { ids } = await context.states.get(index, context.snapshot)
    const hitOf = await readHits(context)
    for (const id of ids) {
      if (++seen % HITS_PER_CHECK === 0 && slice.isOver) await slice.yield()
      const hit = hitOf(id)
      if (hit !== undefined) page.add({ kind, id, ...hit, distance: 0 })
    }
  }
  const best = page.list()
  return { hits: best.slice(0, wanted.limit), hasMore: best.length > wanted.limit }
}

/** The best hits behind a place, and one more. */
class BestHits {
  readonly #room: number
  readonly #previous: RankedHit | undefined
  #best: RankedHit[] = []

  constructor({ after, limit }: Wanted) {
    this.#room = limit + 1
    this.#previous = after && { ...after, symbol: null, root: 'free', path: '', distance: 0 }
  }

  add(hit: RankedHit): void {
    if (this.#previous !== undefined && compareHits(hit, this.#previous) <= 0) return
    this.#best.push(hit)
    // Sorted once in a while, so that each costs little.
    if (this.#best.length >= 4 * this.#room) this.#best = this.list()
  }

  list(): RankedHit[] {
    return this.#best.sort(compareHits).slice(0, this.#room)
  }
}

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

/** The best hits for a text. Typos are allowed for only when too little is found without. */
export async function findHits(
  context: SearchContext,
  searchables: readonly Searchable[],
  text: string,
  limit: number,
): Promise<RankedHit[]> {
  const exact = await findAmong(searchables, false)
  if (exact.length >= limit) return exact.slice(0, limit)
  return (await findAmong(searchables, true)).slice(0, limit)

  async function findAmong(all: readonly Searchable[], typos: boolean): Promise<RankedHit[]> {
    const hits: RankedHit[] = []
    for (const { kind, index, readHits } of all) {
      const found = (await context.states.get(index, context.snapshot)).find(text, { typos })
      if (found.length === 0) continue
      const hitOf = await readHits(context)
      for (const { id, distance } of found) {
        const hit = hitOf(id)
        if (hit !== undefined) hits.push({ kind, id, ...hit, distance })
      }
    }
    return hits.sort(compareHits)
  }
}
