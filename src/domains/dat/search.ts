import { nameIndex, namesByKey, type Searchable } from '../../http/searchable.ts'
import { describedState } from './read/institutions.ts'
import { readTreasuries } from './read/treasuries.ts'

export const institutionSearch: Searchable = {
  kind: 'institution',
  index: nameIndex(
    'dat.nameIndex',
    describedState,
    namesByKey(({ ticker, name }) => [ticker, name]),
  ),
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
