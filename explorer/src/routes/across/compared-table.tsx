import { useCallback, useMemo } from 'react'
import type { AnswerState } from '../../api/asked.ts'
import type { ChartData } from '../../blocks/chart/prepare.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { correlation } from '../../lib/correlation.ts'
import { shortText } from '../../lib/numbers.ts'
import { changeOver, last } from '../../lib/series.ts'

interface Row {
  readonly name: string
  readonly now: number | null
  readonly week: number | null
  readonly month: number | null
  readonly year: number | null
  readonly correlation: number | null
}

const columns = [
  column<Row>('text', 'name', 'Series', ({ name }) => name, { isMain: true }),
  column<Row>('ratio', 'now', 'Now', ({ now }) => now, {
    isMain: true,
    show: ({ now }) => shortText(now, { digits: 4 }),
  }),
  column<Row>('change', 'week', '7d', ({ week }) => week),
  column<Row>('change', 'month', '30d', ({ month }) => month, { isMain: true }),
  column<Row>('change', 'year', '1y', ({ year }) => year),
  column<Row>('ratio', 'correlation', 'With the first', (row) => row.correlation, {
    describe: 'Correlation of daily changes with those of the first series, in the range shown',
  }),
]

/** The compared series in figures. */
export function ComparedTable({
  asked,
  view,
  whole,
  shown,
}: {
  asked: AnswerState<unknown>
  view: TableView
  whole: ChartData
  shown: ChartData
}) {
  const rows = useMemo(
    () =>
      whole.series.map(({ name, values }, index): Row => {
        const end = values.findLastIndex((value) => value !== null) + 1
        const known = values.slice(0, end)
        const [first, own] = [shown.series[0], shown.series[index]]
        return {
          name,
          now: last(known),
          week: changeOver(known, 7),
          month: changeOver(known, 30),
          year: changeOver(known, 365),
          correlation:
            index === 0 || first === undefined || own === undefined
              ? null
              : correlation(own.values, first.values),
        }
      }),
    [whole, shown],
  )
  const rowsOf = useCallback(() => rows, [rows])
  return (
    <TableBlock
      title="In figures"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={({ name }) => name}
    />
  )
}
