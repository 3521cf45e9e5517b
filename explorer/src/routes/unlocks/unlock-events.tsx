import { useCallback } from 'react'
import type { Asked } from '../../api/asked.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { grouped } from '../../lib/numbers.ts'
import { dayText } from '../../lib/times.ts'
import { eventText, type UnlockEvent } from './emission.ts'
import type { Schedule } from './schedule.ts'

interface EventRow extends UnlockEvent {
  readonly key: string
  readonly tokens: number | null
  readonly share: number | null
}

/** Every event of a schedule. */
export function UnlockEvents({ asked, view }: { asked: Asked<Schedule>; view: TableView }) {
  const rowsOf = useCallback(({ body }: Schedule): readonly EventRow[] => {
    const { events, total } = body.metadata
    return events.map((event, index) => {
      const tokens = event.noOfTokens.at(-1) ?? null
      return {
        ...event,
        key: String(index),
        tokens,
        share: tokens === null || !total ? null : (tokens / total) * 100,
      }
    })
  }, [])
  return (
    <TableBlock
      title="Events"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={({ key }) => key}
      empty="No event is recorded."
    />
  )
}

const write = { tokens: (value: number) => grouped(value, 0), day: dayText }
const col = column<EventRow>

const columns = [
  col('text', 'what', 'What', (row) => eventText(row, write), { isMain: true }),
  col('day', 'at', 'Date', ({ timestamp }) => timestamp, { isMain: true }),
  col('count', 'tokens', 'Tokens', ({ tokens }) => tokens, { isMain: true }),
  col('percent', 'share', 'Of the supply', ({ share }) => share, {
    describe: 'Of the supply in the end; for a linear unlock what comes in a week',
  }),
  col('text', 'kind', 'Kind', ({ unlockType }) => unlockType),
  col('text', 'receiver', 'Receiver', ({ category }) => category),
]
