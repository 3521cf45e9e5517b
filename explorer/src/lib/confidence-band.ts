import { knownRuns, type Value } from './series.ts'

/** How sure prices are, as a band around them, point by point. */
export interface Band {
  readonly low: readonly Value[]
  readonly high: readonly Value[]
  /** From 0 to 1. */
  readonly confidence: readonly Value[]
}

/**
 * A band as wide, to either side, as a price lacks of full confidence: 100 at 0.9 is 90 to 110. It
 * is a way to draw confidence, no interval that a price is in.
 */
export function bandOf(
  times: readonly number[],
  values: readonly Value[],
  confidences: ReadonlyMap<number, number>,
): Band {
  const confidence = times.map((sec) => confidences.get(sec) ?? null)
  const edge = (side: 1 | -1) =>
    values.map((value, index) => {
      const sure = confidence[index] ?? null
      if (value === null || sure === null || sure <= 0) return null
      return value * (1 + side * (1 - Math.min(1, sure)))
    })
  return { low: edge(-1), high: edge(1), confidence }
}

/** The band as a path; it breaks where a price or its confidence is missing. */
export function bandPath(
  times: readonly number[],
  { low, high }: Pick<Band, 'low' | 'high'>,
  x: (sec: number) => number,
  y: (value: number) => number,
): string {
  const at = (place: number, value: number) => `${tenth(x(times[place] ?? 0))} ${tenth(y(value))}`
  const bottoms = times.map((_, place) => (high[place] == null ? null : low[place]))
  return knownRuns(bottoms)
    .map((run) => {
      const top = run.map(([place]) => at(place, high[place] ?? 0))
      const bottom = run.map(([place, value]) => at(place, value))
      return `M${[...top, ...bottom.reverse()].join('L')}Z`
    })
    .join('')
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
