import { DAY_SEC } from '../../../lib/clock.ts'
import type { DailySeries } from '../../tvl/public.ts'
import type { Column } from './columns.ts'

/** Gives a column's value at one point; NaN when it has none. */
type Read = (column: Column) => number
/** Writes one point of a chart; empty when nothing has a value then. */
export type WritePoint = (timestamp: number, read: Read) => string

/**
 * A figure of a group; `missing` is what stands for it when it has no value but the group has
 * another.
 */
export interface Figure extends Column {
  missing?: 'null' | '0'
}

export interface OverviewGroup {
  name: string
  figures: readonly Figure[]
}

/** Written days from `firstDay`, a number of days since 1970; empty where no column has a value. */
export interface DayTexts {
  firstDay: number
  texts: readonly string[]
}

/** The time of the newest record, and the bounds of the points, both inclusive. */
export interface PointRange {
  newestSec: number
  startSec?: number | undefined
  endSec?: number | undefined
}

/** `[timestamp, value]`. */
export function writePair(column: Column): WritePoint {
  return (timestamp, read) => {
    const value = read(column)
    return Number.isNaN(value) ? '' : `[${timestamp},${value}]`
  }
}

/** `{timestamp, <name>: value, …}`; a name without a value is not in the row. */
export function writeRow(columns: readonly Column[]): WritePoint {
  // A name that a row has a member of already must not hide it.
  const nameOf = ({ name }: Column) => (name === 'timestamp' ? 'timestamp (name)' : name)
  const named = columns.map((column) => ({ column, key: `,${JSON.stringify(nameOf(column))}:` }))
  return (timestamp, read) => {
    // Pieces that are joined at the end: several times quicker than adding text to text.
    const pieces: (string | number)[] = ['{"timestamp":', timestamp]
    for (const { column, key } of named) {
      const value = read(column)
      if (!Number.isNaN(value)) pieces.push(key, value)
    }
    if (pieces.length === 2) return ''
    pieces.push('}')
    return pieces.join('')
  }
}

/** `"<timestamp>": {<group>: {<figure>: value, …}, …}`; a group without any value is not there. */
export function writeGroups(groups: readonly OverviewGroup[]): WritePoint {
  const named = groups.map(({ name, figures }) => ({
    key: `${JSON.stringify(name)}:{`,
    figures: figures.map((figure) => ({ figure, key: `${JSON.stringify(figure.name)}:` })),
  }))
  return (timestamp, read) => {
    const pieces: (string | number)[] = []
    for (const { key, figures } of named) {
      if (!figures.some(({ figure }) => !Number.isNaN(read(figure)))) continue
      pieces.push(pieces.length === 0 ? `"${timestamp}":{` : '},', key)
      pushFigures(figures, read, pieces)
    }
    if (pieces.length === 0) return ''
    pieces.push('}}')
    return pieces.join('')
  }
}

function pushFigures(
  figures: readonly { figure: Figure; key: string }[],
  read: Read,
  pieces: (string | number)[],
): void {
  let comma = ''
  for (const { figure, key } of figures) {
    const value = read(figure)
    const shown = Number.isNaN(value) ? figure.missing : value
    if (shown === undefined) continue
    pieces.push(comma, key, shown)
    comma = ','
  }
}

/** The days that any of the columns reaches. */
export function reachedDays(columns: readonly Column[]): { fromDay: number; untilDay: number } {
  const reaching = columns.map(({ days }) => days).filter(({ usd }) => usd.length > 0)
  const fromDay = reaching.reduce(
    (least, { firstDay }) => Math.min(least, firstDay),
    Number.POSITIVE_INFINITY,
  )
  const untilDay = reaching.reduce(
    (most, { firstDay, usd }) => Math.max(most, firstDay + usd.length),
    0,
  )
  return reaching.length === 0 ? { fromDay: 0, untilDay: 0 } : { fromDay, untilDay }
}

/** Writes the days from one to another, which is no longer part of them. */
export function writeDays(write: WritePoint, fromDay: number, untilDay: number): string[] {
  const texts: string[] = []
  for (let day = fromDay; day < untilDay; day++)
    texts.push(write(day * DAY_SEC, ({ days }) => valueAt(days, day)))
  return texts
}

/**
 * The points of a chart: days at 00:00 UTC, then the newest record under its own time, which takes
 * the place of a day of the same time (decision 95).
 */
export function chartPoints(
  { firstDay, texts }: DayTexts,
  write: WritePoint,
  range: PointRange,
): string {
  const { fromDay, untilDay } = boundDays(range)
  const points = texts.slice(Math.max(0, fromDay - firstDay), Math.max(0, untilDay - firstDay))
  return [...points, writeNewest(write, range)].filter((text) => text !== '').join(',')
}

/** The newest record, if it lies within the bounds. */
export function writeNewest(
  write: WritePoint,
  { newestSec, startSec = 0, endSec = Number.POSITIVE_INFINITY }: PointRange,
): string {
  return newestSec >= startSec && newestSec <= endSec
    ? write(newestSec, ({ newest }) => newest)
    : ''
}

/** The days that lie within the bounds and before the newest record. */
export function boundDays({
  newestSec,
  startSec = 0,
  endSec = Number.POSITIVE_INFINITY,
}: PointRange): {
  fromDay: number
  untilDay: number
} {
  return {
    fromDay: Math.ceil(startSec / DAY_SEC),
    untilDay: Math.min(Math.ceil(newestSec / DAY_SEC), Math.floor(endSec / DAY_SEC) + 1),
  }
}

function valueAt({ firstDay, usd }: DailySeries, day: number): number {
  const index = day - firstDay
  return index >= 0 && index < usd.length ? (usd[index] ?? Number.NaN) : Number.NaN
}
