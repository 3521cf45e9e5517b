/**
 * Sample standard deviation from a sum of squared distances from the mean; 0 with fewer than two
 * values (semantics 5.2).
 */
export function sampleDeviation(count: number, squares: number): number {
  return count < 2 ? 0 : Math.sqrt(Math.max(0, squares) / (count - 1))
}
