import { useMemo } from 'react'
import { request } from '../../api/request.ts'
import { useOperation } from '../../api/use-operation.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { toSec } from '../../lib/times.ts'
import { choice, text } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useTableView } from '../../page/use-table-view.ts'
import { useView } from '../../page/use-view.ts'
import { BridgeFlows } from '../bridges/bridge-flows.tsx'
import { MetricChart } from '../metrics/metric-chart.tsx'
import { SPLITS } from '../metrics/metric-requests.ts'
import { ProtocolTable, protocolKeys } from '../protocols/protocol-table.tsx'
import { SupplyChart } from '../stablecoins/supply-chart.tsx'
import { PoolTable } from '../yields/pool-table.tsx'
import { BlockAt } from './block-at.tsx'
import { ChainAssets } from './chain-assets.tsx'
import { ChainFigures } from './chain-figures.tsx'
import { ChainRwa } from './chain-rwa.tsx'
import { dominanceSeries } from './dominance.ts'
import { largestHacks } from './largest-hacks.ts'

const keys = { ...seriesKeys, by: choice(SPLITS, 'total'), at: text(), ...protocolKeys }
const METRICS = ['dexs', 'fees', 'active-users', 'derivatives', 'options'] as const

/** One chain: what lies on it, what goes on there, and its protocols. */
export function Chain() {
  const chain = useParam('chain')
  const view = useView(keys)
  const listed = useOperation('listHacks', { fields: 'date,name,amount,chain' }).data?.body
  const hacks = useMemo(() => largestHacks(listed ?? [], chain), [listed, chain])
  const poolView = useTableView('-tvl')
  return (
    <>
      <PageHead
        title={chain}
        crumb={<AppLink to="/chains">Chains</AppLink>}
        ignored={view.ignored}
      />
      <ChainFigures chain={chain} />
      <div className="with-side">
        <SeriesBlock
          title="Value locked"
          {...request('getHistoricalChainTvl', { chain })}
          kind="line"
          sign="$"
          view={view}
          height={280}
          annotations={hacks}
          marksOf={() => ({ fact: 'tvl', key: { chain: chain.toLowerCase(), section: 'tvl' } })}
          seriesOf={(days) => [
            { name: 'Value locked', points: days.map(({ date, tvl }) => [date, tvl]) },
          ]}
        />
        <div>
          <ChainAssets chain={chain} />
          <BlockAt
            chain={chain}
            atSec={toSec(view.state.at)}
            onChange={(sec) =>
              view.set({ at: sec === null ? '' : new Date(sec * 1000).toISOString() })
            }
          />
        </div>
      </div>
      <div className="columns">
        {METRICS.map((metric) => (
          <MetricChart
            key={metric}
            id={metric}
            scope={{ chain }}
            view={view}
            height={160}
            isOptional
          />
        ))}
        <SupplyChart
          title="Stablecoins in circulation"
          {...request('getStablecoinChainChart', { chain })}
          view={view}
          height={160}
          isOptional
        />
        <SeriesBlock
          title="Share of the largest stablecoin, %"
          {...request('getStablecoinDominance', { chain })}
          kind="line"
          modes={['abs']}
          view={view}
          height={160}
          isOptional
          seriesOf={dominanceSeries}
        />
        <BridgeFlows
          title="Through bridges"
          {...request('getBridgeVolume', { chain })}
          view={view}
          isOptional
        />
        <ChainRwa chain={chain} view={view} />
      </div>
      <ProtocolTable view={view} chain={chain} />
      <PoolTable of={{ chain }} view={poolView} />
    </>
  )
}
