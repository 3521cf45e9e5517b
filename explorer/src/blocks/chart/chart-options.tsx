import { STEPS, type Step } from '../../lib/series-steps.ts'
import { DAY_SEC, fromInputText, toInputText, toSec } from '../../lib/writing.ts'
import type { SeriesView } from '../../page/series-keys.ts'
import { Menu } from '../export/menu.tsx'
import { AVERAGES, DRAWN_AS } from './prepare.ts'
import { Segments } from './segments.tsx'
import { earlierTimestamp } from './shape.ts'

export const STEP_NAMES: Record<Step, string> = {
  d: 'day',
  w: 'week',
  m: 'month',
  q: 'quarter',
  y: 'year',
}
const AVERAGE_NAMES = { '7': '7 days', '30': '30 days' }
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
export function ChartOptions({ view, isStack, knowsPast, newestSec }: ChartOptionsProps) {
  const { state, set } = view
  return (
    <Menu name="Options">
      <div className="chart-options">
        <DayField label="From" sec={state.from} onChange={(from) => set({ from })} />
        <DayField label="To" sec={state.to} onChange={(to) => set({ to })} />
        <span>Step</span>
        <Segments
          label="Step"
          options={STEPS}
          names={STEP_NAMES}
          value={state.step}
          onChange={(step) => set({ step })}
        />
        {state.step === 'd' && (
          <>
            <span>Average</span>
            <Segments
              label="Moving average"
              options={AVERAGES}
              names={AVERAGE_NAMES}
              value={state.avg}
              onChange={(avg) => set({ avg })}
            />
          </>
        )}
        {isStack && (
          <>
            <span>Draw as</span>
            <Segments
              label="Draw as"
              options={DRAWN_AS}
              names={{ auto: 'stack' }}
              value={state.draw}
              onChange={(draw) => set({ draw })}
            />
          </>
        )}
        <Versus view={view} knowsPast={knowsPast} newestSec={newestSec} />
      </div>
    </Menu>
  )
}

function DayField({
  label,
  sec,
  onChange,
}: {
  label: string
  sec: number | null
  onChange(sec: number | null): void
}) {
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

function Versus({
  view: { state, set },
  knowsPast,
  newestSec,
}: Pick<ChartOptionsProps, 'view' | 'knowsPast' | 'newestSec'>) {
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
