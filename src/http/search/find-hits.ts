import type { Searchable, SearchContext } from '../searchable.ts'
import { compareHits, type RankedHit } from './rank-hits.ts'

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
