import { nameOf } from '../model/watch.ts'
import { type Reading, TOTAL } from './rules/guard.ts'

/**
 * For each reading the other owners of the run that have exactly its figure at its moment: one was
 * read in the other's place.
 */
export function findTwins(readings: readonly Reading[]): Map<Reading, string[]> {
  const alike = new Map<string, Reading[]>()
  for (const reading of readings) {
    if (reading.watch.owner === undefined) continue
    const figure = `${nameOf(reading.watch)} ${reading.atSec} ${reading.lines.get(TOTAL)}`
    const group = alike.get(figure)
    if (group === undefined) alike.set(figure, [reading])
    else group.push(reading)
  }
  const twins = new Map<Reading, string[]>()
  for (const group of alike.values()) {
    if (group.length < 2) continue
    for (const reading of group) {
      const others = group.filter(
        (other) => other.series !== reading.series && besidesOwner(other) === besidesOwner(reading),
      )
      if (others.length > 0)
        twins.set(
          reading,
          others.map(({ series }) => series),
        )
    }
  }
  return twins
}

/** The series without its owner: two kinds of figure of one protocol may well be equal. */
function besidesOwner({ watch, series }: Reading): string {
  return JSON.stringify({
    ...(JSON.parse(series) as Record<string, string>),
    [watch.owner ?? '']: null,
  })
}
