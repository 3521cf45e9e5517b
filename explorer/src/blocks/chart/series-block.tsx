import { type ReactNode, useMemo } from 'react'
import type { Answer, Query } from '../../api/ask.ts'
import type { Answering } from '../../api/request.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { align, type Value } from '../../lib/series.ts'
import type { StepRule } from '../../lib/series-steps.ts'
import type { SeriesState } from '../../page/series-keys.ts'
import { blockId, useIsShown } from '../embed/embedded.ts'
import { Block } from '../states/block.tsx'
import type { Annotation, MarkedPoint } from './notes.ts'
import { type ChartKind, type Mode, modesOf } from './prepare.ts'
import { RangeField } from './range-field.tsx'
import { Segments } from './segments.tsx'
import { TimeChart } from './time-chart.tsx'
import type { MarkedRows } from './use-marks.ts'

/** Points of a series; one without a time is left out. */
export type Points = readonly (readonly [sec: number | null, value: Value])[]

export interface NamedPoints {
  readonly name: string
  readonly points: Points
}

export interface SeriesView {
  readonly state: SeriesState
  set(changes: Partial<SeriesState>): void
}

export interface SeriesBlockProps<T> extends Answering<T> {
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
  /** Rows behind the series, whose revised, held and carried points are marked. */
  marksOf?(body: T): MarkedRows | readonly MarkedPoint[]
  /** How sure the one series is, by time, from 0 to 1: drawn as a band around it. */
  readonly confidences?: ReadonlyMap<number, number>
  /** What a week or month shows, where it is not the usual of its kind. */
  readonly rule?: StepRule
  readonly tools?: ReactNode
  /** Left out where nothing is recorded. */
  readonly isOptional?: boolean
}

const MODE_NAMES: Partial<Record<Mode, string>> = {
  abs: 'figures',
  percent: 'change',
  index100: 'index 100',
}
const MAX_SERIES = 8

/** A section that is a chart of one answer. */
export function SeriesBlock<T>(props: SeriesBlockProps<T>) {
  const { title, path, query, height = 240 } = props
  const isShown = useIsShown(blockId(title))
  const asked = useAnswer<T>(isShown ? path : null, query)
  if (props.isOptional === true && asked.error?.status === 404) return null
  return (
    <Block title={title} asked={asked} shape={{ height: height + 60 }}>
      {(_, answer) => <Drawn {...props} answer={answer} height={height} />}
    </Block>
  )
}

function Drawn<T>({
  answer: { body, address, isDemo },
  title,
  seriesOf,
  view,
  modes: given,
  tools,
  marksOf,
  kind,
  maxSeries = MAX_SERIES,
  ...rest
}: SeriesBlockProps<T> & { answer: Answer<T>; height: number }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages declare their rule once
  const data = useMemo(() => align(seriesOf(body)), [body])
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages declare their rule once
  const marks = useMemo(() => marksOf?.(body), [body])
  const modes = given ?? modesOf(kind, data.series.length)
  const mode = modes.includes(view.state.mode) ? view.state.mode : 'abs'
  return (
    <>
      <div className="filters">
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
      </div>
      <TimeChart
        label={title}
        data={data}
        mode={mode}
        {...{ address, isDemo, kind, view, seriesOf, maxSeries, ...rest }}
        {...(marks === undefined ? {} : { marksOf: marks })}
      />
    </>
  )
}
