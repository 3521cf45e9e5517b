import { useMemo } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { columnsOf } from '../../lib/columns-of.ts'
import { align, largest, last } from '../../lib/series.ts'
import { choice, names, sorting } from '../../lib/view-state.ts'
import { allTime } from '../../page/all-time.ts'
import type { BreakdownPoints } from '../../page/breakdown-chart.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useView } from '../../page/use-view.ts'

const PERIODS = ['7', '30', 'ytd', '365'] as const
const PERIOD_NAMES = { '7': '7d', '30': '30d', ytd: 'this year', '365': '1y' }
const keys = {
  ...seriesKeys,
  period: choice(PERIODS, '30'),
  cols: names(),
  sort: sorting('-change'),
}
const MAX_NARRATIVES = 40

/** How narratives did over a period: the mean change of their coins, in percent. */
export function Narratives() {
  const view = useView(keys)
  const { period } = view.state
  const asked = useOperation('getNarrativePerformance', { period })
  const body = asked.data?.body
  const data = useMemo(() => {
    const { times, series } = align(columnsOf(body ?? [], 'date'))
    return { times, series: largest(series, MAX_NARRATIVES, 'Others') }
  }, [body])
  return (
    <>
      <PageHead title="Narratives" ignored={view.ignored} />
      <Block
        title="Change since the start of the period, %"
        asked={asked}
        shape={{ plotHeight: 400, hasNames: true }}
        tools={
          <Segments
            label="Period"
            options={PERIODS}
            names={PERIOD_NAMES}
            value={period}
            onChange={(next) => view.set({ period: next })}
          />
        }
        empty={{ when: (points) => points.length === 0, say: 'Nothing is stored yet.' }}
      >
        {(_, { address }) => (
          <TimeChart
            label="Change of narratives, %"
            data={data}
            kind="line"
            view={allTime(view)}
            mode="abs"
            height={400}
            address={address}
          />
        )}
      </Block>
      <TableBlock
        title="Narratives"
        asked={asked}
        view={view}
        columns={columns}
        rowsOf={rowsOf}
        keyOf={({ name }) => name}
      />
    </>
  )
}

interface Narrative {
  readonly name: string
  readonly change: number | null
}

const rowsOf = (points: BreakdownPoints): Narrative[] =>
  columnsOf(points, 'date').map(({ name, points: own }) => ({
    name,
    change: last(own.map(([, value]) => value)),
  }))

const columns = [
  column<Narrative>('text', 'name', 'Narrative', ({ name }) => name, { isMain: true }),
  column<Narrative>('change', 'change', 'Over the period', ({ change }) => change, {
    isMain: true,
  }),
]
