import { useMemo, useState } from 'react'
import { MarkKey } from '../../blocks/chart/legend.tsx'
import { type Drawing, placeMarks } from '../../blocks/chart/notes.ts'
import { Plot } from '../../blocks/chart/plot.tsx'
import type { ChartData } from '../../blocks/chart/prepare.ts'
import { Readout } from '../../blocks/chart/readout.tsx'
import { type ShapeOptions, shape } from '../../blocks/chart/shape.ts'
import { TimeChart, type TimeChartProps } from '../../blocks/chart/time-chart.tsx'
import { useTheme } from '../../blocks/frame/use-theme.ts'
import { shortText } from '../../lib/writing.ts'
import { SERIES_DEFAULTS, useLocalView } from '../../page/series-keys.ts'
import { EXAMPLE_TIMES, flows, HOSTILE_NAMES, waves, withGap } from './example-data.ts'
import { State, Story } from './story.tsx'

const KNOWN_UNTIL = 200

function markExample(times: readonly number[]) {
  const at = (place: number, mark: string) => ({ atSec: times[place] ?? null, marks: [mark] })
  const points = [at(40, 'revised'), at(90, 'carried'), at(91, 'carried'), at(180, 'held')]
  return { marks: placeMarks(points, times) }
}

function eventExample(times: readonly number[]) {
  const at = (place: number, text: string) => ({ sec: times[place] ?? 0, text })
  return {
    annotations: [
      at(30, 'Launch'),
      at(120, 'Hack: oracle manipulation'),
      at(124, 'Paused'),
      at(128, 'Resumed'),
      at(132, 'Refund'),
      at(236, 'Unlock of the team'),
    ],
  }
}

/** The same figures before some of them were corrected, and before the newest were known. */
function earlierExample({ times, series }: ChartData): Partial<ShapeOptions> {
  return {
    state: { ...SERIES_DEFAULTS, range: 'all', vs: 'asOf:2026-07-20' },
    earlier: {
      times,
      series: series.map(({ name, values }) => ({
        name,
        values: values.map((value, day) => {
          if (day >= KNOWN_UNTIL || value === null) return null
          return day >= 150 && day < 165 ? value * 0.8 : value
        }),
      })),
    },
  }
}

const ADDRESS = '/v2/historicalChainTvl'
const CHAINS = 'Ethereum Solana Base Arbitrum Polygon Avalanche Optimism Sui Near Blast'.split(' ')
const line = waves(['Value locked'])
const several = waves(CHAINS)
const hostile = waves(HOSTILE_NAMES)
const inAndOut = flows(['Fund A', 'Fund B'])
const lacking = withGap(80, 110)
const none = { times: [], series: [] }

const CHARTS: readonly (readonly [name: string, props: Omit<TimeChartProps, 'address'>])[] = [
  ['A flow', { label: 'Fees a day', data: line, kind: 'bar', range: '90d' }],
  ['Layers that add up', { label: 'By chain', data: several, kind: 'stack', maxSeries: 8 }],
  ['Shares of a sum', { label: 'Shares', data: several, kind: 'stack', mode: 'share' }],
  ['In and out', { label: 'Flows', data: inAndOut, kind: 'bar', range: '90d' }],
  [
    'More lines than colours, as an index',
    { label: 'Index', data: several, kind: 'line', mode: 'index100' },
  ],
  ['Logarithm', { label: 'Logarithm', data: several, kind: 'line', mode: 'log' }],
  ['Hostile names', { label: 'Hostile names', data: hostile, kind: 'line' }],
  ['Nothing to draw', { label: 'Nothing', data: none, kind: 'line' }],
]

const NOTES: readonly (readonly [name: string, props: DrawnChartProps])[] = [
  ['Days without a figure', { data: lacking }],
  ['Revised, held and carried points', { data: line, notes: markExample(EXAMPLE_TIMES) }],
  [
    'Events, nearer to each other than their words are long',
    { data: line, notes: eventExample(EXAMPLE_TIMES) },
  ],
  ['Against an earlier state of knowledge', { data: line, options: earlierExample(line) }],
]

/** Charts: kinds, scales, notes, comparisons, and nothing to draw. */
export function ChartStories() {
  const view = useLocalView()
  const common = { address: ADDRESS, height: 180, sign: '$' }
  return (
    <>
      <Story name="Charts">
        <State name="A level, with its options in this page alone">
          <TimeChart {...common} label="Value locked" data={line} kind="line" view={view} />
        </State>
        {CHARTS.map(([name, props]) => (
          <State key={name} name={name}>
            <TimeChart {...common} {...props} />
          </State>
        ))}
      </Story>
      <Story name="Notes on charts">
        {NOTES.map(([name, props]) => (
          <State key={name} name={name}>
            <DrawnChart {...props} />
          </State>
        ))}
      </Story>
    </>
  )
}

interface DrawnChartProps {
  readonly data: ChartData
  readonly options?: Partial<ShapeOptions>
  readonly notes?: Partial<Pick<Drawing, 'marks' | 'annotations'>>
}

const NO_NOTES = {}
const PLAIN: Drawing['strokes'] = new Map()

/** A plot by itself, with what a chart would have asked the service for. */
function DrawnChart({ data, options = NO_NOTES, notes = NO_NOTES }: DrawnChartProps) {
  const [cursor, setCursor] = useState<number | null>(null)
  const theme = useTheme()
  const drawing: Drawing = useMemo(() => {
    const state = { ...SERIES_DEFAULTS, range: 'all' as const }
    const shaped = shape(data, { kind: 'line', mode: 'abs', state, ...options })
    return { marks: [], annotations: [], strokes: PLAIN, ...notes, ...shaped }
  }, [data, options, notes])
  return (
    <figure className="chart">
      <Readout drawing={drawing} cursor={cursor} sign="$" />
      <Plot
        {...{ drawing, cursor, theme }}
        height={180}
        isFluid={false}
        focused={null}
        write={(value) => shortText(value, { digits: 3, sign: '$' })}
        onCursor={setCursor}
        onZoom={() => setCursor(null)}
      />
      <MarkKey drawing={drawing} />
    </figure>
  )
}
