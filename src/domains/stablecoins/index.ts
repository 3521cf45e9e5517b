import type { Domain } from '../domain.ts'
import {
  fxRates,
  stablecoinBridged,
  stablecoins as stablecoinFacts,
  stablecoinSupply,
} from './facts.ts'
import { observeSupplies } from './ingest/from-observations.ts'
import { referenceRates } from './ingest/reference-rates.ts'
import { remarkAssets } from './ingest/remark-assets.ts'
import { stablecoinMirror } from './ingest/responses.ts'
import { stablecoinSupplyReader } from './ingest/stablecoin-supply.ts'
import { getAsset } from './routes/get-asset.ts'
import { getChartAll, getChartByChain } from './routes/get-chart-all.ts'
import { getDominance } from './routes/get-dominance.ts'
import { list } from './routes/list.ts'
import { listChains } from './routes/list-chains.ts'
import { listPrices } from './routes/list-prices.ts'
import { stablecoinRowsBehind } from './rows-behind.ts'
import { stablecoinSearch } from './search.ts'
import { stablecoinsWatch } from './watch.ts'
export const stablecoins: Domain = {
  name: 'stablecoins',
  describe: 'Supply of stablecoins by chain, now and over time, and their prices.',
  facts: [stablecoinFacts, stablecoinSupply, stablecoinBridged, fxRates],
  search: [stablecoinSearch],
  routes: [list, getChartAll, getChartByChain, getAsset, listChains, listPrices, getDominance],
  watch: stablecoinsWatch,
  readers: [stablecoinSupplyReader],
  fetches: [referenceRates],
  observe: observeSupplies,
  remark: remarkAssets,
  mirrored: stablecoinMirror,
  rowsBehind: stablecoinRowsBehind,
}
