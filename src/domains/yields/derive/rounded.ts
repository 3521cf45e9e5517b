/** A figure to so many decimals, as it is served (decision 80); what is not known stays `null`. */
export function rounded(value: number | null, decimals: number): number | null {
  if (value === null || !Number.isFinite(value)) return null
  const factor = 10 ** decimals
  const scaled = value * factor
  // A number this large has no more decimals than are asked for.
  if (Math.abs(scaled) > Number.MAX_SAFE_INTEGER) return value
  // Adding 0 makes a plain 0 of the −0 that a small negative number becomes.
  return Math.round(scaled) / factor + 0
}
