/**
 * A chart from its first point that has anything on it (semantics 10.5): what is 0 or unknown
 * before that is cut.
 */
export function withoutLeadingZeros<T>(
  points: readonly T[],
  figuresOf: (point: T) => readonly (number | null)[],
): T[] {
  const first = points.findIndex((point) =>
    figuresOf(point).some((figure) => figure !== null && figure !== 0),
  )
  return first < 0 ? [] : points.slice(first)
}
