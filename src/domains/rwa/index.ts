import type { Domain } from '../domain.ts'
import { rwaAssets, rwaExcluded, rwaPositions, rwaSupply } from './facts.ts'
import { rwaMirror } from './ingest/answers.ts'
import { rwaAssetsState } from './read/assets.ts'
import { historyStates } from './read/histories.ts'
import { priceStates } from './read/prices.ts'
import { getChain } from './routes/get-chain.ts'
import { getChainBreakdown } from './routes/get-chain-breakdown.ts'
import { getChainChart } from './routes/get-chain-chart.ts'
import { getList } from './routes/get-list.ts'
import { getStats } from './routes/get-stats.ts'
import { listCurrent } from './routes/list-current.ts'
import { rwaRowsBehind } from './rows-behind.ts'
import { assetSearch } from './search.ts'
export const rwa: Domain = {
  name: 'rwa',
  describe: 'Tokenized real-world assets: supply by chain, active part and use in DeFi.',
  facts: [rwaAssets, rwaSupply, rwaExcluded, rwaPositions],
  search: [assetSearch],
  states: [assetSearch.index, rwaAssetsState, ...priceStates, ...historyStates],
  routes: [listCurrent, getStats, getList, getChain, getChainChart, getChainBreakdown],
  mirrored: rwaMirror,
  rowsBehind: rwaRowsBehind,
}
