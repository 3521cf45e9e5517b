import { useMemo } from 'react'
import { type ApiRequest, useRequest } from '../api/request.ts'
import { Segments } from '../blocks/chart/segments.tsx'
import { column } from '../blocks/table/column.ts'
import { TableBlock } from '../blocks/table/table-block.tsx'
import { type GroupSums, groupedBy } from '../lib/grouped.ts'
import { useTableView } from './page-head.tsx'

export interface GroupTableProps<T, Row, By extends string> extends ApiRequest<T> {
  readonly title: string
  rowsOf(body: T): readonly Row[]
  readonly groups: Readonly<Record<By, (row: Row) => readonly (string | null | undefined)[]>>
  readonly by: By
  onBy(by: By): void
  /** What is added up in dollars: head and value. */
  readonly sums: readonly (readonly [head: string, value: (row: Row) => number | null])[]
  readonly countHead: string
}

/** The rows of a list by one of their names, counted and added up. */
export function GroupTable<T, Row, By extends string>(props: GroupTableProps<T, Row, By>) {
  const { title, rowsOf, groups, by, onBy, sums, countHead } = props
  const asked = useRequest<T>(props)
  const columns = useMemo(
    () => [
      column<GroupSums>('text', 'name', 'Name', ({ name }) => name, { isMain: true }),
      column<GroupSums>('count', 'count', countHead, ({ count }) => count, { isMain: true }),
      ...sums.map(([head], index) =>
        column<GroupSums>('usd', `sum${index}`, head, (row) => row.sums[index] ?? null, {
          isMain: index === 0,
        }),
      ),
    ],
    [sums, countHead],
  )
  const grouped = useMemo(
    () => (body: T) =>
      groupedBy(
        rowsOf(body),
        groups[by],
        sums.map(([, value]) => value),
      ),
    [rowsOf, groups, by, sums],
  )
  return (
    <TableBlock
      title={title}
      asked={asked}
      view={useTableView('-sum0')}
      columns={columns}
      rowsOf={grouped}
      keyOf={({ name }) => name}
      empty="No data yet."
      filters={
        <Segments label="By" options={Object.keys(groups) as By[]} value={by} onChange={onBy} />
      }
    />
  )
}
