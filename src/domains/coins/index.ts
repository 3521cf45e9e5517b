import type { Domain } from '../domain.ts'
import { blocks, prices, supplies } from './facts.ts'
import { observeCoins } from './ingest/from-observations.ts'
import { priceAggregator } from './ingest/price-aggregator.ts'
import { coinResponses } from './ingest/responses.ts'
import { tokenSupply } from './ingest/token-supply.ts'
import { getBatchHistorical } from './routes/get-batch-historical.ts'
import { getBlock } from './routes/get-block.ts'
import { getChart } from './routes/get-chart.ts'
import { getCurrentPrices } from './routes/get-current-prices.ts'
import { getFirstPrices } from './routes/get-first-prices.ts'
import { getHistoricalPrices } from './routes/get-historical-prices.ts'
import { getPercentage } from './routes/get-percentage.ts'
import { postPrices } from './routes/post-prices.ts'
import { coinRowsBehind } from './rows-behind.ts'
import { coinSearch } from './search.ts'
import { coinsWatch } from './watch.ts'

export const coins: Domain = {
  name: 'coins',
  describe: 'Prices of coins, now and in the past, and the block of a chain at a timestamp.',
  facts: [prices, supplies, blocks],
  routes: [
    getCurrentPrices,
    getHistoricalPrices,
    getBatchHistorical,
    getChart,
    getPercentage,
    getFirstPrices,
    getBlock,
    postPrices,
  ],
  search: [coinSearch],
  watch: coinsWatch,
  readers: [tokenSupply],
  observe: observeCoins,
  mirrored: { responses: coinResponses },
  fetches: [priceAggregator],
  rowsBehind: coinRowsBehind,
}
