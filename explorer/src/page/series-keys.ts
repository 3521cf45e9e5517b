import { AVERAGES, DRAWN_AS, MODES, RANGE_NAMES } from '../blocks/chart/prepare.ts'
import type { Value } from '../lib/series.ts'
import { STEPS } from '../lib/series-steps.ts'
import { DAY_SEC, toSec } from '../lib/times.ts'
import { choice, type Key, names, readState, type StateOf, text } from '../lib/view-state.ts'

/** A day, or a moment where it is not the start of one. */
function moment(): Key<Value> {
  return {
    byDefault: null,
    parse: (given) => toSec(given) ?? undefined,
    format: (sec) => (sec === null ? '' : momentKey(sec)),
  }
}

function momentKey(sec: number): string {
  const iso = new Date(sec * 1000).toISOString()
  return sec % DAY_SEC === 0 ? iso.slice(0, 10) : `${iso.slice(0, 16)}Z`
}

/** What a series is drawn against: nothing, `prev`, or `asOf:` and a moment. */
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
  range: choice(RANGE_NAMES, '1y'),
  from: moment(),
  to: moment(),
  step: choice(STEPS, 'd'),
  mode: choice(MODES, 'abs'),
  draw: choice(DRAWN_AS, 'auto'),
  avg: choice(AVERAGES, 'none'),
  vs: versus(),
  /** Names of series that were picked. */
  only: names(),
  /** The block that is shown as a table. */
  table: text(),
}

export type SeriesState = StateOf<typeof seriesKeys>

export const SERIES_DEFAULTS: SeriesState = readState(seriesKeys, {}).state
