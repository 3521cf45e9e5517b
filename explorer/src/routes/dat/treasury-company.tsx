import { request } from '../../api/request.ts'
import { useRequest } from '../../api/use-operation.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import type { Source } from '../../blocks/figure/source.ts'
import { Skeleton } from '../../blocks/states/skeleton.tsx'
import { AWAITED_TABLE } from '../../blocks/table/table-block.tsx'
import { names, sorting, text } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { countedSeries, type Held } from './holding.ts'
import { PurchaseChart } from './purchase-chart.tsx'
import { Transactions } from './transactions.tsx'

const keys = { ...seriesKeys, asset: text(), cols: names(), sort: sorting('-date') }

/** One company that holds coins: what, bought when, and at what premium it trades. */
export function TreasuryCompany() {
  const symbol = useParam('symbol')
  const view = useView(keys)
  const institution = request('getInstitution', { symbol })
  const asked = useRequest(institution)
  const company = asked.data?.body
  const held = Object.keys(company?.assets ?? {})
  const asset = held.find((id) => id === view.state.asset) ?? held[0]
  return (
    <>
      <PageHead
        title={company?.name ?? symbol}
        note={symbol}
        crumb={<AppLink to="/dat">Treasury companies</AppLink>}
        ignored={view.ignored}
      />
      <Figures company={company} symbol={symbol} isLoading={asked.isPending} />
      <div className="columns">
        <SeriesBlock
          title="Holdings"
          {...institution}
          kind="line"
          sign="$"
          view={view}
          seriesOf={({ assetValue }) => [{ name: 'Holdings', points: assetValue }]}
        />
        <SeriesBlock
          title="Market cap by shares counted"
          {...institution}
          kind="line"
          sign="$"
          view={view}
          hasNames
          seriesOf={({ stats }) => countedSeries(stats, 'mcap')}
        />
      </div>
      {asked.isPending && <Skeleton shape={AWAITED_TABLE} />}
      {company !== undefined && asset !== undefined && (
        <PurchaseChart
          held={company}
          asset={asset}
          view={view}
          onAsset={(next) => view.set({ asset: next })}
        />
      )}
      <div className="columns">
        <SeriesBlock
          title="mNAV by shares counted"
          {...institution}
          kind="line"
          modes={['abs']}
          view={view}
          hasNames
          seriesOf={({ stats }) => countedSeries(stats, 'premium')}
        />
        <SeriesBlock
          title="Shares, as far as they may come"
          {...institution}
          kind="line"
          modes={['abs']}
          view={view}
          hasNames
          seriesOf={({ stats }) => countedSeries(stats, 'shares')}
        />
      </div>
      <Transactions asked={asked} view={view} />
    </>
  )
}

function Figures({
  company,
  symbol,
  isLoading,
}: {
  company: Held | undefined
  symbol: string
  isLoading: boolean
}) {
  const source: Source = { operation: 'getInstitution', parameters: { symbol } }
  return (
    <FigureStrip
      items={[
        { name: 'Holdings', value: company?.totalUsdValue, sign: '$', isLoading, source },
        { name: 'Cost', value: company?.totalCost, sign: '$', isLoading, source },
        { name: 'Market cap', value: company?.mcap_realized, sign: '$', isLoading, source },
        { name: 'mNAV', value: company?.realized_mNAV, isLoading, source },
        {
          name: 'Price',
          value: company?.price,
          sign: '$',
          isLoading,
          source,
          changes: [{ span: '24h', percent: company?.priceChange24h }],
        },
      ]}
    />
  )
}
