import { cellOf, type ExportRows } from '../../lib/csv.ts'
import type { NamedPoints } from '../../lib/series.ts'
import { toSec } from '../../lib/writing.ts'

/** The whole result for a file; lists and objects as JSON, what is missing is null. */
export function resultRows({ columns, rows }: Rows): ExportRows {
  return {
    head: columns.map(({ name }) => name),
    rows: rows.map((row) => columns.map((_, index) => cellOf(row[index]))),
  }
}

/** Rows under columns, whatever gave them. */
export interface Rows {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly (readonly unknown[])[]
}

/** Rows of NDJSON in the order of their columns; what a row lacks is null. */
export function rowsOfNdjson(
  text: string,
  typeOf: (name: string) => string | undefined = () => undefined,
): Rows {
  const objects = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  const names = [...new Set(objects.flatMap((row) => Object.keys(row)))]
  return {
    columns: names.map((name) => ({ name, type: typeOf(name) ?? 'json' })),
    rows: objects.map((row) => names.map((name) => row[name] ?? null)),
  }
}

const MAX_SERIES = 50

/** Series of a result over its time: one a number column, or one a name. None without a time. */
export function chartedSeries({ columns, rows }: Rows): NamedPoints[] {
  const time = columns.findIndex(({ name, type }) => isTime(name, type))
  const numbers = columns
    .map((_, index) => index)
    .filter((index) => index !== time && rows.some((row) => typeof row[index] === 'number'))
  if (time === -1 || numbers.length === 0) return []
  const text = columns.findIndex(
    (_, index) => index !== time && rows.every((row) => typeof row[index] === 'string'),
  )
  const nameOf = (row: readonly unknown[], index: number) =>
    [
      text === -1 ? [] : String(row[text]),
      text !== -1 && numbers.length === 1 ? [] : columns[index]?.name,
    ]
      .flat()
      .join(' ')
  const series = new Map<string, [number | null, number | null][]>()
  for (const row of rows)
    for (const index of numbers) {
      const name = nameOf(row, index)
      const points = series.get(name) ?? []
      points.push([toSec(timeOf(row[time])), numberOf(row[index])])
      series.set(name, points)
    }
  return [...series].slice(0, MAX_SERIES).map(([name, points]) => ({ name, points }))
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function isTime(name: string, type: string): boolean {
  return (
    /^(Nullable\()?Date/.test(type) || type === 'time' || /Sec$|^(date|timestamp|day)$/.test(name)
  )
}

/** `2026-01-31 12:00:00` of a statement is UTC. */
function timeOf(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d \d/.test(value)
    ? `${value.replace(' ', 'T')}Z`
    : value
}
