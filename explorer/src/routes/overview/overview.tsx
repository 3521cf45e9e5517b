import type { Asked } from '../../api/asked.ts'
import type { OperationId } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { type FigureItem, FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { changeOver, last } from '../../lib/series.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { choice } from '../../lib/view-state.ts'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useView } from '../../page/use-view.ts'
import { type MetricSums, useMetricRows } from '../metrics/metric-rows.ts'
import { ProtocolTable, protocolKeys } from '../protocols/protocol-table.tsx'
import { MARKETS, MarketChart } from './market-chart.tsx'
import { StateOfData } from './state-of-data.tsx'

const keys = {
  fig: choice(MARKETS, 'tvl'),
  by: choice(['total', 'chain'], 'chain'),
  ...seriesKeys,
  ...protocolKeys,
}

/** What the market holds and does, and how well it is known. */
export function Overview() {
  const view = useView(keys)
  return (
    <>
      <PageHead title="Overview" ignored={view.ignored} />
      <MarketFigures />
      <div className="with-side">
        <MarketChart view={view} />
        <StateOfData />
      </div>
      <ProtocolTable view={view} />
    </>
  )
}

function MarketFigures() {
  const chains = useOperation('listChains', {})
  const stablecoins = useOperation('getStablecoinChart', {})
  const rwa = useOperation('getRwaStats', {})
  const supplies = stablecoins.data?.body.map((point) => sumOf(point.totalCirculatingUSD)) ?? []
  return (
    <FigureStrip
      items={[
        {
          name: 'Value locked',
          value: chains.data && sumOf(chains.data.body.map((chain) => chain.tvl)),
          sign: '$',
          isLoading: chains.isPending,
          source: { operation: 'listChains', parameters: {} },
          note: chains.data && `${chains.data.body.length} chains`,
        },
        {
          name: 'Stablecoins',
          value: last(supplies),
          sign: '$',
          isLoading: stablecoins.isPending,
          source: { operation: 'getStablecoinChart', parameters: {} },
          changes: [
            { span: '7d', percent: changeOver(supplies, 7) },
            { span: '30d', percent: changeOver(supplies, 30) },
          ],
        },
        flow('DEX volume, 24 h', useMetricRows('dexs'), 'getDexsOverview'),
        flow('Perpetuals, 24 h', useMetricRows('derivatives'), 'getDerivativesOverview'),
        flow('Open interest', useMetricRows('open-interest'), 'getOpenInterestOverview'),
        flow('Fees, 24 h', useMetricRows('fees'), 'getFeesOverview'),
        {
          name: 'Real-world assets',
          value: rwa.data?.body.totalOnChainMcap,
          sign: '$',
          isLoading: rwa.isPending,
          source: { operation: 'getRwaStats', parameters: {} },
        },
      ]}
    />
  )
}

function flow(name: string, asked: Asked<MetricSums>, operation: OperationId): FigureItem {
  const total = asked.data?.body
  return {
    name,
    value: total?.total24h,
    sign: '$',
    isLoading: asked.isPending,
    source: { operation, parameters: {} },
    changes: [
      { span: '1d', percent: total?.change_1d },
      { span: '7d', percent: total?.change_7d },
    ],
  }
}
