import type { Domain } from '../domain.ts'
import { etfDays, etfSplits, etfs as funds } from './facts.ts'
import { etfMirror } from './ingest/answers.ts'
import { closeStates } from './read/close-prices.ts'
import { fundsState } from './read/funds.ts'
import { getFlows } from './routes/get-flows.ts'
import { getHistory } from './routes/get-history.ts'
import { getHistoryEth } from './routes/get-history-eth.ts'
import { getOverview } from './routes/get-overview.ts'
import { getOverviewEth } from './routes/get-overview-eth.ts'
import { getSnapshot } from './routes/get-snapshot.ts'
import { fundRowsBehind } from './rows-behind.ts'
import { fundSearch } from './search.ts'
export const etfs: Domain = {
  name: 'etfs',
  describe: 'Exchange-traded funds on crypto assets: assets, flows and history.',
  facts: [funds, etfDays, etfSplits],
  search: [fundSearch],
  states: [fundSearch.index, fundsState, ...closeStates],
  routes: [getOverview, getOverviewEth, getHistory, getHistoryEth, getSnapshot, getFlows],
  mirrored: etfMirror,
  rowsBehind: fundRowsBehind,
}
