import type { Annotation } from '../../blocks/chart/notes.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'
import { partsOrTotal } from '../../lib/columns-of.ts'
import { chartRequest, type MetricScope, splitsOf } from './metric-requests.ts'
import { metricOf, typeOf } from './metrics.ts'

export interface MetricView extends SeriesView {
  readonly state: SeriesView['state'] & { readonly by: string; readonly type?: string }
  set(changes: Partial<MetricView['state']>): void
}

const SPLIT_NAMES = {
  protocol: 'by protocol',
  chain: 'by chain',
  version: 'by version',
  label: 'by label',
}

/** A metric over time in a scope: in total, or split in a way that the contract knows. */
export function MetricChart({
  id,
  scope,
  view,
  title,
  height,
  annotations,
  marksOf,
  isOptional = false,
}: {
  id: string
  scope: MetricScope
  view: MetricView
  title?: string
  height?: number
  annotations?: readonly Annotation[]
  /** Id of the protocol, whose revised, held and carried days are marked. */
  marksOf?: string | undefined
  isOptional?: boolean
}) {
  const metric = metricOf(id)
  const type = typeOf(metric, view.state.type ?? '')
  const splits = splitsOf(id, scope)
  const by = splits.find((split) => split === view.state.by) ?? 'total'
  const isSplit = by !== 'total'
  return (
    <SeriesBlock
      title={title ?? `${metric.name} a day`}
      {...chartRequest(id, scope, by, type === metric.types[0] ? undefined : type.id)}
      kind={type.isLevel !== true ? 'bar' : isSplit ? 'stack' : 'line'}
      sign={type.isCount === true ? '' : '$'}
      modes={isSplit ? ['abs', 'share'] : ['abs', 'log']}
      view={view}
      isOptional={isOptional}
      {...(height === undefined ? {} : { height })}
      {...(annotations === undefined ? {} : { annotations })}
      {...(marksOf === undefined
        ? {}
        : {
            marksOf: () => ({
              fact: 'dimension_days',
              key: { metric: id, protocol: marksOf, dataType: type.id },
            }),
          })}
      seriesOf={(days) => partsOrTotal(days, metric.name)}
      tools={
        <>
          <Segments
            label="Split"
            options={splits}
            names={SPLIT_NAMES}
            value={by}
            onChange={(value) => view.set({ by: value })}
          />
          {metric.types.length > 1 && view.state.type !== undefined && (
            <Segments
              label="Figure"
              options={metric.types.map((option) => option.id)}
              names={Object.fromEntries(metric.types.map((option) => [option.id, option.name]))}
              value={type.id}
              onChange={(value) => view.set({ type: value === metric.types[0].id ? '' : value })}
            />
          )}
        </>
      }
    />
  )
}
