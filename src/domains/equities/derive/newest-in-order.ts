/**
 * Places of the newest version of each moment, in order of time, of rows in any order: of one
 * moment the newest run counts.
 */
export function newestInOrder(timesSec: readonly number[], runs: readonly number[]): number[] {
  // Mostly there is one version of each moment and they come in order: that is cheaper to see than
  // to sort.
  if (timesSec.every((atSec, place) => place === 0 || atSec > (timesSec[place - 1] ?? 0)))
    return timesSec.map((_, place) => place)
  const newest = new Map<number, number>()
  for (const [place, atSec] of timesSec.entries()) {
    const known = newest.get(atSec)
    if (known === undefined || (runs[known] ?? 0) < (runs[place] ?? 0)) newest.set(atSec, place)
  }
  return [...newest].sort(([a], [b]) => a - b).map(([, place]) => place)
}
