/**
 * Percent of the whole by name; the shares add up to 100 (decision 49). A share of nothing is not
 * known.
 */
export function percentages(values: ReadonlyMap<string, number>): Record<string, number | null> {
  const whole = [...values.values()].reduce((sum, value) => sum + value, 0)
  return Object.fromEntries(
    [...values].map(([name, value]) => [name, whole > 0 ? (value / whole) * 100 : null]),
  )
}
