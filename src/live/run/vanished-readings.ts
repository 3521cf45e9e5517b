import type { Hold } from '../guards/list-holds.ts'
import type { FactRows } from '../model/fact-rows.ts'
import type { Watch } from '../model/watch.ts'

type Row = Record<string, unknown>

/**
 * Parts two kinds of what has vanished. Where a reading has other rows, its guards see that a part
 * is gone, so the row that says so is kept from them; where nothing is left of a reading, that row
 * is the reading, and is judged.
 */
export function partVanished(
  vanished: readonly FactRows[],
  made: readonly FactRows[],
  watches: readonly Watch[],
): { readings: FactRows[]; parts: FactRows[] } {
  const seen = new Set(
    made.flatMap(({ fact, rows }) => rows.flatMap((row) => readingsOf(fact.name, row, watches))),
  )
  const isPart = (fact: string, row: Row) =>
    readingsOf(fact, row, watches).every((reading) => seen.has(reading))
  const pick = (wanted: boolean) =>
    vanished.map(({ fact, rows }) => ({
      fact,
      rows: rows.filter((row) => isPart(fact.name, row) === wanted),
    }))
  return { readings: pick(false), parts: pick(true) }
}

/** What vanished from a reading that is held is held with it. */
export function heldWith(
  parts: readonly FactRows[],
  holds: readonly Hold[],
  watches: readonly Watch[],
): FactRows[] {
  const held = new Set(
    holds.map(({ fact, series, atSec }) => JSON.stringify([fact, series, atSec])),
  )
  return parts.map(({ fact, rows }) => ({
    fact,
    rows: rows.map((row) =>
      readingsOf(fact.name, row, watches).some((reading) => held.has(reading))
        ? { ...row, quality: 'held' }
        : row,
    ),
  }))
}

/**
 * The readings that a row belongs to, one for each watch that looks at its fact, by the names that
 * holds have.
 */
function readingsOf(fact: string, row: Row, watches: readonly Watch[]): string[] {
  return watches
    .filter((watch) => watch.fact.name === fact)
    .map((watch) => {
      const series = JSON.stringify(
        Object.fromEntries(watch.series.map((column) => [column, String(row[column])])),
      )
      return JSON.stringify([fact, series, row[watch.fact.time ?? 'atSec']])
    })
}
