import { nameOf } from '../model/watch.ts'
import { type Reading, totalOf } from './rules/guard.ts'

/** For each reading the other owners with exactly its figure: one may be read for the other. */
export function findEqualFigures(readings: readonly Reading[]): Map<Reading, string[]> {
  const owned = readings.filter(({ watch }) => watch.owner !== undefined)
  const groups = Map.groupBy(owned, (reading) =>
    JSON.stringify([
      nameOf(reading.watch),
      reading.atSec,
      String(totalOf(reading)),
      seriesWithoutOwner(reading),
    ]),
  )
  const found = new Map<Reading, string[]>()
  for (const group of groups.values()) {
    for (const reading of group) {
      const others = group.map(({ series }) => series).filter((series) => series !== reading.series)
      if (others.length > 0) found.set(reading, others)
    }
  }
  return found
}

/** Two kinds of figure of one protocol may well be equal, so all but the owner must be the same. */
function seriesWithoutOwner({ watch: { owner }, series }: Reading): [string, string][] {
  const columns = Object.entries(JSON.parse(series) as Record<string, string>)
  return columns.filter(([column]) => column !== owner)
}
