import { TimeChart, type TimeChartProps } from '../../blocks/chart/time-chart.tsx'
import type { ChartData } from '../../lib/series.ts'
import { DAY_SEC } from '../../lib/writing.ts'
import { HOSTILE_NAMES, State, Story } from './story.tsx'

const PATH = '/v2/chains'
const FIRST_SEC = Date.UTC(2026, 0, 1) / 1000
const TIMES = Array.from({ length: 240 }, (_, day) => FIRST_SEC + day * DAY_SEC)

/** Lines that rise in waves, the same for ever. */
function waves(names: readonly string[], gap: readonly [from: number, to: number] = [0, 0]) {
  const heightAt = (day: number, place: number) =>
    (1e8 / (place + 1)) * (1 + day / 240) * (1.2 + Math.sin(day / (9 + place * 4)) * 0.25)
  const series = names.map((name, place) => ({
    name,
    values: TIMES.map((_, day) => (day >= gap[0] && day < gap[1] ? null : heightAt(day, place))),
  }))
  return { times: TIMES, series }
}

const at = (day: number) => FIRST_SEC + day * DAY_SEC
const line = waves(['Value locked'])
const many = waves('Ethereum Solana Base Arbitrum Polygon Avalanche Sui Near Blast'.split(' '))
const none: ChartData = { times: [], series: [] }
const MARKS = [
  { atSec: at(40), marks: ['revised'] },
  { atSec: at(90), marks: ['carried'] },
  { atSec: at(180), marks: ['held'] },
]
const EVENTS = [
  { sec: at(30), text: 'Launch' },
  { sec: at(120), text: 'Hack: oracle manipulation' },
  { sec: at(124), text: 'Paused' },
  { sec: at(128), text: 'Resumed' },
  { sec: at(236), text: 'Unlock of the team' },
]

const CHARTS: readonly (readonly [name: string, props: Omit<TimeChartProps, 'path' | 'label'>])[] =
  [
    ['More layers than colours', { data: many, kind: 'stack', maxSeries: 8 }],
    ['More lines than colours, as an index', { data: many, kind: 'line', mode: 'index100' }],
    ['Hostile names', { data: waves(HOSTILE_NAMES), kind: 'line' }],
    ['Nothing to draw', { data: none, kind: 'line' }],
    ['Days without a figure', { data: waves(['Value locked'], [80, 110]), kind: 'line' }],
    ['Revised, held and carried points', { data: line, kind: 'line', marksOf: MARKS }],
    ['Events, nearer than their words are long', { data: line, kind: 'bar', annotations: EVENTS }],
  ]

/** Charts as few pages have them: notes, hostile names, too many series, and nothing to draw. */
export function ChartStories() {
  return (
    <Story name="Charts">
      {CHARTS.map(([name, props]) => (
        <State key={name} name={name}>
          <TimeChart {...props} label={name} path={PATH} height={180} sign="$" />
        </State>
      ))}
    </Story>
  )
}
