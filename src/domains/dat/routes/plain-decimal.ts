/**
 * A number as text without an exponent, as clients that keep amounts as text read it; `null` stays
 * `null`.
 */
export function plainDecimal(value: number | null): string | null {
  if (value === null) return null
  const text = String(value)
  if (!text.includes('e')) return text
  return new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 17 }).format(
    value,
  )
}
