import type { Domain } from '../domain.ts'
import { lendingSamples, perpSamples, stakingRates, yieldPools, yieldSamples } from './facts.ts'
import { yieldAnswers } from './ingest/answers.ts'
import { observeYields } from './ingest/from-observations.ts'
import { lending } from './ingest/lending.ts'
import { listPoolCoins } from './ingest/named-coins.ts'
import { perpVenues } from './ingest/perp-venues.ts'
import { lendingState } from './read/lending.ts'
import { perpState } from './read/perps.ts'
import { poolDescriptionState, projectSlugState } from './read/pool-descriptions.ts'
import { poolHistoryState } from './read/pool-history.ts'
import { getLendBorrowChart } from './routes/get-lend-borrow-chart.ts'
import { getPoolChart } from './routes/get-pool-chart.ts'
import { listBorrowPools } from './routes/list-borrow-pools.ts'
import { listLsdRates } from './routes/list-lsd-rates.ts'
import { listPerps } from './routes/list-perps.ts'
import { listPools } from './routes/list-pools.ts'
import { listPoolsOld } from './routes/list-pools-old.ts'
import { yieldRowsBehind } from './rows-behind.ts'
import { poolSearch } from './search.ts'
import { yieldsWatch } from './watch.ts'
export const yields: Domain = {
  name: 'yields',
  describe: 'Yields of pools: TVL and APY, borrowing costs, funding rates and staking rates.',
  facts: [yieldPools, yieldSamples, lendingSamples, perpSamples, stakingRates],
  search: [poolSearch],
  states: [
    poolSearch.index,
    poolDescriptionState,
    projectSlugState,
    poolHistoryState,
    lendingState,
    perpState,
  ],
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
  mirrored: { answers: yieldAnswers, listCoins: listPoolCoins },
  rowsBehind: yieldRowsBehind,
}
