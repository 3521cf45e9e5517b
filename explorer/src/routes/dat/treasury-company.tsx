import { useAnswer } from '../../api/use-answer.ts'
import { type Points, SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { toSec } from '../../lib/times.ts'
import { names, sorting } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'

const keys = { ...seriesKeys, cols: names(), sort: sorting('-date') }

interface Transaction {
  readonly id: number
  readonly assetTicker: string
  readonly amount: string
  readonly avg_price: string | null
  readonly usd_value: string | null
  readonly end_date: string
  readonly type: string
  readonly source_type: string | null
  readonly source_note: string | null
  readonly is_approved: boolean
}

interface Institution {
  readonly name: string
  readonly ticker: string
  readonly totalUsdValue: number | null
  readonly totalCost: number | null
  readonly mcap_realized: number | null
  readonly realized_mNAV: number | null
  readonly price: number | null
  readonly priceChange24h: number | null
  readonly assetValue: Points
  /** Time, three share counts, three market caps, three mNAV. */
  readonly stats: readonly (readonly (number | null)[])[]
  readonly transactions: readonly Transaction[]
}

/** One company that holds coins: what, bought when, and at what premium it trades. */
export function TreasuryCompany() {
  const symbol = useParam('symbol')
  const view = useView(keys)
  const path = `/dat/institutions/${encodeURIComponent(symbol)}`
  const asked = useAnswer<Institution>(path)
  const company = asked.data?.body
  const isLoading = asked.isPending
  return (
    <>
      <PageHead
        title={company?.name ?? symbol}
        note={symbol}
        crumb={<AppLink to="/dat">Treasury companies</AppLink>}
        ignored={view.ignored}
      />
      <FigureStrip
        items={[
          {
            name: 'Holdings',
            value: company?.totalUsdValue,
            sign: '$',
            isLoading,
            source: { operation: 'dat.getInstitution', parameters: { symbol } },
          },
          { name: 'Cost', value: company?.totalCost, sign: '$', isLoading },
          { name: 'Market cap', value: company?.mcap_realized, sign: '$', isLoading },
          { name: 'mNAV', value: company?.realized_mNAV, isLoading },
          {
            name: 'Price',
            value: company?.price,
            sign: '$',
            isLoading,
            changes: [{ span: '24h', percent: company?.priceChange24h }],
          },
        ]}
      />
      <SeriesBlock<Institution>
        title="Value of the holdings"
        path={path}
        kind="line"
        sign="$"
        view={view}
        seriesOf={({ assetValue }) => [{ name: 'Holdings', points: assetValue }]}
      />
      <SeriesBlock<Institution>
        title="mNAV by shares counted"
        path={path}
        kind="line"
        modes={['abs']}
        view={view}
        seriesOf={({ stats }) =>
          ['Realized', 'Realistic', 'Maximum'].map((name, index) => ({
            name,
            points: stats.map((row) => [row[0] ?? null, row[7 + index] ?? null]),
          }))
        }
      />
      <TableBlock
        title="Transactions"
        asked={asked}
        view={view}
        columns={columns}
        rowsOf={rowsOf}
        keyOf={({ id }) => String(id)}
        empty="None is recorded."
      />
    </>
  )
}

const rowsOf = ({ transactions }: Institution) => transactions

const columns = [
  column<Transaction>('text', 'asset', 'Asset', ({ assetTicker }) => assetTicker, {
    isMain: true,
  }),
  column<Transaction>('day', 'date', 'Until', ({ end_date }) => toSec(end_date), { isMain: true }),
  column<Transaction>('text', 'type', 'Kind', ({ type }) => type),
  column<Transaction>('amount', 'amount', 'Amount', ({ amount }) => Number(amount), {
    unitSize: 1,
    decimals: 2,
  }),
  column<Transaction>('price', 'price', 'Price', (row) => numberOf(row.avg_price)),
  column<Transaction>('usd', 'value', 'Value', (row) => numberOf(row.usd_value), {
    isMain: true,
    addsUp: true,
  }),
  column<Transaction>('text', 'source', 'Source', (row) => row.source_type),
  column<Transaction>('text', 'note', 'Note', (row) => row.source_note, { isExtra: true }),
  column<Transaction>('flag', 'approved', 'Approved', (row) => row.is_approved, { isExtra: true }),
]

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text)
}
