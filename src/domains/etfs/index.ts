import type { Domain } from '../domain.ts'
import { etfDays, etfSplits, etfs as funds } from './facts.ts'
import { etfMirror } from './ingest/responses.ts'
import { getFlows } from './routes/get-flows.ts'
import { getHistory, getHistoryEth } from './routes/get-history.ts'
import { getOverview, getOverviewEth } from './routes/get-overview.ts'
import { getSnapshot } from './routes/get-snapshot.ts'
import { fundRowsBehind } from './rows-behind.ts'
import { fundSearch } from './search.ts'

export const etfs: Domain = {
  name: 'etfs',
  describe: 'Exchange-traded funds on crypto assets: assets, flows and history.',
  facts: [funds, etfDays, etfSplits],
  search: [fundSearch],
  routes: [getOverview, getOverviewEth, getHistory, getHistoryEth, getSnapshot, getFlows],
  mirrored: etfMirror,
  rowsBehind: fundRowsBehind,
}
