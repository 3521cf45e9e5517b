import { useMemo } from 'react'
import { type Body, type Pages, request, useOperation, usePages } from '../../api/request.ts'
import { Figures, usd } from '../../blocks/figure/figure-strip.tsx'
import { ChoiceField, SearchField } from '../../blocks/filters/fields.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { type Column, column, EXTRA, MAIN } from '../../blocks/table/column.ts'
import { LoadMore } from '../../blocks/table/load-more.tsx'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { destinationsOf, flowsOf } from '../../lib/flow-matrix.ts'
import { names, tableKeys, text } from '../../lib/view-state.ts'
import { grouped, toSec, utcText } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { DetailHead, useParam, useView, type ViewOf } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { keyOf, nameOf } from '../../page/view-fields.tsx'
import { BridgeDayTable, dayKeys } from './bridge-day.tsx'
import { BridgeFlows } from './bridge-flows.tsx'
import { FlowTable } from './flow-table.tsx'

const keys = { ...seriesKeys, ...dayKeys, chain: names(), address: text(), ...tableKeys('-at') }
const PAGE_SIZE = 500
const MATRIX_NOTE = 'of the transfers that are listed below'
const BY_SIZE = { sort: { column: 'deposited', isDescending: true }, cols: [] }

/** One bridge: flows over time and its newest transfers. */
export function Bridge() {
  const id = useParam('id')
  const view = useView(keys)
  const asked = useOperation('getBridge', { id })
  const { chain, address } = view.state
  const bridge = asked.data?.body
  const chains = Object.keys(bridge?.chainBreakdown ?? {}).sort()
  const transfers = usePages(
    request('listBridgeTransactions', {
      id,
      limit: PAGE_SIZE,
      startTimestamp: 0,
      sourceChain: chain[0],
      address: address.trim(),
    }),
    (all, next) => ({ ...all, transactions: [...all.transactions, ...next.transactions] }),
  )
  const destinations = useMemo(() => destinationsOf(bridge ? [bridge] : []), [bridge])
  // The order of the transfers is in the URL; that of a day's tokens is by size.
  const dayView = { ...view, state: { ...view.state, ...BY_SIZE } }
  return (
    <>
      <DetailHead
        of="/bridges"
        title={bridge?.displayName ?? `Bridge ${id}`}
        ignored={view.ignored}
      />
      <Figures
        asked={asked}
        of={['getBridge', { id }]}
        items={[
          usd('Last hour', bridge?.lastHourlyVolume),
          usd('Today', bridge?.currentDayVolume),
          usd('Yesterday', bridge?.lastDailyVolume),
          usd('7 days', bridge?.weeklyVolume),
          usd('30 days', bridge?.monthlyVolume),
        ]}
      />
      <BridgeFlows
        title="Deposits and withdrawals"
        {...request('getBridgeVolume', { chain: 'all', id })}
        view={view}
      />
      <BridgeDayTable view={dayView} chains={chains} id={id} />
      <Block title="Between chains" note={MATRIX_NOTE} asked={transfers.asked} shape={{ rows: 8 }}>
        {({ transactions }) => <FlowTable flows={flowsOf(transactions, destinations)} />}
      </Block>
      <BridgeTransfers pages={transfers} view={view} chains={chains} />
    </>
  )
}

type Transactions = Body<'listBridgeTransactions'>
/** One side of a transfer. */
type Transaction = Transactions['transactions'][number]

const MAX_COIN = 22

/** Transfers of a bridge, newest first, further ones as the end comes near. */
function BridgeTransfers(props: {
  pages: Pages<Transactions>
  view: ViewOf<typeof keys>
  chains: readonly string[]
}) {
  const { pages, view, chains } = props
  const all = pages.asked.data?.body.transactions ?? []
  return (
    <TableBlock
      title="Newest transfers"
      asked={pages.asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={(row) => `${row.tx_hash} ${row.chain} ${row.tx_from} ${row.ts} ${row.usd_value}`}
      empty="No transfers recorded."
      foot={
        <LoadMore
          position={positionOf(all, pages.hasMore)}
          hasMore={pages.hasMore}
          isLoading={pages.isLoadingMore}
          onMore={pages.loadMore}
        />
      }
      filters={
        <>
          <ChoiceField
            {...nameOf(view, 'chain')}
            label="From chain"
            all="From any chain"
            options={chains}
          />
          <SearchField {...keyOf(view, 'address')} label="Address" />
        </>
      }
    />
  )
}

/** How far back the rows go, in words. */
function positionOf(all: readonly Transaction[], hasMore: boolean): string {
  const oldest = toSec(all.at(-1)?.ts)
  if (oldest === null) return ''
  const words = `${grouped(all.length, 0)} transfers, back to ${utcText(oldest)}`
  return hasMore ? words : `${words}, the earliest`
}

const rowsOf = ({ transactions }: Transactions) => transactions

const columns: readonly Column<Transaction>[] = [
  column('text', 'hash', 'Transaction', 'tx_hash', {
    isMain: true,
    show: ({ tx_hash }) => <code title={tx_hash}>{`${tx_hash.slice(0, 10)}…`}</code>,
  }),
  column('timestamp', 'at', 'Time', ({ ts }) => toSec(ts), MAIN),
  column('text', 'chain', 'Chain', 'chain'),
  column('text', 'source', 'From chain', 'sourceChain'),
  column('text', 'way', 'Way', (row) => (row.is_deposit ? 'deposit' : 'withdrawal')),
  column('text', 'token', 'Token', 'coin', {
    show: ({ coin }) => <Token coin={coin} />,
  }),
  column('text', 'amount', 'Amount', 'amount', {
    isExtra: true,
    describe: 'In the smallest unit of the token',
  }),
  column('usdK', 'value', 'Value', 'usd_value', MAIN),
  column('text', 'from', 'From', 'tx_from', EXTRA),
  column('text', 'to', 'To', 'tx_to', EXTRA),
]

function Token({ coin }: { coin: string }) {
  return (
    <AppLink to={`/coins/${encodeURIComponent(coin)}`} title={coin}>
      <code>{coin.length > MAX_COIN ? `${coin.slice(0, MAX_COIN)}…` : coin}</code>
    </AppLink>
  )
}
