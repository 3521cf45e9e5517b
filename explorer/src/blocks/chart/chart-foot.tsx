import { STEP_NAMES } from '../../lib/series-steps.ts'
import { dayText, shortTimestamp } from '../../lib/writing.ts'
import type { SeriesView } from '../../page/series-keys.ts'
import { Button } from '../controls/button.tsx'
import { ChartOptions, type ChartOptionsProps } from './chart-options.tsx'
import { ExportChart, type ExportChartProps } from './export-chart.tsx'
import { Legend, type LegendProps, MarkKey } from './legend.tsx'
import { type Shaped, versusText } from './shape.ts'

export interface ChartFootProps
  extends ChartOptionsProps,
    ExportChartProps,
    ChartChipsProps,
    Pick<LegendProps, 'onFocus' | 'onToggle'> {
  readonly isTable: boolean
  onTable(): void
}

/** Under a plot: names, what shapes mean, and what can be done with it. */
export function ChartFoot(props: ChartFootProps) {
  const { shaped, drawing, isTable, onTable, onToggle, onFocus } = props
  const { names, shown, prepared } = shaped
  return (
    <footer className="chart-foot">
      {names.length > 1 && <Legend {...{ names, shown, prepared, onToggle, onFocus }} />}
      <MarkKey drawing={drawing} />
      <ChartChips {...props} />
      <div className="actions">
        <ChartOptions {...props} />
        <Button aria-pressed={isTable} onClick={onTable}>
          View as table
        </Button>
        <ExportChart {...props} />
      </div>
    </footer>
  )
}

export interface ChartChipsProps {
  readonly view: SeriesView
  readonly shaped: Shaped
  /** What the earlier state was refused with. */
  readonly refused: string | null
}

/** What differs from the plain chart, each to be dropped by a click; and what the chart lacks. */
export function ChartChips({ view: { state, set }, shaped, refused }: ChartChipsProps) {
  const chips: [text: string, drop: () => void][] = []
  if (state.from !== null || state.to !== null)
    chips.push([`${textOf(state.from)} – ${textOf(state.to)}`, () => set({ from: null, to: null })])
  if (state.step !== 'd') chips.push([`by ${STEP_NAMES[state.step]}`, () => set({ step: 'd' })])
  if (state.avg !== 'none' && state.step === 'd')
    chips.push([`${state.avg}-day average`, () => set({ avg: 'none' })])
  if (state.vs !== '') chips.push([`against ${againstText(state.vs)}`, () => set({ vs: '' })])
  const notes = notesOf(shaped, state, refused)
  if (chips.length === 0 && notes.length === 0) return null
  return (
    <ul className="chart-chips">
      {chips.map(([text, drop]) => (
        <li key={text}>
          <Button look="chip" aria-label={`Drop: ${text}`} onClick={drop}>
            {text} ×
          </Button>
        </li>
      ))}
      {notes.map((text) => (
        <li key={text} className="dim">
          {text}
        </li>
      ))}
    </ul>
  )
}

function notesOf(
  { prepared, openSec, revisedSecs }: Shaped,
  { step, vs }: SeriesView['state'],
  refused: string | null,
): string[] {
  const ghosts = prepared.layers.filter(({ look }) => look === 'ghost')
  const isBlank = ghosts.every(({ read }) => read.every((value) => value === null))
  const isEarlier = vs.startsWith('asOf:')
  return [
    ...(openSec === null ? [] : [`The ${STEP_NAMES[step]} of ${dayText(openSec)} is not over.`]),
    ...(refused === null ? [] : [`The earlier state was refused: ${refused}`]),
    ...(vs === 'prev' && isBlank ? ['Nothing is known of the period before.'] : []),
    ...(isEarlier && refused === null && ghosts.length > 0 && isBlank
      ? ['Nothing was known then.']
      : []),
    ...(isEarlier && !isBlank ? [revisedText(revisedSecs.length)] : []),
  ]
}

function againstText(vs: string): string {
  return vs === 'prev' ? `the ${versusText(vs)}` : `figures ${versusText(vs)}`
}

function revisedText(count: number): string {
  if (count === 0) return 'Nothing was revised since.'
  return count === 1 ? 'One point was revised since.' : `${count} points were revised since.`
}

function textOf(sec: number | null): string {
  return sec === null ? '…' : shortTimestamp(sec)
}
