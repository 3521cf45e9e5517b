import type { ReactNode } from 'react'
import type { ApiRequest } from '../api/request.ts'
import { SeriesBlock, type SeriesView } from '../blocks/chart/series-block.tsx'
import { columnsOf } from '../lib/columns-of.ts'

export type BreakdownPoints = readonly Readonly<Record<string, number | null>>[]

/** Parts of a whole over time, stacked: an answer whose points name the parts beside their time. */
export function BreakdownChart({
  title,
  view,
  tools,
  ...request
}: ApiRequest<BreakdownPoints> & {
  title: string
  view: SeriesView
  tools?: ReactNode
}) {
  return (
    <SeriesBlock<BreakdownPoints>
      title={title}
      {...request}
      kind="stack"
      sign="$"
      modes={['abs', 'share']}
      view={view}
      seriesOf={(points) => columnsOf(points)}
      tools={tools}
    />
  )
}
