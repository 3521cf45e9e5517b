import { nameIndex, namesByKey, type Searchable } from '../../http/searchable.ts'
import { fundsState } from './read/funds.ts'

export const fundSearch: Searchable = {
  kind: 'fund',
  index: nameIndex(
    'etfs.nameIndex',
    fundsState,
    namesByKey(({ ticker, name, issuer }) => [ticker, name, issuer]),
  ),
  readHits: async ({ states, snapshot }) => {
    const funds = await states.get(fundsState, snapshot)
    return (ticker) => {
      const fund = funds.get(ticker)
      if (fund === undefined) return undefined
      return {
        name: fund.name ?? fund.ticker,
        symbol: fund.ticker,
        root: 'pro',
        path: '/etfs/snapshot',
        sizeUsd: fund.days.at(-1)?.reported.aumUsd ?? null,
      }
    }
  },
}
