/**
 * Daily values from a first day on. Days are counted since 1970; `NaN` is a day without a record,
 * which is not a zero.
 */
export interface DayValues {
  readonly firstDay: number
  readonly values: Float64Array
}

/** Daily values of one protocol, version and chain. */
export interface DaySeries extends DayValues {
  readonly protocol: string
  /** Empty where the protocol has no versions. */
  readonly version: string
  readonly chain: string
  /** How many of the values count; what lies behind them belongs to later pictures. */
  readonly length: number
  /** Some of its rows say where they come from. */
  readonly isLabelled: boolean
  /** Some of its values were worked out from other kinds of figures. */
  readonly isDerived: boolean
}

export function emptySeries(place: Pick<DaySeries, 'protocol' | 'version' | 'chain'>): DaySeries {
  return {
    ...place,
    firstDay: 0,
    length: 0,
    values: new Float64Array(0),
    isLabelled: false,
    isDerived: false,
  }
}

export function valueAt(series: DaySeries, day: number): number {
  const index = day - series.firstDay
  return index >= 0 && index < series.length ? (series.values[index] ?? Number.NaN) : Number.NaN
}

/**
 * The series with more values; where both have one, `combine` decides. What lies behind the end of
 * the series is appended in place, because nobody looks there yet; a change within is made in a
 * copy.
 */
export function withValues(
  series: DaySeries,
  added: DayValues,
  combine: (before: number, added: number) => number,
): DaySeries {
  if (added.values.length === 0) return series
  if (series.length === 0)
    return {
      ...series,
      firstDay: added.firstDay,
      length: added.values.length,
      values: added.values,
    }
  return added.firstDay >= series.firstDay + series.length
    ? appended(series, added)
    : merged(series, added, combine)
}

function appended(series: DaySeries, added: DayValues): DaySeries {
  const shift = added.firstDay - series.firstDay
  const length = shift + added.values.length
  const values =
    length <= series.values.length ? series.values : resized(series, series.firstDay, length)
  values.fill(Number.NaN, series.length, shift)
  values.set(added.values, shift)
  return { ...series, length, values }
}

function merged(
  series: DaySeries,
  added: DayValues,
  combine: (before: number, added: number) => number,
): DaySeries {
  const firstDay = Math.min(series.firstDay, added.firstDay)
  const length =
    Math.max(series.firstDay + series.length, added.firstDay + added.values.length) - firstDay
  const values = resized(series, firstDay, length)
  added.values.forEach((value, index) => {
    const slot = index + added.firstDay - firstDay
    const before = values[slot] ?? Number.NaN
    if (!Number.isNaN(value)) values[slot] = Number.isNaN(before) ? value : combine(before, value)
  })
  return { ...series, firstDay, length, values }
}

/** Whether both have a value on some day. */
export function overlaps(series: DaySeries, added: DayValues): boolean {
  return added.values.some(
    (value, index) =>
      !Number.isNaN(value) && !Number.isNaN(valueAt(series, added.firstDay + index)),
  )
}

// Room for about a season, so that a new day does not copy years.
const SPARE_DAYS = 100

function resized(series: DaySeries, firstDay: number, length: number): Float64Array {
  const values = new Float64Array(length + SPARE_DAYS).fill(Number.NaN)
  values.set(series.values.subarray(0, series.length), series.firstDay - firstDay)
  return values
}
