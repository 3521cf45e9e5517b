import type { Watch } from '../model/watch.ts'
import { type Reading, TOTAL } from './rules/guard.ts'

type Row = Record<string, unknown>

/** What went into a reading besides its rows. */
export interface ReadingInputs {
  fact: string
  /** Values of the series columns. */
  series: Readonly<Record<string, string>>
  atSec: number
  oldestPriceSec: number | null
}

/** A reading with the rows it is made of. */
export interface RowsOfReading {
  reading: Reading
  rows: Row[]
}

/**
 * Puts the rows of a fact together into readings. Rows without a figure, and rows that are held
 * already, are left alone.
 */
export function listReadings(watch: Watch, rows: readonly Row[]): RowsOfReading[] {
  const groups = new Map<string, { series: string; atSec: number; rows: Row[] }>()
  for (const row of rows) {
    if (row.quality === 'held' || figureOf(watch, row) === null) continue
    const series = seriesName(watch, row)
    const atSec = Number(row[watch.fact.time ?? 'atSec'])
    const name = JSON.stringify([series, atSec])
    const group = groups.get(name)
    if (group === undefined) groups.set(name, { series, atSec, rows: [row] })
    else group.rows.push(row)
  }
  return [...groups.values()].map(({ series, atSec, rows: members }) => ({
    reading: { watch, series, atSec, oldestPriceSec: null, ...sums(watch, members) },
    rows: members,
  }))
}

/** Adds up the rows: a part that is given twice counts once, and is named where the two differ. */
function sums(
  watch: Watch,
  rows: readonly Row[],
): Pick<Reading, 'lines' | 'parts' | 'contradicted'> {
  const lines = new Map<string, number>([[TOTAL, 0]])
  const parts = new Map<string, number>()
  const contradicted = new Set<string>()
  for (const row of rows) {
    const part = partName(watch.parts.map((column) => String(row[column])))
    const value = figureOf(watch, row) ?? 0
    const known = parts.get(part)
    if (known !== undefined) {
      if (known !== value) contradicted.add(part)
      continue
    }
    parts.set(part, value)
    lines.set(TOTAL, (lines.get(TOTAL) ?? 0) + value)
    if (watch.split === undefined) continue
    const line = String(row[watch.split])
    lines.set(line, (lines.get(line) ?? 0) + value)
  }
  return { lines, parts, contradicted: [...contradicted] }
}

function figureOf(watch: Watch, row: Row): number | null {
  const value = row[watch.value]
  return value === null || value === undefined ? null : Number(value)
}

/** The series that a row belongs to, as holds name it. */
export function seriesName(watch: Watch, row: Row): string {
  return JSON.stringify(
    Object.fromEntries(watch.series.map((column) => [column, String(row[column])])),
  )
}

/** A part as reasons name it: its chain, section and token with slashes between. */
export function partName(names: readonly string[]): string {
  return names.join('/')
}
