import { useMemo } from 'react'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { AppLink } from '../../page/app-link.tsx'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { useLocalView } from '../../page/use-local-view.ts'
import { useParam } from '../../page/use-param.ts'
import { type Asset, assetList } from './asset-list.ts'

type Days = readonly {
  timestamp: number
  onChainMcap: number | null
  activeMcap: number | null
  defiActiveTvl: number | null
}[]

/** Real-world assets on one chain. */
export function RwaChain() {
  const chain = useParam('chain')
  const list = useMemo(
    () =>
      defineList<{ data: readonly Asset[] }, Asset>({
        ...assetList,
        title: `Real-world assets on ${chain}`,
        note: <AppLink to="/rwa">All chains</AppLink>,
        path: `/rwa/chain/${encodeURIComponent(chain)}`,
        rowsOf: ({ data }) => data,
        before: () => <ChainChart chain={chain} />,
      }),
    [chain],
  )
  return <ListPage list={list} />
}

function ChainChart({ chain }: { chain: string }) {
  const view = useLocalView()
  return (
    <SeriesBlock<Days>
      title="Market cap"
      path={`/rwa/chart/chain/${encodeURIComponent(chain)}`}
      kind="line"
      sign="$"
      view={view}
      seriesOf={(days) => [
        { name: 'On-chain', points: days.map((day) => [day.timestamp, day.onChainMcap]) },
        { name: 'Active', points: days.map((day) => [day.timestamp, day.activeMcap]) },
        { name: 'In DeFi', points: days.map((day) => [day.timestamp, day.defiActiveTvl]) },
      ]}
    />
  )
}
