import { nameIndex, namesByKey, type Searchable } from '../../http/searchable.ts'
import { listingKey, listingsState } from './read/companies.ts'
import { marketState } from './read/market.ts'

export const companySearch: Searchable = {
  kind: 'company',
  index: nameIndex(
    'equities.nameIndex',
    listingsState,
    namesByKey(({ ticker, name, cik }) => [ticker, name, cik]),
  ),
  readHits: async ({ states, snapshot }) => {
    const market = await states.get(marketState, snapshot)
    const byListing = new Map(market.map((one) => [listingKey(one.company), one]))
    return (id) => {
      const known = byListing.get(id)
      if (known === undefined) return undefined
      const { ticker, country, name } = known.company
      return {
        name,
        symbol: ticker,
        root: 'pro',
        path: `/equities/v1/summary?${new URLSearchParams({ ticker, country })}`,
        sizeUsd: known.marketCapUsd,
      }
    }
  },
}
