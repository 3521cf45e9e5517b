import { derivedState } from '../../cache/state.ts'
import { NameIndex } from '../../derive/name-index.ts'
import type { Searchable } from '../../http/searchable.ts'
import { describedState } from './read/institutions.ts'
import { readTreasuries } from './read/treasuries.ts'

export const institutionSearch: Searchable = {
  kind: 'institution',
  index: derivedState({
    name: 'dat.nameIndex',
    from: [describedState],
    make: (described) =>
      NameIndex.of(
        [...described.values()].map(({ id, ticker, name }) => ({
          id: String(id),
          texts: [ticker, name],
        })),
      ),
  }),
  readHits: async (context) => {
    const { ranked } = await readTreasuries(context)
    const byId = new Map(ranked.map((treasury) => [String(treasury.id), treasury]))
    return (id) => {
      const treasury = byId.get(id)
      if (treasury === undefined) return undefined
      const { ticker, name } = treasury.institution
      return {
        name,
        symbol: ticker,
        root: 'pro',
        path: `/dat/institutions/${encodeURIComponent(ticker)}`,
        sizeUsd: treasury.totalUsdValue,
      }
    }
  },
}
