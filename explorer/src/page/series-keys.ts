import { AVERAGES, DRAWN_AS, MODES, RANGE_NAMES } from '../blocks/chart/prepare.ts'
import type { Value } from '../lib/series.ts'
import { STEP_NAMES, STEPS } from '../lib/series-steps.ts'
import {
  choice,
  type Key,
  names,
  readState,
  type StateOf,
  text,
  type ViewWith,
} from '../lib/view-state.ts'
import { DAY_SEC, isoText, toSec } from '../lib/writing.ts'

/** A day, or a timestamp where it is not the start of one. */
function timestamp(): Key<Value> {
  return {
    byDefault: null,
    parse: (given) => toSec(given) ?? undefined,
    format: (sec) => (sec === null ? '' : timestampKey(sec)),
  }
}

function timestampKey(sec: number): string {
  const iso = isoText(sec)
  return sec % DAY_SEC === 0 ? iso.slice(0, 10) : `${iso.slice(0, 16)}Z`
}

/** What a series is drawn against: nothing, `prev`, or `asOf:` and a timestamp. */
function versus(): Key<string> {
  return {
    byDefault: '',
    parse: (given) =>
      given === 'prev' || toSec(given.replace(/^asOf:/, '')) !== null ? given : undefined,
    format: (value) => value,
  }
}

/** Keys of every page with a series. */
export const seriesKeys = {
  range: choice(RANGE_NAMES, '1y', { label: 'Range' }),
  from: timestamp(),
  to: timestamp(),
  step: choice(STEPS, 'd', { label: 'Step', names: STEP_NAMES }),
  mode: choice(MODES, 'abs'),
  draw: choice(DRAWN_AS, 'auto', { label: 'Draw as', names: { auto: 'stack' } }),
  avg: choice(AVERAGES, 'none', {
    label: 'Moving average',
    names: { '7': '7 days', '30': '30 days' },
  }),
  vs: versus(),
  /** Names of series that were picked. */
  only: names(),
  /** The block that is shown as a table. */
  table: text(),
}

export type SeriesState = StateOf<typeof seriesKeys>

export const SERIES_DEFAULTS: SeriesState = readState(seriesKeys, {}).state

export type SeriesView = ViewWith<SeriesState>

/** The view of a chart without ranges: all of its time, unless it is zoomed. */
export function allTime(view: SeriesView): SeriesView {
  return { state: { ...view.state, range: 'all' }, set: (changes) => view.set(changes) }
}
