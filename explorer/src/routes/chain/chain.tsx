import { type Points, SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { names, sorting, text } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { BridgeFlows } from '../bridges/bridge-flows.tsx'
import { metricOf } from '../metrics/metrics.ts'
import { ProtocolTable } from '../protocols/protocol-table.tsx'
import { SupplyChart } from '../stablecoins/supply-chart.tsx'
import { ChainAssets } from './chain-assets.tsx'

const keys = {
  ...seriesKeys,
  q: text(),
  category: names(),
  cols: names(),
  sort: sorting('-tvl'),
}
const METRICS = ['dexs', 'fees', 'active-users'] as const

/** One chain: what lies on it, what goes on there, and its protocols. */
export function Chain() {
  const chain = useParam('chain')
  const view = useView(keys)
  const id = encodeURIComponent(chain)
  return (
    <>
      <PageHead
        title={chain}
        crumb={<AppLink to="/chains">Chains</AppLink>}
        ignored={view.ignored}
      />
      <SeriesBlock<readonly { date: number; tvl: number | null }[]>
        title="Value locked"
        path={`/v2/historicalChainTvl/${id}`}
        kind="line"
        sign="$"
        view={view}
        height={280}
        marksOf={() => ({ fact: 'tvl', key: { chain: chain.toLowerCase(), section: 'tvl' } })}
        seriesOf={(days) => [
          { name: 'Value locked', points: days.map(({ date, tvl }) => [date, tvl]) },
        ]}
      />
      <div className="columns">
        {METRICS.map((metric) => (
          <SeriesBlock<Points>
            key={metric}
            title={`${metricOf(metric).name} a day`}
            path={`/api/v2/chart/${metric}/chain/${id}`}
            kind="bar"
            sign={metricOf(metric).isMoney ? '$' : ''}
            modes={['abs']}
            height={160}
            view={view}
            seriesOf={(points) => [{ name: metricOf(metric).name, points }]}
          />
        ))}
        <SupplyChart path={`/stablecoincharts/${id}`} />
        <BridgeFlows title="Through bridges" path={`/bridgevolume/${id}`} />
        <ChainAssets chain={chain} />
      </div>
      <ProtocolTable
        view={{ state: { ...view.state, chain: [chain] }, set: (changes) => view.set(changes) }}
      />
    </>
  )
}
