import type { Domain } from '../domain.ts'
import { lendingSamples, perpSamples, stakingRates, yieldPools, yieldSamples } from './facts.ts'
import { observeYields } from './ingest/from-observations.ts'
import { lending } from './ingest/lending.ts'
import { perpVenues } from './ingest/perp-venues.ts'
import { yieldMirror } from './ingest/responses.ts'
import { getLendBorrowChart, getPoolChart } from './routes/get-pool-chart.ts'
import { listLsdRates } from './routes/list-lsd-rates.ts'
import { listPerps } from './routes/list-perps.ts'
import { listBorrowPools, listPools, listPoolsOld } from './routes/list-pools.ts'
import { yieldRowsBehind } from './rows-behind.ts'
import { poolSearch } from './search.ts'
import { yieldsWatch } from './watch.ts'

export const yields: Domain = {
  name: 'yields',
  describe: 'Yields of pools: TVL and APY, borrowing costs, funding rates and staking rates.',
  facts: [yieldPools, yieldSamples, lendingSamples, perpSamples, stakingRates],
  search: [poolSearch],
  routes: [
    listPools,
    getPoolChart,
    listPoolsOld,
    listBorrowPools,
    getLendBorrowChart,
    listPerps,
    listLsdRates,
  ],
  watch: yieldsWatch,
  readers: [lending],
  fetches: perpVenues,
  observe: observeYields,
  mirrored: yieldMirror,
  rowsBehind: yieldRowsBehind,
}
