import { type ReactNode, useMemo } from 'react'
import type { Query } from '../../api/ask.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { align, largest, type Value } from '../../lib/series.ts'
import { Block } from '../states/block.tsx'
import type { Annotation, Mark } from './plot.tsx'
import { type ChartKind, type Mode, RANGE_NAMES, type Range } from './prepare.ts'
import { Segments } from './segments.tsx'
import { TimeChart } from './time-chart.tsx'

/** Points of a series; one without a time is left out. */
export type Points = readonly (readonly [sec: number | null, value: Value])[]

export interface NamedPoints {
  readonly name: string
  readonly points: Points
}

export interface SeriesView {
  readonly state: { readonly range: Range; readonly mode: Mode }
  set(changes: Partial<SeriesView['state']>): void
}

export interface SeriesBlockProps<T> {
  readonly title: string
  readonly path: string | null
  readonly query?: Query
  /** The series of an answer; the largest are shown by name, the rest in one. */
  seriesOf(body: T): readonly NamedPoints[]
  readonly kind: ChartKind
  readonly sign?: string
  readonly view: SeriesView
  readonly modes?: readonly Mode[]
  readonly height?: number
  readonly maxSeries?: number
  readonly annotations?: readonly Annotation[]
  readonly marks?: readonly Mark[]
  readonly tools?: ReactNode
  /** Left out where nothing is recorded. */
  readonly isOptional?: boolean
}

const MODE_NAMES: Partial<Record<Mode, string>> = {
  abs: 'figures',
  index100: 'index 100',
}
const MAX_SERIES = 8

/** A section that is a chart of one answer. */
export function SeriesBlock<T>(props: SeriesBlockProps<T>) {
  const { title, path, query, view, modes = ['abs', 'log'], tools, height = 240 } = props
  const asked = useAnswer<T>(path, query)
  if (props.isOptional === true && asked.error?.status === 404) return null
  return (
    <Block title={title} asked={asked} shape={{ height: height + 60 }}>
      {(body, { address }) => (
        <>
          <div className="filters">
            <Segments
              label="Range"
              options={RANGE_NAMES}
              value={view.state.range}
              onChange={(range) => view.set({ range })}
            />
            {modes.length > 1 && (
              <Segments
                label="Scale"
                options={modes}
                names={MODE_NAMES}
                value={modes.includes(view.state.mode) ? view.state.mode : 'abs'}
                onChange={(mode) => view.set({ mode })}
              />
            )}
            {tools}
          </div>
          <Drawn {...props} body={body} address={address} modes={modes} height={height} />
        </>
      )}
    </Block>
  )
}

function Drawn<T>({
  body,
  address,
  title,
  seriesOf,
  kind,
  view,
  modes,
  height,
  maxSeries = MAX_SERIES,
  sign,
  annotations,
  marks,
}: SeriesBlockProps<T> & { body: T; address: string; modes: readonly Mode[]; height: number }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages declare their rule once
  const data = useMemo(() => {
    const { times, series } = align(seriesOf(body))
    return { times, series: largest(series, maxSeries, 'Others') }
  }, [body, maxSeries])
  return (
    <TimeChart
      label={title}
      data={data}
      kind={kind}
      mode={modes.includes(view.state.mode) ? view.state.mode : 'abs'}
      range={view.state.range}
      height={height}
      address={address}
      {...(sign === undefined ? {} : { sign })}
      {...(annotations === undefined ? {} : { annotations })}
      {...(marks === undefined ? {} : { marks })}
    />
  )
}
