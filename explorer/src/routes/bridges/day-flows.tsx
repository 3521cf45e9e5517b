import { useMemo } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { Block } from '../../blocks/states/block.tsx'
import { flowsOf } from '../../lib/flow-matrix.ts'
import { grouped } from '../../lib/numbers.ts'
import { DAY_SEC, dayText, toSec } from '../../lib/times.ts'
import { useDaysAgo } from '../../page/use-days-ago.ts'
import { FlowTable } from './flow-table.tsx'

// The most that one answer holds.
const MAX_TRANSFERS = 6_000

/** What all bridges moved between chains on one day; yesterday unless chosen. */
export function DayFlows({ day }: { day: string }) {
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
  const destinations = useMemo(
    () =>
      new Map(
        (list ?? []).flatMap(({ name, destinationChain }) =>
          destinationChain === null ? [] : [[name, destinationChain] as const],
        ),
      ),
    [list],
  )
  const part =
    asked.data?.part === undefined ? '' : `, the newest ${grouped(MAX_TRANSFERS, 0)} sides`
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
