import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock, type SeriesBlockProps } from '../../blocks/chart/series-block.tsx'
import { partsOrTotal } from '../../lib/columns-of.ts'
import type { ViewWith } from '../../lib/view-state.ts'
import type { SeriesState } from '../../page/series-keys.ts'
import {
  chartRequest,
  type MetricDays,
  type MetricScope,
  type Split,
  splitsOf,
} from './metric-requests.ts'
import { type MetricPage, type MetricType, metricOf, typeOf } from './metrics.ts'

export type MetricView = ViewWith<SeriesState & { readonly by: string; readonly type?: string }>

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
  marksOf,
  ...rest
}: Pick<SeriesBlockProps<MetricDays>, 'height' | 'annotations' | 'isOptional'> & {
  id: string
  scope: MetricScope
  view: MetricView
  /** Id of the protocol, whose revised, held and carried days are marked. */
  marksOf?: string | undefined
}) {
  const metric = metricOf(id)
  const type = typeOf(metric, view.state.type)
  const by = splitsOf(id, scope).find((split) => split === view.state.by) ?? 'total'
  const isSplit = by !== 'total'
  const marked = (protocol: string) => ({
    fact: 'dimension_days',
    key: { metric: id, protocol, dataType: type.id },
  })
  return (
    <SeriesBlock
      title={`${metric.name} a day`}
      {...chartRequest(id, scope, by, type === metric.types[0] ? undefined : type.id)}
      kind={type.isLevel !== true ? 'bar' : isSplit ? 'stack' : 'line'}
      sign={type.isCount === true ? '' : '$'}
      modes={isSplit ? ['abs', 'share'] : ['abs', 'log']}
      view={view}
      {...(marksOf === undefined ? {} : { marksOf: () => marked(marksOf) })}
      seriesOf={(days) => partsOrTotal(days, metric.name)}
      tools={<Tools metric={metric} type={type} splits={splitsOf(id, scope)} by={by} view={view} />}
      {...rest}
    />
  )
}

interface ToolsProps {
  readonly metric: MetricPage
  readonly type: MetricType
  readonly splits: readonly Split[]
  readonly by: Split
  readonly view: MetricView
}

function Tools({ metric: { types }, type, splits, by, view }: ToolsProps) {
  return (
    <>
      <Segments
        label="Split"
        options={splits}
        names={SPLIT_NAMES}
        value={by}
        onChange={(value) => view.set({ by: value })}
      />
      {types.length > 1 && view.state.type !== undefined && (
        <Segments
          label="Figure"
          options={types.map((option) => option.id)}
          names={Object.fromEntries(types.map((option) => [option.id, option.name]))}
          value={type.id}
          onChange={(value) => view.set({ type: value === types[0].id ? '' : value })}
        />
      )}
    </>
  )
}
