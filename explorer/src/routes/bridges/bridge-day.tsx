import { useCallback } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { ChoiceField } from '../../blocks/filters/choice-field.tsx'
import { column } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { shortText } from '../../lib/numbers.ts'
import { dayText, toSec } from '../../lib/times.ts'
import { choice, names, text } from '../../lib/view-state.ts'
import { useDaysAgo } from '../../page/use-days-ago.ts'
import { type BridgeDay, type DayRow, dayRows } from './day-rows.ts'

export const dayKeys = {
  day: text(),
  on: names(),
  show: choice(['token', 'address'], 'token'),
}

export interface DayView extends TableView {
  readonly state: TableView['state'] & {
    readonly day: string
    readonly on: readonly string[]
    readonly show: 'token' | 'address'
  }
  set(changes: Partial<DayView['state']>): void
}

/** One day of bridges on a chain, opened into tokens or addresses; yesterday unless chosen. */
export function BridgeDayTable({
  view,
  chains,
  id,
}: {
  view: DayView
  chains: readonly string[]
  /** One bridge; all where it is left out. */
  id?: string
}) {
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
        empty="Nothing was transferred on this day."
        filters={
          <>
            <input
              type="date"
              aria-label="Day"
              value={new Date(sec * 1000).toISOString().slice(0, 10)}
              onChange={(event) => view.set({ day: event.target.value })}
            />
            <ChoiceField
              label="Chain"
              all="All chains"
              options={chains}
              value={on[0] ?? ''}
              onChange={(value) => view.set({ on: value === '' ? [] : [value] })}
            />
            <Segments
              label="By"
              options={['token', 'address'] as const}
              names={{ token: 'tokens', address: 'addresses' }}
              value={show}
              onChange={(value) => view.set({ show: value })}
            />
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
const col = column<DayRow>

const columns = [
  col('text', 'name', 'Token or address', ({ name }) => name, {
    isMain: true,
    show: ({ name }) => <code>{name}</code>,
  }),
  col('text', 'chain', 'Chain', ({ id }) => id.split(':')[0]),
  col('usd', 'deposited', 'Deposited', ({ depositedUsd }) => depositedUsd, {
    unitSize: 1e3,
    isMain: true,
    addsUp: true,
  }),
  col('usd', 'withdrawn', 'Withdrawn', ({ withdrawnUsd }) => withdrawnUsd, {
    unitSize: 1e3,
    isMain: true,
    addsUp: true,
  }),
  col('count', 'in', 'Deposits', ({ depositTxs }) => depositTxs, { addsUp: true }),
  col('count', 'out', 'Withdrawals', ({ withdrawalTxs }) => withdrawalTxs, { addsUp: true }),
]

function usd(value: number | null | undefined): string {
  return shortText(value, { sign: '$' })
}
