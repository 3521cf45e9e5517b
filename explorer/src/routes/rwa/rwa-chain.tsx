import { useMemo } from 'react'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { AppLink } from '../../page/app-link.tsx'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { useParam } from '../../page/use-param.ts'
import type { View } from '../../page/use-view.ts'
import { type Asset, assetList } from './asset-list.tsx'
import { DASHED, figuresOf, type RwaDay } from './interpolated.ts'
import { includeQuery, rwaKeys } from './rwa-keys.ts'

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
        above: (view) => <ChainChart chain={chain} view={viewOf(view, rwaKeys)} />,
      }),
    [chain],
  )
  return <ListPage list={list} />
}

function ChainChart({
  chain,
  view,
}: {
  chain: string
  view: Pick<View<typeof rwaKeys>, 'state' | 'set'>
}) {
  return (
    <SeriesBlock<readonly RwaDay[]>
      title="Market cap"
      path={`/rwa/chart/chain/${encodeURIComponent(chain)}`}
      query={includeQuery(view.state.also)}
      kind="line"
      sign="$"
      view={view}
      dashed={DASHED}
      seriesOf={figuresOf}
    />
  )
}
