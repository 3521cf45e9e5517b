import { dayOf } from './days.ts'
import type { TaggedFigure } from './ledger.ts'

/** All versions of the figures of one tag and unit, side by side, in any order. */
export interface VersionColumns {
  readonly tag: string
  readonly unit: string
  readonly starts: readonly string[]
  readonly ends: readonly string[]
  readonly accessions: readonly string[]
  readonly values: readonly number[]
  readonly filed: readonly string[]
  /** Numbers of the runs that brought them: of one filing's figure the newest run counts. */
  readonly runs: readonly number[]
}

/** A period of a tag, and which of the columns' places are about it, one for each filing. */
interface Period {
  readonly start: string
  readonly end: string
  readonly places: number[]
}

/**
 * Figures with what the newest filing says and what the first one said; filings of one day go by
 * their number (semantics 10.2).
 */
export function figuresOf(columns: VersionColumns): TaggedFigure[] {
  return periodsOf(columns).map((period) => figureOf(columns, period))
}

// Thousands of versions are sorted for an answer: they stay in their columns, and texts are
// compared rather than joined to make keys.
function periodsOf(columns: VersionColumns): Period[] {
  const { starts, ends } = columns
  const periods: Period[] = []
  const byEnd = new Map<string, Period[]>()
  for (let place = 0; place < starts.length; place++) {
    const start = starts[place] ?? ''
    const end = ends[place] ?? ''
    const ending = byEnd.get(end)
    const known = ending?.find((period) => period.start === start)
    if (known !== undefined) {
      addPlace(columns, known.places, place)
      continue
    }
    const period = { start, end, places: [place] }
    periods.push(period)
    if (ending === undefined) byEnd.set(end, [period])
    else ending.push(period)
  }
  return periods
}

/** Of one filing's figure the newest run counts. */
function addPlace({ accessions, runs }: VersionColumns, places: number[], place: number): void {
  const same = places.findIndex((known) => accessions[known] === accessions[place])
  if (same < 0) places.push(place)
  else if ((runs[places[same] ?? 0] ?? 0) < (runs[place] ?? 0)) places[same] = place
}

function figureOf(columns: VersionColumns, { start, end, places }: Period): TaggedFigure {
  const { tag, unit, values, filed } = columns
  if (places.length > 1) places.sort((a, b) => (isFiledBefore(columns, a, b) ? -1 : 1))
  const first = places[0] ?? 0
  const last = places.at(-1) ?? first
  const value = values[last] ?? 0
  return {
    tag,
    unit,
    startDay: dayOf(start),
    endDay: dayOf(end),
    value,
    firstValue: values[first] ?? 0,
    firstFiled: filed[first] ?? '',
    lastFiled: filed[last] ?? '',
    changedFiled: filed[places.find((place) => values[place] === value) ?? last] ?? '',
  }
}

function isFiledBefore({ accessions, filed }: VersionColumns, a: number, b: number): boolean {
  const [left, right] = [filed[a] ?? '', filed[b] ?? '']
  return left < right || (left === right && (accessions[a] ?? '') < (accessions[b] ?? ''))
}
