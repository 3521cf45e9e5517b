import type { Domain } from '../domain.ts'
import { forkLinks, oracleLinks } from './facts.ts'
import { attributionMirror } from './ingest/answers.ts'
import { memberStates } from './read/members.ts'
import { newestAttributionState } from './read/newest.ts'
import { getForkMetrics } from './routes/get-fork-metrics.ts'
import { getForkProtocolBreakdown } from './routes/get-fork-protocol-breakdown.ts'
import { getForkProtocolChart } from './routes/get-fork-protocol-chart.ts'
import { getOracleChainBreakdown } from './routes/get-oracle-chain-breakdown.ts'
import { getOracleChainChart } from './routes/get-oracle-chain-chart.ts'
import { getOracleChainProtocolBreakdown } from './routes/get-oracle-chain-protocol-breakdown.ts'
import { getOracleChart } from './routes/get-oracle-chart.ts'
import { getOracleMetrics } from './routes/get-oracle-metrics.ts'
import { getOracleProtocolBreakdown } from './routes/get-oracle-protocol-breakdown.ts'
import { getOracleProtocolChainBreakdown } from './routes/get-oracle-protocol-chain-breakdown.ts'
import { getOracleProtocolChart } from './routes/get-oracle-protocol-chart.ts'
import { listCategories } from './routes/list-categories.ts'
import { listForks } from './routes/list-forks.ts'
import { listOracles } from './routes/list-oracles.ts'
import { attributionRowsBehind } from './rows-behind.ts'

export const attribution: Domain = {
  name: 'attribution',
  describe:
    'TVL by category, by the oracle that secures it and by the original a protocol was forked from.',
  facts: [oracleLinks, forkLinks],
  states: [...memberStates, newestAttributionState],
  routes: [
    listCategories,
    listForks,
    listOracles,
    getOracleMetrics,
    getOracleChart,
    getOracleChainBreakdown,
    getOracleProtocolBreakdown,
    getOracleProtocolChart,
    getOracleProtocolChainBreakdown,
    getOracleChainChart,
    getOracleChainProtocolBreakdown,
    getForkMetrics,
    getForkProtocolBreakdown,
    getForkProtocolChart,
  ],
  mirrored: attributionMirror,
  rowsBehind: attributionRowsBehind,
}
