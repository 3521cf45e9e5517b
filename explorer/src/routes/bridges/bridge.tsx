import { useAnswer } from '../../api/use-answer.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { ChoiceField } from '../../blocks/filters/choice-field.tsx'
import { SearchField } from '../../blocks/filters/search-field.tsx'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { toSec } from '../../lib/times.ts'
import { names, sorting, text } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { BridgeDayTable, dayKeys } from './bridge-day.tsx'
import { BridgeFlows } from './bridge-flows.tsx'

const keys = {
  ...dayKeys,
  chain: names(),
  address: text(),
  cols: names(),
  sort: sorting('-at'),
}
const MAX_TRANSACTIONS = 500
const MAX_COIN = 22
const BY_SIZE = { sort: { column: 'deposited', isDescending: true }, cols: [] }

interface BridgeDetail {
  readonly displayName: string
  readonly lastHourlyVolume: number | null
  readonly currentDayVolume: number | null
  readonly lastDailyVolume: number | null
  readonly weeklyVolume: number | null
  readonly monthlyVolume: number | null
  readonly chainBreakdown: Readonly<Record<string, unknown>>
}

interface Transaction {
  readonly tx_hash: string
  readonly ts: string
  readonly chain: string
  readonly is_deposit?: boolean
  readonly coin: string | null
  readonly amount: string
  readonly sourceChain?: string | null
  readonly usd_value?: number | string | null
  readonly tx_from: string
  readonly tx_to: string
}

type Transactions = { readonly transactions: readonly Transaction[] }

/** One bridge: flows over time and its newest transfers. */
export function Bridge() {
  const id = useParam('id')
  const view = useView(keys)
  const path = encodeURIComponent(id)
  const asked = useAnswer<BridgeDetail>(`/bridge/${path}`)
  const { chain, address } = view.state
  const bridge = asked.data?.body
  const chains = Object.keys(bridge?.chainBreakdown ?? {}).sort()
  const transfers = useAnswer<Transactions>(`/transactions/${path}`, {
    limit: MAX_TRANSACTIONS,
    sourceChain: chain[0],
    address: address.trim(),
  })
  const isLoading = asked.isPending
  // The order of the transfers is in the address; that of a day's tokens is by size.
  const dayView = { ...view, state: { ...view.state, ...BY_SIZE } }
  return (
    <>
      <PageHead
        title={bridge?.displayName ?? `Bridge ${id}`}
        crumb={<AppLink to="/bridges">Bridges</AppLink>}
        ignored={view.ignored}
      />
      <FigureStrip
        items={[
          {
            name: 'Last hour',
            value: bridge?.lastHourlyVolume,
            sign: '$',
            isLoading,
            source: { operation: 'bridges.get', parameters: { id } },
          },
          { name: 'Today', value: bridge?.currentDayVolume, sign: '$', isLoading },
          { name: 'Yesterday', value: bridge?.lastDailyVolume, sign: '$', isLoading },
          { name: '7 days', value: bridge?.weeklyVolume, sign: '$', isLoading },
          { name: '30 days', value: bridge?.monthlyVolume, sign: '$', isLoading },
        ]}
      />
      <BridgeFlows title="Deposits and withdrawals" path="/bridgevolume/all" query={{ id }} />
      <BridgeDayTable view={dayView} chains={chains} id={id} />
      <TableBlock
        title="Newest transfers"
        asked={transfers}
        view={view}
        columns={columns}
        rowsOf={rowsOf}
        keyOf={(row) => `${row.tx_hash} ${row.chain} ${row.tx_from} ${row.ts} ${row.usd_value}`}
        empty="No transfer is recorded."
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
    </>
  )
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
  column<Transaction>('usd', 'value', 'Value', (row) => dollars(row.usd_value), {
    unitSize: 1e3,
    isMain: true,
  }),
  column<Transaction>('text', 'from', 'From', ({ tx_from }) => tx_from, { isExtra: true }),
  column<Transaction>('text', 'to', 'To', ({ tx_to }) => tx_to, { isExtra: true }),
]

function Token({ coin }: { coin: string | null }) {
  if (coin === null) return '—'
  return (
    <AppLink to={`/coins/${encodeURIComponent(coin)}`} title={coin}>
      <code>{coin.length > MAX_COIN ? `${coin.slice(0, MAX_COIN)}…` : coin}</code>
    </AppLink>
  )
}

function dollars(value: number | string | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value)
}
