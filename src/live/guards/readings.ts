import { at } from '../../lib/at.ts'
import { type Row, timeOf } from '../model/fact-rows.ts'
import { seriesOf, type Watch } from '../model/watch.ts'
import { type Reading, TOTAL } from './rules/guard.ts'

/** A reading with the rows it is made of. */
export interface RowsOfReading {
  reading: Reading
  rows: Row[]
}

/** Groups the rows of a fact into readings, without rows that have no figure or are held already. */
export function listReadings(watch: Watch, rows: readonly Row[]): RowsOfReading[] {
  const time = timeOf(watch.fact)
  const counted = rows.filter((row) => row.quality !== 'held' && figureOf(watch, row) !== null)
  const groups = Map.groupBy(counted, (row) => `${Number(row[time])} ${seriesOf(watch, row)}`)
  return [...groups.values()].map((members) => {
    const first = at(members, 0)
    const [series, atSec] = [seriesOf(watch, first), Number(first[time])]
    return {
      reading: { watch, series, atSec, inputs: [], ...sumRows(watch, members) },
      rows: members,
    }
  })
}

/** Adds up the rows: a part that is given twice counts once, and is named where the two differ. */
function sumRows(
  watch: Watch,
  rows: readonly Row[],
): Pick<Reading, 'lines' | 'parts' | 'contradicted'> {
  const lines = new Map<string, number>([[TOTAL, 0]])
  const parts = new Map<string, number>()
  const contradicted = new Set<string>()
  const add = (line: string, value: number) => lines.set(line, (lines.get(line) ?? 0) + value)
  for (const row of rows) {
    const part = partName(watch.parts.map((column) => String(row[column])))
    const value = figureOf(watch, row)
    if (value === null) continue
    const known = parts.get(part)
    if (known !== undefined) {
      if (known !== value) contradicted.add(part)
      continue
    }
    parts.set(part, value)
    add(TOTAL, value)
    if (watch.split !== undefined) add(String(row[watch.split]), value)
  }
  return { lines, parts, contradicted: [...contradicted] }
}

function figureOf(watch: Watch, row: Row): number | null {
  const value = row[watch.value]
  return value === null || value === undefined ? null : Number(value)
}

/** A part as reasons name it: its chain, section and token with slashes between. */
export function partName(names: readonly string[]): string {
  return names.join('/')
}
