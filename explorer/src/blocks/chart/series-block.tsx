import { type ReactNode, useMemo } from 'react'
import { type ApiRequest, useRequest } from '../../api/request.ts'
import type { ApiResponse } from '../../api/response.ts'
import { columnsOf } from '../../lib/columns-of.ts'
import type { ChartData } from '../../lib/series.ts'
import { align, type NamedPoints, type Points } from '../../lib/series.ts'
import type { SeriesView } from '../../page/series-keys.ts'
import { blockId, useIsShown } from '../embed/embedded.ts'
import { Block } from '../states/block.tsx'
import type { MarkedPoint } from './notes.ts'
import { type Mode, modesOf } from './prepare.ts'
import { RangeField, Segments } from './segments.tsx'
import { TimeChart } from './time-chart.tsx'
import type { DrawingProps, MarkedRows } from './use-drawing.ts'

type Drawing = 'kind' | 'maxSeries' | 'annotations' | 'confidences'

export interface SeriesBlockProps<T> extends ApiRequest<T>, Pick<DrawingProps, Drawing> {
  readonly title: string
  /** The series of a response; the largest are shown by name, the rest in one. */
  seriesOf(body: T): readonly NamedPoints[]
  readonly sign?: string
  readonly view: SeriesView
  readonly modes?: readonly Mode[]
  readonly height?: number
  /** Rows behind the series, whose revised, held and carried points are marked. */
  marksOf?(body: T): MarkedRows | readonly MarkedPoint[]
  readonly tools?: ReactNode
  /** Whether there are several series, where the scales do not tell. */
  readonly hasNames?: boolean
  /** Left out where nothing is recorded. */
  readonly isOptional?: boolean
}

const MODE_NAMES: Partial<Record<Mode, string>> = {
  abs: 'figures',
  percent: 'change',
  index100: 'index 100',
}
const MAX_SERIES = 8

/** A section that is a chart of one response. */
export function SeriesBlock<T>(props: SeriesBlockProps<T>) {
  const { title, height = 240, kind, view, seriesOf } = props
  const isShown = useIsShown(blockId(title))
  const asked = useRequest<T>(isShown ? props : null)
  const body = asked.data?.body
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages declare their rule once
  const data = useMemo(() => (body === undefined ? null : align(seriesOf(body))), [body])
  if (props.isOptional === true && asked.error?.status === 404) return null
  const modes =
    props.modes ??
    modesOf(kind, data?.series.length ?? (kind === 'stack' || props.hasNames === true ? 2 : 1))
  const mode = modes.includes(view.state.mode) ? view.state.mode : 'abs'
  const hasNames = props.hasNames ?? (modes.includes('share') || modes.includes('index100'))
  return (
    <Block
      title={title}
      asked={asked}
      shape={{ plotHeight: height, hasNames }}
      tools={<Tools {...props} modes={modes} mode={mode} />}
    >
      {(_, response) =>
        data !== null && <Drawn {...{ props, response, data, mode, height, hasNames }} />
      }
    </Block>
  )
}

function Tools<T>(
  props: Pick<SeriesBlockProps<T>, 'view' | 'tools'> & { modes: readonly Mode[]; mode: Mode },
) {
  const { view, modes, mode, tools } = props
  return (
    <>
      <RangeField view={view} />
      {modes.length > 1 && (
        <Segments
          label="Scale"
          options={modes}
          names={MODE_NAMES}
          value={mode}
          onChange={(next) => view.set({ mode: next })}
        />
      )}
      {tools}
    </>
  )
}

function Drawn<T>({
  props: { title, marksOf, maxSeries = MAX_SERIES, ...rest },
  response: { body, path, isDemo },
  ...drawn
}: {
  props: SeriesBlockProps<T>
  response: ApiResponse<T>
  data: ChartData
  mode: Mode
  height: number
  hasNames: boolean
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages declare their rule once
  const marks = useMemo(() => marksOf?.(body), [body])
  return (
    <TimeChart
      label={title}
      {...{ ...rest, ...drawn, path, isDemo, maxSeries }}
      {...(marks === undefined ? {} : { marksOf: marks })}
    />
  )
}

/** A section that is one line in dollars; it is called as its section unless it has a name. */
export function LineChart<T>({
  name,
  pointsOf,
  ...props
}: Omit<SeriesBlockProps<T>, 'kind' | 'seriesOf'> & {
  readonly name?: string
  pointsOf(body: T): Points
}) {
  return (
    <SeriesBlock<T>
      kind="line"
      sign="$"
      {...props}
      seriesOf={(body) => [{ name: name ?? props.title, points: pointsOf(body) }]}
    />
  )
}

export type BreakdownPoints = readonly Readonly<Record<string, number | null>>[]

/**
 * Parts of a whole over time, stacked: a response whose points name the parts beside their time.
 */
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
