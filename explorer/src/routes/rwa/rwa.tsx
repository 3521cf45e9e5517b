import { useAnswer } from '../../api/use-answer.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { columnsOf } from '../../lib/columns-of.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { useLocalView } from '../../page/use-local-view.ts'
import { type Asset, assetList } from './asset-list.ts'

const assets = defineList<readonly Asset[], Asset>({
  ...assetList,
  title: 'Real-world assets',
  path: '/rwa/current',
  rowsOf: (body) => body,
  before: () => (
    <>
      <Totals />
      <ByChain />
    </>
  ),
})

export const RealWorldAssets = () => <ListPage list={assets} />

function Totals() {
  const { data, isPending } = useAnswer<{
    totalOnChainMcap: number
    totalActiveMcap: number
    totalDefiActiveTvl: number
    assetCount: number
    assetIssuers: number
  }>('/rwa/stats')
  const stats = data?.body
  const isLoading = isPending
  return (
    <FigureStrip
      items={[
        { name: 'On-chain market cap', value: stats?.totalOnChainMcap, sign: '$', isLoading },
        { name: 'Active market cap', value: stats?.totalActiveMcap, sign: '$', isLoading },
        { name: 'In DeFi', value: stats?.totalDefiActiveTvl, sign: '$', isLoading },
        { name: 'Assets', value: stats?.assetCount, isLoading },
        { name: 'Issuers', value: stats?.assetIssuers, isLoading },
      ]}
    />
  )
}

function ByChain() {
  const view = useLocalView()
  return (
    <SeriesBlock<readonly Record<string, number | null>[]>
      title="On-chain market cap by chain"
      path="/rwa/chart/chain-breakdown"
      kind="stack"
      sign="$"
      modes={['abs', 'share']}
      view={view}
      seriesOf={(points) => columnsOf(points)}
    />
  )
}
