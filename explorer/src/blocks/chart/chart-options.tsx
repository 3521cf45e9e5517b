import { DAY_SEC, fromInputText, toInputText, toSec } from '../../lib/writing.ts'
import { type SeriesView, seriesKeys } from '../../page/series-keys.ts'
import { ViewSegments } from '../../page/view-fields.tsx'
import { Menu } from '../export/menu.tsx'
import { Segments } from './segments.tsx'
import { earlierTimestamp } from './shape.ts'

const WEEK_SEC = 7 * DAY_SEC
const VERSUS = ['none', 'prev', 'asOf'] as const

export interface ChartOptionsProps {
  readonly view: SeriesView
  /** Whether layers can be drawn as lines instead. */
  readonly isStack: boolean
  /** Whether an earlier state of the response can be requested. */
  readonly knowsPast: boolean
  readonly newestSec: number
}

/** How a chart is drawn, beyond its range and scale. */
export function ChartOptions(props: ChartOptionsProps) {
  const { view, isStack } = props
  const { state, set } = view
  return (
    <Menu name="Options">
      <div className="chart-options">
        <DayField label="From" sec={state.from} onChange={(from) => set({ from })} />
        <DayField label="To" sec={state.to} onChange={(to) => set({ to })} />
        <span>Step</span>
        <ViewSegments view={view} id="step" of={seriesKeys.step} />
        {state.step === 'd' && (
          <>
            <span>Average</span>
            <ViewSegments view={view} id="avg" of={seriesKeys.avg} />
          </>
        )}
        {isStack && (
          <>
            <span>Draw as</span>
            <ViewSegments view={view} id="draw" of={seriesKeys.draw} />
          </>
        )}
        <Versus {...props} />
      </div>
    </Menu>
  )
}

function DayField(props: {
  label: string
  sec: number | null
  onChange(sec: number | null): void
}) {
  const { label, sec, onChange } = props
  return (
    <label className="row">
      <span>{label}</span>
      <input
        type="date"
        value={sec === null ? '' : toInputText(sec).slice(0, 10)}
        onChange={(event) => onChange(toSec(event.target.value))}
      />
    </label>
  )
}

function Versus({ view: { state, set }, knowsPast, newestSec }: ChartOptionsProps) {
  const timestamp = earlierTimestamp(state.vs)
  const sec = timestamp === null ? null : toSec(timestamp)
  const setTimestamp = (at: number | null) =>
    set({ vs: at === null ? '' : `asOf:${toInputText(at)}Z` })
  return (
    <>
      <span>Against</span>
      <Segments
        label="Against"
        options={knowsPast ? VERSUS : VERSUS.slice(0, 2)}
        names={{ none: 'nothing', prev: 'period before', asOf: 'as known at' }}
        value={timestamp !== null ? 'asOf' : state.vs === 'prev' ? 'prev' : 'none'}
        onChange={(value) =>
          value === 'asOf'
            ? setTimestamp(newestSec - WEEK_SEC)
            : set({ vs: value === 'none' ? '' : value })
        }
      />
      {sec !== null && (
        <label className="row">
          <span>UTC</span>
          <input
            type="datetime-local"
            aria-label="As known at, UTC"
            value={toInputText(sec)}
            onChange={(event) => setTimestamp(fromInputText(event.target.value))}
          />
        </label>
      )}
    </>
  )
}
