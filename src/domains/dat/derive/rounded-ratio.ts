const SIGNIFICANT_DIGITS = 6
// Between these, a multiple of the last digit is found faster than by printing the number.
const SMALLEST = 1e-6
const LARGEST = 1e15

/** A ratio with six significant digits; NaN when it is not known (decision 138). */
export function roundedRatio(value: number): number {
  if (!Number.isFinite(value)) return Number.NaN
  if (value < SMALLEST || value >= LARGEST) return Number(value.toPrecision(SIGNIFICANT_DIGITS))
  let [decimals, limit] = [0, 99_999.5]
  while (value < limit) {
    decimals++
    limit /= 10
  }
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}
