import { request } from '../../api/request.ts'
import { useRequest } from '../../api/use-operation.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { Facts } from '../../blocks/facts/facts.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { Skeleton } from '../../blocks/states/skeleton.tsx'
import { column } from '../../blocks/table/column.ts'
import { AWAITED_TABLE, TableBlock } from '../../blocks/table/table-block.tsx'
import { sumOf } from '../../lib/sum-of.ts'
import { dayText } from '../../lib/times.ts'
import { choice, names, sorting } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { PegChart } from './peg-chart.tsx'
import { type Asset, type ChainRow, chainRows, supplySeries } from './supply-series.ts'

const SPLITS = ['chain', 'kind'] as const
const keys = {
  ...seriesKeys,
  by: choice(SPLITS, 'chain'),
  cols: names(),
  sort: sorting('-supply'),
}

/** One stablecoin: how much circulates, where, and how it got there. */
export function Stablecoin() {
  const id = useParam('id')
  const view = useView(keys)
  const coin = request('getStablecoin', { asset: id })
  const asked = useRequest(coin)
  const asset = asked.data?.body
  const supplies = Object.values(asset?.currentChainBalances ?? {}).map((part) => sumOf(part))
  return (
    <>
      <PageHead
        title={asset?.name ?? id}
        note={asset?.symbol}
        crumb={<AppLink to="/stablecoins">Stablecoins</AppLink>}
        ignored={view.ignored}
      />
      <FigureStrip
        items={[
          {
            name: 'In circulation',
            value: sumOf(supplies),
            isLoading: asked.isPending,
            source: { operation: 'getStablecoin', parameters: { asset: id } },
          },
          { name: 'Price', value: asset?.price, sign: '$', isLoading: asked.isPending },
          { name: 'Chains', value: supplies.length, isLoading: asked.isPending },
        ]}
      />
      <div className="with-side">
        <div>
          <SeriesBlock
            key={view.state.by}
            title="In circulation"
            {...coin}
            kind="stack"
            modes={['abs', 'share']}
            view={view}
            height={300}
            marksOf={() => ({ fact: 'stablecoin_supply', key: { asset: id } })}
            seriesOf={(body) => supplySeries(body.chainBalances, view.state.by)}
            tools={
              <Segments
                label="Split"
                options={SPLITS}
                names={{ chain: 'by chain', kind: 'minted and bridged' }}
                value={view.state.by}
                onChange={(by) => view.set({ by })}
              />
            }
          />
          {asked.isPending && <Skeleton shape={AWAITED_TABLE} />}
          {asset?.aggregator_id != null && (
            <PegChart
              title="Price"
              view={view}
              names={new Map([[asset.aggregator_id, asset.symbol]])}
              isDeviation={false}
            />
          )}
        </div>
        <Block title="About" asked={asked} shape={{ rows: 4 }}>
          {(body) => (
            <Facts
              lines={[
                ['Peg', body.pegType.replace('pegged', '')],
                ['Mechanism', body.pegMechanism],
                [
                  'Token',
                  body.address == null ? undefined : (
                    <AppLink key="token" to={`/coins/${encodeURIComponent(body.address)}`}>
                      {body.address}
                    </AppLink>
                  ),
                ],
                ['Last report', body.lastReport === null ? null : dayText(body.lastReport)],
                ['What it is', body.description ?? undefined],
              ]}
            />
          )}
        </Block>
      </div>
      <TableBlock
        title="Chains"
        asked={asked}
        view={view}
        columns={columns}
        rowsOf={rowsOf}
        keyOf={({ chain }) => chain}
        hrefOf={({ chain }) => `/chains/${encodeURIComponent(chain)}`}
        hasTotals
      />
    </>
  )
}

const rowsOf = ({ currentChainBalances, chainBalances }: Asset) =>
  chainRows(currentChainBalances, chainBalances)

const columns = [
  column<ChainRow>('text', 'chain', 'Chain', ({ chain }) => chain, { isMain: true }),
  column<ChainRow>('amount', 'supply', 'In circulation', ({ supply }) => supply, {
    isMain: true,
    addsUp: true,
  }),
  column<ChainRow>('percent', 'share', 'Share', ({ share }) => share),
  column<ChainRow>('amount', 'minted', 'Minted', ({ minted }) => minted, { addsUp: true }),
  column<ChainRow>('amount', 'bridged', 'Bridged in', ({ bridged }) => bridged, { addsUp: true }),
  column<ChainRow>('change', 'week', '7d', ({ week }) => week, { isMain: true }),
  column<ChainRow>('change', 'month', '30d', ({ month }) => month),
]
