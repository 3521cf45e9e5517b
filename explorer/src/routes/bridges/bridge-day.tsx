import { useCallback, useMemo } from 'react'
import { useDaysAgo, useOperation } from '../../api/request.ts'
import { ChoiceField } from '../../blocks/filters/fields.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { type Column, column, MAIN_SUM, SUM } from '../../blocks/table/column.ts'
import { TableBlock, type TableState } from '../../blocks/table/table-block.tsx'
import { destinationsOf, flowsOf } from '../../lib/flow-matrix.ts'
import {
  choice,
  names,
  type StateOf,
  tableKeys,
  text,
  type ViewWith,
} from '../../lib/view-state.ts'
import { DAY_SEC, dayText, grouped, isoDay, shortText, toSec } from '../../lib/writing.ts'
import { PageHead, PageTabs, useView } from '../../page/page-head.tsx'
import { nameOf, ViewSegments } from '../../page/view-fields.tsx'
import { BRIDGE_TABS } from './bridges.tsx'
import { type BridgeDay, type DayRow, dayRows } from './day-rows.ts'
import { FlowTable } from './flow-table.tsx'

export const dayKeys = {
  day: text(),
  on: names(),
  show: choice(['token', 'address'], 'token', {
    label: 'By',
    names: { token: 'tokens', address: 'addresses' },
  }),
}

/** One day of bridges on a chain, opened into tokens or addresses; yesterday unless chosen. */
export function BridgeDayTable(props: {
  view: ViewWith<TableState & StateOf<typeof dayKeys>>
  chains: readonly string[]
  /** One bridge; all where it is left out. */
  id?: string
}) {
  const { view, chains, id } = props
  const { day, on, show } = view.state
  const yesterday = useDaysAgo(1)
  const sec = toSec(day) ?? yesterday
  const [chain = 'all'] = on
  const asked = useOperation('getBridgeDayStats', { timestamp: sec, chain, id })
  const rowsOf = useCallback((body: BridgeDay) => dayRows(body, show), [show])
  const body = asked.data?.body
  return (
    <>
      <TableBlock
        title={`Transfers of ${dayText(sec)}`}
        asked={asked}
        view={view}
        columns={show === 'token' ? columns.filter(({ id: name }) => !TXS.has(name)) : columns}
        rowsOf={rowsOf}
        keyOf={(row) => row.id}
        hrefOf={(row) => (show === 'token' ? `/coins/${encodeURIComponent(row.id)}` : null)}
        hasTotals
        empty="No transfers on this day."
        filters={
          <>
            <input
              type="date"
              aria-label="Day"
              value={isoDay(sec)}
              onChange={(event) => view.set({ day: event.target.value })}
            />
            <ChoiceField {...nameOf(view, 'on')} label="Chain" all="All chains" options={chains} />
            <ViewSegments view={view} id="show" of={dayKeys.show} />
          </>
        }
      />
      {body !== undefined && (
        <p className="dim">
          Deposits {usd(body.totalDepositedUSD)}, withdrawals {usd(body.totalWithdrawnUSD)}
        </p>
      )}
    </>
  )
}

const TXS = new Set(['in', 'out'])
const columns: readonly Column<DayRow>[] = [
  column('text', 'name', 'Token or address', 'name', {
    isMain: true,
    show: ({ name }) => <code>{name}</code>,
  }),
  column('text', 'chain', 'Chain', ({ id }) => id.split(':')[0]),
  column('usdK', 'deposited', 'Deposited', 'depositedUsd', MAIN_SUM),
  column('usdK', 'withdrawn', 'Withdrawn', 'withdrawnUsd', MAIN_SUM),
  column('count', 'in', 'Deposits', 'depositTxs', SUM),
  column('count', 'out', 'Withdrawals', 'withdrawalTxs', SUM),
]

function usd(value: number | null | undefined): string {
  return shortText(value, { sign: '$' })
}

const keys = { ...dayKeys, ...tableKeys('-deposited') }

/** What all bridges moved on one day, on all chains or one. */
export function BridgesDay() {
  const view = useView(keys)
  const chains = useOperation('listChains', {})
  return (
    <>
      <PageHead title="Bridges, one day" ignored={view.ignored} />
      <PageTabs label="Bridges" tabs={BRIDGE_TABS} />
      <BridgeDayTable
        view={view}
        chains={(chains.data?.body ?? []).map(({ name }) => name).sort()}
      />
      <DayFlows day={view.state.day} />
    </>
  )
}

// The most that one response holds.
const MAX_TRANSFERS = 6_000

/** What all bridges moved between chains on one day; yesterday unless chosen. */
function DayFlows({ day }: { day: string }) {
  const yesterday = useDaysAgo(1)
  const sec = toSec(day) ?? yesterday
  const bridges = useOperation('listBridges', { includeChains: true })
  const asked = useOperation('listBridgeTransactions', {
    id: 'all',
    startTimestamp: sec,
    endTimestamp: sec + DAY_SEC - 1,
    limit: MAX_TRANSFERS,
  })
  const list = bridges.data?.body.bridges
  const destinations = useMemo(() => destinationsOf(list ?? []), [list])
  const part =
    asked.data?.part === undefined ? '' : `, latest ${grouped(MAX_TRANSFERS, 0)} sides only`
  return (
    <Block
      title="Between chains"
      note={`${dayText(sec)}, all bridges${part}`}
      asked={asked}
      shape={{ rows: 12 }}
    >
      {({ transactions }) => <FlowTable flows={flowsOf(transactions, destinations)} />}
    </Block>
  )
}
