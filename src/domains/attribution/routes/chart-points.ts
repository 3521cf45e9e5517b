import {
  type Cell,
  type Column as CellColumn,
  orNull,
  record,
  tuple,
  where,
} from '../../../http/render/cells.ts'
import { list, members, type Rows } from '../../../http/render/rows.ts'
import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { chartDays, type PointRange, showsNewest } from '../derive/chart-days.ts'
import type { Column } from '../derive/columns.ts'
import type { Figure, OverviewGroup } from '../derive/overview.ts'

/** Points (attribution.md#chart-points): days at 00:00 UTC, then the newest at its own time. */
interface Points {
  timesSec: readonly number[]
  valuesOf(column: Column): Float64Array
}

function pointsOf(columns: readonly Column[], range: PointRange): Points {
  const { fromDay, untilDay } = chartDays(columns, range)
  const days = Array.from({ length: untilDay - fromDay }, (_, index) => fromDay + index)
  const hasNewest = showsNewest(range)
  const timesSec = days.map((day) => day * DAY_SEC)
  if (hasNewest) timesSec.push(range.newestSec)
  return {
    timesSec,
    valuesOf: ({ days: { firstDay, usd }, newest }) => {
      const values = new Float64Array(timesSec.length).fill(Number.NaN)
      const offset = Math.max(0, firstDay - fromDay)
      const until = Math.max(0, untilDay - firstDay)
      values.set(
        usd.subarray(Math.max(0, fromDay - firstDay), until),
        Math.min(offset, days.length),
      )
      if (hasNewest) values[timesSec.length - 1] = newest
      return values
    },
  }
}

/** `[[timestamp, value], …]`; a point without a value is left out. */
export function pairs(column: Column, range: PointRange): Rows {
  const { timesSec, valuesOf } = pointsOf([column], range)
  return list(tuple(timesSec, valuesOf(column)))
}

/** `[{timestamp, <name>: value, …}, …]`; a name without a value is left out, so is an empty row. */
export function rowsByName(columns: readonly Column[], range: PointRange): Rows {
  const { timesSec, valuesOf } = pointsOf(columns, range)
  const series = columns.map((column) => ({ name: column.name, values: valuesOf(column) }))
  const hasAny = (row: number) => series.some(({ values }) => !Number.isNaN(at(values, row)))
  // A name that a row has a member of already must not hide it.
  const named = series.map(({ name, values }): [string, Float64Array] => [
    name === 'timestamp' ? 'timestamp (name)' : name,
    values,
  ])
  return list(
    where(record(new Map<string, CellColumn>([['timestamp', timesSec], ...named])), hasAny),
  )
}

/** `{<timestamp>: {<group>: {<figure>: value, …}, …}, …}`; what has no value is left out. */
export function groupsByTime(groups: readonly OverviewGroup[], range: PointRange): Rows {
  const columns = groups.flatMap(({ figures }) => figures)
  const { timesSec, valuesOf } = pointsOf(columns, range)
  const cells = groups.map(({ name, figures }) => [name, groupCell(figures, valuesOf)] as const)
  return groups.length === 0 ? members([], []) : members(timesSec, record(new Map(cells)))
}

/** What must be there but has no value is null or 0, where the group has any value. */
function groupCell(figures: readonly Figure[], valuesOf: Points['valuesOf']): Cell {
  const series = figures.map((figure) => ({ ...figure, values: valuesOf(figure) }))
  const hasAny = (row: number) => series.some(({ values }) => !Number.isNaN(at(values, row)))
  const cells = series.map(({ name, values, missing }): [string, CellColumn] => {
    if (missing === undefined) return [name, values]
    if (missing === 'null') return [name, orNull(values)]
    return [name, values.map((value) => (Number.isNaN(value) ? 0 : value))]
  })
  return where(record(new Map(cells)), hasAny)
}
