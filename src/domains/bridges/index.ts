import type { Domain } from '../domain.ts'
import { bridges as bridgeFact, bridgeTransfers } from './facts.ts'
import { bridgeEvents } from './ingest/bridge-events.ts'
import { observeTransfers } from './ingest/from-observations.ts'
import { remarkBridges } from './ingest/remark-bridges.ts'
import { bridgeMirror } from './ingest/responses.ts'
import { getBridge } from './routes/get.ts'
import { getDayStats } from './routes/get-day-stats.ts'
import { getVolume } from './routes/get-volume.ts'
import { listBridges } from './routes/list.ts'
import { listTransactions } from './routes/list-transactions.ts'
import { bridgeRowsBehind } from './rows-behind.ts'
import { bridgeSearch } from './search.ts'
export const bridges: Domain = {
  name: 'bridges',
  describe: 'Transfers between chains: bridges, their volume by day and single transactions.',
  facts: [bridgeFact, bridgeTransfers],
  routes: [listBridges, getBridge, getVolume, getDayStats, listTransactions],
  readers: [bridgeEvents],
  search: [bridgeSearch],
  observe: observeTransfers,
  remark: remarkBridges,
  mirrored: bridgeMirror,
  rowsBehind: bridgeRowsBehind,
}
