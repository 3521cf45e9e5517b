import type { Pages } from '../../api/use-pages.ts'
import { ChoiceField } from '../../blocks/filters/choice-field.tsx'
import { SearchField } from '../../blocks/filters/search-field.tsx'
import { column } from '../../blocks/table/column.ts'
import { LoadMore } from '../../blocks/table/load-more.tsx'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { grouped } from '../../lib/numbers.ts'
import { momentText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import type { Transaction, Transactions } from './transaction.ts'

const MAX_COIN = 22

export interface TransferView extends TableView {
  readonly state: TableView['state'] & {
    readonly chain: readonly string[]
    readonly address: string
  }
  set(changes: Partial<TransferView['state']>): void
}

/** Transfers of a bridge, newest first, further ones as the end comes near. */
export function BridgeTransfers(props: {
  pages: Pages<Transactions>
  view: TransferView
  chains: readonly string[]
}) {
  const { pages, view, chains } = props
  const { chain, address } = view.state
  const all = pages.asked.data?.body.transactions ?? []
  return (
    <TableBlock
      title="Newest transfers"
      asked={pages.asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={(row) => `${row.tx_hash} ${row.chain} ${row.tx_from} ${row.ts} ${row.usd_value}`}
      empty="No transfer is recorded."
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
            label="From chain"
            all="From any chain"
            options={chains}
            value={chain[0] ?? ''}
            onChange={(value) => view.set({ chain: value === '' ? [] : [value] })}
          />
          <SearchField
            label="Address"
            value={address}
            onChange={(value) => view.set({ address: value })}
          />
        </>
      }
    />
  )
}

/** How far back the rows go, in words. */
function positionOf(all: readonly Transaction[], hasMore: boolean): string {
  const oldest = toSec(all.at(-1)?.ts)
  if (oldest === null) return ''
  const words = `${grouped(all.length, 0)} transfers, back to ${momentText(oldest)} UTC`
  return hasMore ? words : `${words}: all there are`
}

const rowsOf = ({ transactions }: Transactions) => transactions

const columns = [
  column<Transaction>('text', 'hash', 'Transaction', ({ tx_hash }) => tx_hash, {
    isMain: true,
    show: ({ tx_hash }) => <code title={tx_hash}>{`${tx_hash.slice(0, 10)}…`}</code>,
  }),
  column<Transaction>('moment', 'at', 'Time', ({ ts }) => toSec(ts), { isMain: true }),
  column<Transaction>('text', 'chain', 'Chain', ({ chain }) => chain),
  column<Transaction>('text', 'source', 'From chain', ({ sourceChain }) => sourceChain),
  column<Transaction>('text', 'way', 'Way', (row) => (row.is_deposit ? 'deposit' : 'withdrawal')),
  column<Transaction>('text', 'token', 'Token', ({ coin }) => coin, {
    show: ({ coin }) => <Token coin={coin} />,
  }),
  column<Transaction>('text', 'amount', 'Amount', ({ amount }) => amount, {
    isExtra: true,
    describe: 'In the smallest unit of the token',
  }),
  column<Transaction>('usd', 'value', 'Value', ({ usd_value }) => usd_value, {
    unitSize: 1e3,
    isMain: true,
  }),
  column<Transaction>('text', 'from', 'From', ({ tx_from }) => tx_from, { isExtra: true }),
  column<Transaction>('text', 'to', 'To', ({ tx_to }) => tx_to, { isExtra: true }),
]

function Token({ coin }: { coin: string }) {
  return (
    <AppLink to={`/coins/${encodeURIComponent(coin)}`} title={coin}>
      <code>{coin.length > MAX_COIN ? `${coin.slice(0, MAX_COIN)}…` : coin}</code>
    </AppLink>
  )
}
