import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'
import { mapsOf } from '../../lib/columns-of.ts'
import type { Value } from '../../lib/series.ts'
import { chartPath, type MetricScope, splitsOf } from './metric-paths.ts'
import { metricOf, typeOf } from './metrics.ts'

type Days = readonly (readonly [sec: number, value: Value | Readonly<Record<string, Value>>])[]

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
  isOptional = false,
}: {
  id: string
  scope: MetricScope
  view: MetricView
  title?: string
  height?: number
  isOptional?: boolean
}) {
  const metric = metricOf(id)
  const type = typeOf(metric, view.state.type ?? '')
  const splits = splitsOf(id, scope)
  const by = splits.find((split) => split === view.state.by) ?? 'total'
  const isSplit = by !== 'total'
  return (
    <SeriesBlock<Days>
      title={title ?? `${metric.name} a day`}
      path={chartPath(id, scope, by)}
      query={type === metric.types[0] ? {} : { dataType: type.id }}
      kind={type.isLevel !== true ? 'bar' : isSplit ? 'stack' : 'line'}
      sign={type.isCount === true ? '' : '$'}
      modes={isSplit ? ['abs', 'share'] : ['abs', 'log']}
      view={view}
      isOptional={isOptional}
      {...(height === undefined ? {} : { height })}
      seriesOf={(days) => seriesOf(days, metric.name)}
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

/** The answer says by its shape whether it is split: the one before a choice may still be shown. */
function seriesOf(days: Days, name: string) {
  const isSplit = days.some(([, value]) => typeof value === 'object' && value !== null)
  return isSplit
    ? mapsOf(days as readonly (readonly [number, Readonly<Record<string, Value>>])[])
    : [{ name, points: days as readonly (readonly [number, Value])[] }]
}
