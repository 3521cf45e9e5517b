import { useMemo } from 'react'
import { type Body, request } from '../../api/request.ts'
import type { MarkedPoint } from '../../blocks/chart/notes.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { AppLink } from '../../page/app-link.tsx'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { useParam, type ViewOf } from '../../page/page-head.tsx'
import { assetList } from './asset-list.tsx'
import { type Asset, includeQuery, rwaKeys } from './rwa-parts.ts'

/** Real-world assets on one chain. */
export function RwaChain() {
  const chain = useParam('chain')
  const list = useMemo(
    () =>
      defineList<Body<'getRwaChain'>, Asset>({
        ...assetList(chain),
        title: `Real-world assets on ${chain}`,
        note: <AppLink to="/rwa">All chains</AppLink>,
        ...request('getRwaChain', { chain }),
        rowsOf: ({ data }) => data,
        above: (view) => <ChainChart chain={chain} view={viewOf(view, rwaKeys)} />,
      }),
    [chain],
  )
  return <ListPage list={list} />
}

function ChainChart({ chain, view }: { chain: string; view: ViewOf<typeof rwaKeys> }) {
  return (
    <SeriesBlock
      title="Market cap; rings are days between two readings"
      {...request('getRwaChainChart', { chain, ...includeQuery(view.state.also) })}
      kind="line"
      sign="$"
      view={view}
      hasNames
      marksOf={interpolatedDays}
      seriesOf={(all) => [
        { name: 'On-chain', points: all.map((day) => [day.timestamp, day.onChainMcap]) },
        { name: 'Active', points: all.map((day) => [day.timestamp, day.activeMcap]) },
        { name: 'In DeFi', points: all.map((day) => [day.timestamp, day.defiActiveTvl]) },
      ]}
    />
  )
}

function interpolatedDays(days: Body<'getRwaChainChart'>): MarkedPoint[] {
  return days
    .filter(({ interpolated }) => interpolated)
    .map(({ timestamp }) => ({ atSec: timestamp, marks: ['interpolated'] }))
}
