/** A figure that may be unknown. */
export type Value = number | null

/** The sum, or `null` when a part is unknown. */
export function plus(...parts: readonly Value[]): Value {
  return parts.reduce<Value>((sum, part) => (sum === null || part === null ? null : sum + part), 0)
}

/** The difference, or `null` when either is unknown. */
export function minus(whole: Value, part: Value): Value {
  return whole === null || part === null ? null : whole - part
}

/** A quotient; `null` without a denominator above zero (contract, rule 3 of sectors). */
export function ratio(numerator: Value, denominator: Value): Value {
  return numerator === null || denominator === null || denominator <= 0
    ? null
    : numerator / denominator
}

/** The same in percent. */
export function percent(part: Value, whole: Value): Value {
  const share = ratio(part, whole)
  return share === null ? null : share * 100
}

/** The middle value, of an even number the mean of the two in the middle; `null` of none. */
export function median(values: readonly number[]): Value {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [lower, upper] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2
}
