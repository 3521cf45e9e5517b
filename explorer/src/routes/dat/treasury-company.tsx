import { type ApiRequest, request, useRequest } from '../../api/request.ts'
import type { QueryResult } from '../../api/response.ts'
import { RANGES } from '../../blocks/chart/prepare.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { LineChart, SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { Figures, usd } from '../../blocks/figure/figure-strip.tsx'
import { Skeleton } from '../../blocks/states/skeleton.tsx'
import { column, EXTRA, MAIN, MAIN_SUM } from '../../blocks/table/column.ts'
import { AWAITED_TABLE, TableBlock } from '../../blocks/table/table-block.tsx'
import { tableKeys, text } from '../../lib/view-state.ts'
import { shortText, toSec } from '../../lib/writing.ts'
import { outwardColumn } from '../../page/columns.tsx'
import { DetailHead, useParam, useView } from '../../page/page-head.tsx'
import { type SeriesView, seriesKeys } from '../../page/series-keys.ts'
import { defineTable } from '../../page/table-section.tsx'
import { pricePoints } from '../coins/coin-rows.ts'
import { countedSeries, type Held, numberOf, stateOf, type Transaction } from './institution.ts'

const keys = { ...seriesKeys, asset: text(), ...tableKeys('-date') }

/** One company that holds coins: what, bought when, and at what premium it trades. */
export function TreasuryCompany() {
  const symbol = useParam('symbol')
  const view = useView(keys)
  const institution = request('getInstitution', { symbol })
  const asked = useRequest(institution)
  const company = asked.data?.body
  const shared = { institution, view }
  const held = Object.keys(company?.assets ?? {})
  const asset = held.find((id) => id === view.state.asset) ?? held[0]
  return (
    <>
      <DetailHead of="/dat" title={company?.name ?? symbol} note={symbol} ignored={view.ignored} />
      <HeldFigures asked={asked} symbol={symbol} />
      <div className="columns">
        <LineChart
          title="Holdings"
          {...institution}
          view={view}
          pointsOf={({ assetValue }) => assetValue}
        />
        <Counted title="Market cap by shares counted" figure="mcap" sign="$" {...shared} />
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
        <Counted title="mNAV by shares counted" figure="premium" {...shared} />
        <Counted title="Shares, as far as they may come" figure="shares" {...shared} />
      </div>
      <TableBlock {...transactions} asked={asked} view={view} />
    </>
  )
}

/** A figure of each day by the ways to count shares. */
function Counted(props: {
  title: string
  figure: Parameters<typeof countedSeries>[1]
  sign?: string
  institution: ApiRequest<Held>
  view: SeriesView
}) {
  const { title, figure, sign, institution, view } = props
  return (
    <SeriesBlock
      title={title}
      {...institution}
      kind="line"
      {...(sign === undefined ? { modes: ['abs'] } : { sign })}
      view={view}
      hasNames
      seriesOf={({ stats }) => countedSeries(stats, figure)}
    />
  )
}

function HeldFigures({ asked, symbol }: { asked: QueryResult<Held>; symbol: string }) {
  const company = asked.data?.body
  return (
    <Figures
      asked={asked}
      of={['getInstitution', { symbol }]}
      items={[
        usd('Holdings', company?.totalUsdValue),
        usd('Cost', company?.totalCost),
        usd('Market cap', company?.mcap_realized),
        { name: 'mNAV', value: company?.realized_mNAV },
        usd('Price', company?.price, { changes: { '24h': company?.priceChange24h } }),
      ]}
    />
  )
}

// The service gives no more points of a price at once.
const MAX_DAYS = 500
const MAX_NAMED = 10

/** The price of a coin with a line at each purchase of it. */
function PurchaseChart(props: {
  held: Held
  asset: string
  view: SeriesView
  onAsset(asset: string): void
}) {
  const { held, asset, view, onAsset } = props
  const days = Math.min(MAX_DAYS, RANGES[view.state.range])
  const purchases = held.transactions.filter((row) => row.asset === asset)
  const annotations = purchases.flatMap((row) => {
    const sec = toSec(row.end_date)
    const text = purchases.length > MAX_NAMED ? '' : shortText(numberOf(row.amount))
    return sec === null ? [] : [{ sec, text }]
  })
  const coin = `aggregator:${asset}`
  return (
    <LineChart
      key={asset}
      title={`Purchases on the price of ${held.assetsMeta[asset]?.name ?? asset}`}
      {...request('getPriceChartOrPoolChart', { coinsOrPool: coin, period: '1d', span: days })}
      view={view}
      annotations={annotations}
      tools={
        Object.keys(held.assets).length > 1 && (
          <Segments
            label="Coin"
            options={Object.keys(held.assets)}
            value={asset}
            onChange={onAsset}
          />
        )
      }
      pointsOf={pricePoints}
      name={asset}
    />
  )
}

/** Purchases and sales, each with its source. */
const transactions = defineTable<Held, Transaction>({
  title: 'Transactions',
  rowsOf: (held) => held.transactions,
  keyOf: ({ id }) => String(id),
  empty: 'No transactions recorded.',
  columns: [
    column('text', 'asset', 'Asset', 'assetTicker', MAIN),
    column('day', 'date', 'Until', ({ end_date }) => toSec(end_date), MAIN),
    column('day', 'start', 'From', ({ start_date }) => toSec(start_date), EXTRA),
    column('text', 'type', 'Kind', 'type'),
    column('amount', 'amount', 'Amount', ({ amount }) => numberOf(amount), {
      unitSize: 1,
      decimals: 2,
    }),
    column('price', 'price', 'Price', (row) => numberOf(row.avg_price)),
    column('usd', 'value', 'Value', (row) => numberOf(row.usd_value), MAIN_SUM),
    outwardColumn('source', 'Source', (row) => [row.source_type, row.source_url]),
    column('text', 'state', 'State', stateOf),
    column('text', 'note', 'Note', 'source_note', EXTRA),
  ],
})
