import type { Domain } from '../domain.ts'
import { rwaAssets, rwaExcluded, rwaPositions, rwaSupply } from './facts.ts'
import { rwaMirror } from './ingest/responses.ts'
import { getChainBreakdown, getChainChart } from './routes/get-chain-chart.ts'
import { getList } from './routes/get-list.ts'
import { getStats } from './routes/get-stats.ts'
import { getChain, listCurrent } from './routes/list-current.ts'
import { rwaRowsBehind } from './rows-behind.ts'
import { assetSearch } from './search.ts'
export const rwa: Domain = {
  name: 'rwa',
  describe: 'Tokenized real-world assets: supply by chain, active part and use in DeFi.',
  facts: [rwaAssets, rwaSupply, rwaExcluded, rwaPositions],
  search: [assetSearch],
  routes: [listCurrent, getStats, getList, getChain, getChainChart, getChainBreakdown],
  mirrored: rwaMirror,
  rowsBehind: rwaRowsBehind,
}
