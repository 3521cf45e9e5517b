import { TimeSlice } from '../../lib/time-slice.ts'
import type { Searchable, SearchContext } from '../searchable.ts'
import { compareHits, type RankedHit } from './rank-hits.ts'

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
