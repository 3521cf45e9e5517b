import { useMemo } from 'react'
import { useOperation } from '../../api/request.ts'
import type { BreakdownPoints } from '../../blocks/chart/series-block.tsx'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { column, MAIN } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { columnsOf } from '../../lib/columns-of.ts'
import { align, last } from '../../lib/series.ts'
import { choice, tableKeys } from '../../lib/view-state.ts'
import { PageHead, useView } from '../../page/page-head.tsx'
import { allTime, seriesKeys } from '../../page/series-keys.ts'
import { defineTable } from '../../page/table-section.tsx'
import { ViewSegments } from '../../page/view-fields.tsx'

const keys = {
  ...seriesKeys,
  period: choice(['7', '30', 'ytd', '365'], '30', {
    label: 'Period',
    names: { '7': '7d', '30': '30d', ytd: 'this year', '365': '1y' },
  }),
  ...tableKeys('-change'),
}
const MAX_NARRATIVES = 40

/** How narratives did over a period: the mean change of their coins, in percent. */
export function Narratives() {
  const view = useView(keys)
  const { period } = view.state
  const asked = useOperation('getNarrativePerformance', { period })
  const body = asked.data?.body
  const data = useMemo(() => align(columnsOf(body ?? [], 'date')), [body])
  return (
    <>
      <PageHead title="Narratives" ignored={view.ignored} />
      <Block
        title="Change since the start of the period, %"
        asked={asked}
        shape={{ plotHeight: 400, hasNames: true }}
        tools={<ViewSegments view={view} id="period" of={keys.period} />}
        empty={{ when: (points) => points.length === 0, say: 'No data yet.' }}
      >
        {(_, { path }) => (
          <TimeChart
            label="Change of narratives, %"
            data={data}
            kind="line"
            view={allTime(view)}
            mode="abs"
            maxSeries={MAX_NARRATIVES}
            height={400}
            path={path}
          />
        )}
      </Block>
      <TableBlock {...narratives} asked={asked} view={view} />
    </>
  )
}

interface Narrative {
  readonly name: string
  readonly change: number | null
}

const narratives = defineTable<BreakdownPoints, Narrative>({
  title: 'Narratives',
  rowsOf: (points) =>
    columnsOf(points, 'date').map(({ name, points: own }) => ({
      name,
      change: last(own.map(([, value]) => value)),
    })),
  keyOf: ({ name }) => name,
  columns: [
    column('text', 'name', 'Narrative', 'name', MAIN),
    column('change', 'change', 'Over the period', 'change', MAIN),
  ],
})
