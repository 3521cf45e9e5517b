import type { Domain } from '../domain.ts'
import { chainAssets, tvlRecords, tvlTokens } from './facts.ts'
import { observeHoldings } from './ingest/from-observations.ts'
import { tvlResponses } from './ingest/responses.ts'
import { getChainAssets } from './routes/get-chain-assets.ts'
import { getCurrentTvl } from './routes/get-current-tvl.ts'
import { getHistoricalChainTvl } from './routes/get-historical-chain-tvl.ts'
import { getHistoricalTvl } from './routes/get-historical-tvl.ts'
import { getInflows } from './routes/get-inflows.ts'
import { getProtocol } from './routes/get-protocol.ts'
import { getTokenProtocols } from './routes/get-token-protocols.ts'
import { getChainChartsLegacy, getChartsLegacy, listChainsLegacy } from './routes/legacy-routes.ts'
import { listChains } from './routes/list-chains.ts'
import { listProtocols } from './routes/list-protocols.ts'
import { tvlRowsBehind } from './rows-behind.ts'
import { tvlSearch } from './search.ts'
import { tvlWatch } from './watch.ts'
export const tvl: Domain = {
  name: 'tvl',
  describe: 'Total value locked in protocols and on chains, now and over time.',
  facts: [tvlRecords, tvlTokens, chainAssets],
  routes: [
    listProtocols,
    getProtocol,
    getCurrentTvl,
    listChains,
    getHistoricalTvl,
    getHistoricalChainTvl,
    getTokenProtocols,
    getInflows,
    getChainAssets,
    listChainsLegacy,
    getChartsLegacy,
    getChainChartsLegacy,
  ],
  search: tvlSearch,
  watch: tvlWatch,
  observe: observeHoldings,
  mirrored: { responses: tvlResponses },
  rowsBehind: tvlRowsBehind,
}
