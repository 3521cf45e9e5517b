/** The sum of the known values; null when none is known. */
export function sumOf(
  parts:
    | Readonly<Record<string, number | null | undefined>>
    | readonly (number | null)[]
    | null
    | undefined,
): number | null {
  const known = Object.values(parts ?? {}).filter((value) => typeof value === 'number')
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}
