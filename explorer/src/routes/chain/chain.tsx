import { useMemo } from 'react'
import { request, useDaysAgo, useOperation } from '../../api/request.ts'
import { LineChart, SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { choice, text } from '../../lib/view-state.ts'
import {
  fromInputText,
  grouped,
  isoText,
  shortText,
  toInputText,
  toSec,
  utcText,
} from '../../lib/writing.ts'
import { link } from '../../page/app-link.tsx'
import { DetailHead, useParam, useView, type ViewOf } from '../../page/page-head.tsx'
import { type SeriesView, seriesKeys } from '../../page/series-keys.ts'
import { TableSection } from '../../page/table-section.tsx'
import { BridgeFlows } from '../bridges/bridge-flows.tsx'
import { ORIGINS, originUsd, useChainOrigins } from '../chains/chain-rows.ts'
import { MetricChart } from '../metrics/metric-chart.tsx'
import { SPLITS } from '../metrics/metric-requests.ts'
import { largestHacks } from '../protocol/annotations.ts'
import { protocolKeys } from '../protocols/protocol-filters.tsx'
import { ProtocolTable } from '../protocols/protocol-table.tsx'
import { SupplyChart } from '../stablecoins/supply-chart.tsx'
import { poolsIn, poolsOnChain } from '../yields/pool-table.tsx'
import { ChainFigures, dominanceSeries } from './chain-figures.tsx'

const keys = { ...seriesKeys, by: choice(SPLITS, 'total'), at: text(), ...protocolKeys }
const METRICS = ['dexs', 'fees', 'active-users', 'derivatives', 'options'] as const

/** One chain: what is on it, what goes on there, and its protocols. */
export function Chain() {
  const chain = useParam('chain')
  const view = useView(keys)
  const listed = useOperation('listHacks', { fields: 'date,name,amount,chain' }).data?.body
  const hacks = useMemo(() => largestHacks(listed ?? [], chain), [listed, chain])
  return (
    <>
      <DetailHead of="/chains" title={chain} ignored={view.ignored} />
      <ChainFigures chain={chain} />
      <div className="with-side">
        <LineChart
          title="Value locked"
          {...request('getHistoricalChainTvl', { chain })}
          view={view}
          height={280}
          annotations={hacks}
          marksOf={() => ({ fact: 'tvl', key: { chain: chain.toLowerCase(), section: 'tvl' } })}
          pointsOf={(days) => days.map(({ date, tvl }) => [date, tvl])}
        />
        <div>
          <ChainAssets chain={chain} />
          <BlockAt
            chain={chain}
            atSec={toSec(view.state.at)}
            onChange={(sec) => view.set({ at: sec === null ? '' : isoText(sec) })}
          />
        </div>
      </div>
      <Panels chain={chain} view={view} />
      <ProtocolTable view={view} chain={chain} />
      <TableSection {...poolsOnChain} {...poolsIn({ chain })} sort="-tvl" leftOut="when empty" />
    </>
  )
}

/** What is recorded of a chain over time; what is not is left out. */
function Panels({ chain, view }: { chain: string; view: ViewOf<typeof keys> }) {
  return (
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
  )
}

/** The block of a chain at any time; the start of today unless one is chosen. */
function BlockAt(props: {
  chain: string
  atSec: number | null
  onChange(atSec: number | null): void
}) {
  const { chain, atSec, onChange } = props
  const today = useDaysAgo(0)
  const sec = atSec ?? today
  const asked = useOperation('getBlock', { chain, timestamp: sec })
  return (
    <>
      <div className="filters">
        <label>
          <span className="dim">Block at, UTC </span>
          <input
            type="datetime-local"
            value={toInputText(sec)}
            onChange={(event) => onChange(fromInputText(event.target.value))}
          />
        </label>
      </div>
      {asked.error?.status === 404 ? (
        <p className="dim">No block known at that time.</p>
      ) : (
        <Block asked={asked} shape={{ rows: 2 }}>
          {({ height, timestamp }) => (
            <Facts
              lines={[
                ['Height', grouped(height, 0)],
                ['Its time', utcText(timestamp)],
              ]}
            />
          )}
        </Block>
      )}
    </>
  )
}

/** What is on a chain by where it came from, and what else is known there. */
function ChainAssets({ chain }: { chain: string }) {
  const asked = useChainOrigins()
  const rwa = useOperation('getRwaStats', {}).data?.body.byChain[chain]
  const page = encodeURIComponent(chain)
  return (
    <Block
      title="Assets by origin"
      asked={asked}
      shape={{ rows: 7 }}
      empty={{ when: (body) => body[chain] === undefined, say: 'No data recorded.' }}
    >
      {(body) => (
        <Facts
          lines={[
            ...ORIGINS.map(
              ({ id, name }) =>
                [name, shortText(originUsd(body, chain, id), { sign: '$' })] as const,
            ),
            [
              'Real-world assets',
              rwa && link(`/rwa/${page}`, shortText(rwa.base.onChainMcap, { sign: '$' })),
            ],
            ['Pools', link('/yields', `yields on ${chain}`, { chain })],
          ]}
        />
      )}
    </Block>
  )
}

/** Real-world assets on a chain; left out where there are none. */
function ChainRwa({ chain, view }: { chain: string; view: SeriesView }) {
  const stats = useOperation('getRwaStats', {}).data?.body
  if (stats?.byChain[chain] === undefined) return null
  return (
    <SeriesBlock
      title="Real-world assets"
      {...request('getRwaChainChart', { chain })}
      kind="line"
      sign="$"
      height={160}
      hasNames
      view={view}
      seriesOf={(days) => [
        { name: 'On-chain', points: days.map((day) => [day.timestamp, day.onChainMcap]) },
        { name: 'Active', points: days.map((day) => [day.timestamp, day.activeMcap]) },
      ]}
    />
  )
}
