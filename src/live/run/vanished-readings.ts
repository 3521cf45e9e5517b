import { type Hold, placeName } from '../guards/holds/hold.ts'
import type { FactRows } from '../model/fact-rows.ts'
import { seriesOf, type Watch } from '../model/watch.ts'

type Row = Record<string, unknown>

/** Splits what has vanished into parts of readings that have other rows, and whole readings. */
export function splitVanished(
  vanished: readonly FactRows[],
  made: readonly FactRows[],
  watches: readonly Watch[],
): { readings: FactRows[]; parts: FactRows[] } {
  const seen = new Set(
    made.flatMap(({ fact, rows }) => rows.flatMap((row) => placesOf(fact.name, row, watches))),
  )
  const isPart = (fact: string, row: Row) =>
    placesOf(fact, row, watches).every((place) => seen.has(place))
  const pick = (wanted: boolean) =>
    vanished.map(({ fact, rows }) => ({
      fact,
      rows: rows.filter((row) => isPart(fact.name, row) === wanted),
    }))
  return { readings: pick(false), parts: pick(true) }
}

/** What vanished from a reading that is held is held with it. */
export function holdWithReadings(
  parts: readonly FactRows[],
  holds: readonly Hold[],
  watches: readonly Watch[],
): FactRows[] {
  const held = new Set(holds.map(placeName))
  return parts.map(({ fact, rows }) => ({
    fact,
    rows: rows.map((row) =>
      placesOf(fact.name, row, watches).some((place) => held.has(place))
        ? { ...row, quality: 'held' }
        : row,
    ),
  }))
}

/** The readings that a row belongs to, one for each watch of its fact. */
function placesOf(fact: string, row: Row, watches: readonly Watch[]): string[] {
  return watches
    .filter((watch) => watch.fact.name === fact)
    .map((watch) =>
      placeName({
        fact,
        series: seriesOf(watch, row),
        atSec: Number(row[watch.fact.time ?? 'atSec']),
      }),
    )
}
