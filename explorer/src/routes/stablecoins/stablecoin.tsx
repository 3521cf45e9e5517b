import { request, useOperation } from '../../api/request.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { type FactLines, Facts } from '../../blocks/facts/facts.tsx'
import { Figures, usd } from '../../blocks/figure/figure-strip.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { Skeleton } from '../../blocks/states/skeleton.tsx'
import { column, MAIN, MAIN_SUM, SUM } from '../../blocks/table/column.ts'
import { AWAITED_TABLE, TableBlock } from '../../blocks/table/table-block.tsx'
import { sumOf } from '../../lib/sums.ts'
import { choice, tableKeys } from '../../lib/view-state.ts'
import { dayText } from '../../lib/writing.ts'
import { link } from '../../page/app-link.tsx'
import { DetailHead, useParam, useView, type ViewOf } from '../../page/page-head.tsx'
import { type SeriesView, seriesKeys } from '../../page/series-keys.ts'
import { defineTable } from '../../page/table-section.tsx'
import { ViewSegments } from '../../page/view-fields.tsx'
import { PegChart } from './supply-chart.tsx'
import { type Asset, type ChainRow, chainRows, supplySeries } from './supply-series.ts'

const keys = {
  ...seriesKeys,
  by: choice(['chain', 'kind'], 'chain', {
    label: 'Split',
    names: { chain: 'by chain', kind: 'minted and bridged' },
  }),
  ...tableKeys('-supply'),
}

/** One stablecoin: how much circulates, where, and how it got there. */
export function Stablecoin() {
  const id = useParam('id')
  const view = useView(keys)
  const asked = useOperation('getStablecoin', { asset: id })
  const asset = asked.data?.body
  const supplies = Object.values(asset?.currentChainBalances ?? {}).map((part) => sumOf(part))
  return (
    <>
      <DetailHead
        of="/stablecoins"
        title={asset?.name ?? id}
        note={asset?.symbol}
        ignored={view.ignored}
      />
      <Figures
        asked={asked}
        of={['getStablecoin', { asset: id }]}
        items={[
          { name: 'In circulation', value: sumOf(supplies) },
          usd('Price', asset?.price),
          { name: 'Chains', value: supplies.length },
        ]}
      />
      <div className="with-side">
        <div>
          <Supply id={id} view={view} />
          {asked.isPending && <Skeleton shape={AWAITED_TABLE} />}
          <Price asset={asset} view={view} />
        </div>
        <Block title="About" asked={asked} shape={{ rows: 4 }}>
          {(body) => <Facts lines={linesOf(body)} />}
        </Block>
      </div>
      <TableBlock {...chains} asked={asked} view={view} />
    </>
  )
}

/** Its price over time; left out where none is told. */
function Price({ asset, view }: { asset: Asset | undefined; view: SeriesView }) {
  if (asset?.aggregator_id == null) return null
  const names = new Map([[asset.aggregator_id, asset.symbol]])
  return <PegChart title="Price" view={view} names={names} isDeviation={false} />
}

function Supply({ id, view }: { id: string; view: ViewOf<typeof keys> }) {
  const { by } = view.state
  return (
    <SeriesBlock
      key={by}
      title="In circulation"
      {...request('getStablecoin', { asset: id })}
      kind="stack"
      modes={['abs', 'share']}
      view={view}
      height={300}
      marksOf={() => ({ fact: 'stablecoin_supply', key: { asset: id } })}
      seriesOf={(body) => supplySeries(body.chainBalances, by)}
      tools={<ViewSegments view={view} id="by" of={keys.by} />}
    />
  )
}

function linesOf(asset: Asset): FactLines {
  const { address, lastReport } = asset
  return [
    ['Peg', asset.pegType.replace('pegged', '')],
    ['Mechanism', asset.pegMechanism],
    ['Token', address == null ? undefined : link(`/coins/${encodeURIComponent(address)}`, address)],
    ['Last report', lastReport === null ? null : dayText(lastReport)],
    ['What it is', asset.description ?? undefined],
  ]
}

const chains = defineTable<Asset, ChainRow>({
  title: 'Chains',
  rowsOf: ({ currentChainBalances, chainBalances }) =>
    chainRows(currentChainBalances, chainBalances),
  keyOf: ({ chain }) => chain,
  hrefOf: ({ chain }) => `/chains/${encodeURIComponent(chain)}`,
  hasTotals: true,
  columns: [
    column('text', 'chain', 'Chain', 'chain', MAIN),
    column('amount', 'supply', 'In circulation', 'supply', MAIN_SUM),
    column('percent', 'share', 'Share', 'share'),
    column('amount', 'minted', 'Minted', 'minted', SUM),
    column('amount', 'bridged', 'Bridged in', 'bridged', SUM),
    column('change', 'week', '7d', 'week', MAIN),
    column('change', 'month', '30d', 'month'),
  ],
})
