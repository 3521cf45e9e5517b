import { request } from '../../api/request.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import type { Source } from '../../blocks/figure/source.ts'
import { BreakdownChart } from '../../page/breakdown-chart.tsx'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import type { View } from '../../page/use-view.ts'
import type { Asset } from './asset-figures.ts'
import { assetList } from './asset-list.tsx'
import { FIGURE_NAMES, FIGURES, includeQuery, rwaKeys } from './rwa-keys.ts'
import { RwaPartsTable } from './rwa-parts-table.tsx'

const assets = defineList<readonly Asset[], Asset>({
  ...assetList(null),
  title: 'Real-world assets',
  ...request('listRwaAssets', {}),
  rowsOf: (body) => body,
  above: (view) => (
    <>
      <Totals />
      <ByChain view={viewOf(view, rwaKeys)} />
      <RwaPartsTable view={viewOf(view, rwaKeys)} />
    </>
  ),
})

/** Real-world assets: totals, chains, parts of the market, and every asset. */
export const RealWorldAssets = () => <ListPage list={assets} />

function Totals() {
  const { data, isPending: isLoading } = useOperation('getRwaStats', {})
  const stats = data?.body
  const source: Source = { operation: 'getRwaStats', parameters: {} }
  return (
    <FigureStrip
      items={[
        {
          name: 'On-chain market cap',
          value: stats?.totalOnChainMcap,
          sign: '$',
          isLoading,
          source,
        },
        { name: 'Active market cap', value: stats?.totalActiveMcap, sign: '$', isLoading, source },
        { name: 'In DeFi', value: stats?.totalDefiActiveTvl, sign: '$', isLoading, source },
        { name: 'Assets', value: stats?.assetCount, isLoading },
        { name: 'Issuers', value: stats?.assetIssuers, isLoading },
      ]}
    />
  )
}

function ByChain({ view }: { view: Pick<View<typeof rwaKeys>, 'state' | 'set'> }) {
  const { figure, also } = view.state
  return (
    <BreakdownChart
      title={figure === 'defiActiveTvl' ? 'In DeFi by chain' : 'Market cap by chain'}
      {...request('getRwaChainBreakdown', {
        key: figure === 'onChainMcap' ? undefined : figure,
        ...includeQuery(also),
      })}
      view={view}
      tools={
        <Segments
          label="Figure"
          options={FIGURES}
          names={FIGURE_NAMES}
          value={figure}
          onChange={(next) => view.set({ figure: next })}
        />
      }
    />
  )
}
